//! The encodings to try for text that is not UTF-8.

use utfkit::encoding::Label;

/// The encodings to try for text that is not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// The encodings, in the order in which they are tried.
    pub list: Vec<Label>,
    /// The encoding to use if none of them fits.
    pub fallback: Option<Label>,
    /// Whether to guess the encoding if none of them fits.
    pub guess: bool,
    /// The minimum probability of a guess, in percent.
    pub min_percent: u32,
    /// Whether each line has its own encoding.
    pub by_line: bool,
}
