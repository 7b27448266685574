//! Chooses among several encodings for a text, or for each line.

pub(crate) mod by_line;
pub(crate) mod candidates;
pub mod fit;
pub mod plausible;
