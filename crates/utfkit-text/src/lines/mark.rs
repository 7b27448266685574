//! An error in a text, with its position.

use crate::receivers::Receiver;
use utfkit::Finding;

/// An error in a text. The sorter rejects every line that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The offset of its first byte, in bytes from the start of the stream.
    pub offset: u64,
    /// The offset after its last byte. Every line up to there is bad.
    pub end: u64,
    /// The code of its kind.
    pub kind: &'static str,
    /// The details, if the text is ill-formed or cannot be encoded.
    pub finding: Option<Finding>,
    /// The receiver that rejects a well-formed character.
    pub receiver: Option<Receiver>,
    /// The number of the field that holds it, from 1. The sorter sets it if the text has fields.
    pub field: Option<u64>,
}

impl From<Finding> for Mark {
    fn from(finding: Finding) -> Self {
        let kind = finding.kind().code();
        let (offset, end) = (finding.offset(), finding.end());
        Self { offset, end, kind, finding: Some(finding), receiver: None, field: None }
    }
}

impl Mark {
    /// Returns a mark of the kind `kind` from `offset` to `end`, in bytes from the start of the
    /// stream.
    #[must_use]
    pub fn new(offset: u64, end: u64, kind: &'static str) -> Self {
        Self { offset, end, kind, finding: None, receiver: None, field: None }
    }

    /// Returns a mark for a character that `receiver` rejects, at `offset` of the stream. It does
    /// not reach into the next line.
    #[must_use]
    pub fn refused(finding: Finding, receiver: Receiver, offset: u64) -> Self {
        Self { offset, end: offset, receiver: Some(receiver), ..finding.into() }
    }
}
