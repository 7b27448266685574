//! Chooses among several encodings for a text, or for each line.

pub mod by_line;
pub mod candidates;
pub mod fit;
pub mod plausible;
