//! Whether two texts say the same, in whatever encodings they are.

pub mod comparison;
pub mod side;
