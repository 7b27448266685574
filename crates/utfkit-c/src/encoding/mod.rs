//! Encodings as numbers, and their labels.

pub mod labels;
pub mod numbers;
pub(crate) mod table;
