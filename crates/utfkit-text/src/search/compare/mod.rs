//! Compares two texts in any encodings.

pub mod comparison;
pub mod side;
