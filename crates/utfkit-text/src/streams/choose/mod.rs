//! Which of several encodings a text, or a line, fits.

pub mod by_line;
pub mod candidates;
pub mod fit;
pub mod plausible;
