//! What text may be in besides UTF-8.

use utfkit::encoding::Label;

/// What text may be in besides UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// The encodings that are tried, in this order.
    pub list: Vec<Label>,
    /// What it is in if none of them fits.
    pub fallback: Option<Label>,
    /// Whether it is guessed if none of them fits.
    pub guess: bool,
    /// Whether each line is in an encoding of its own.
    pub by_line: bool,
}
