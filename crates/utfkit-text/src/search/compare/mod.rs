//! Compares two texts in any encodings.

pub(crate) mod comparison;
pub(crate) mod side;
