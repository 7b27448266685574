//! The full report of one error.

use utfkit::{Encoding, Finding};

use super::{advice::Hint, context::Context};
use crate::receivers::Receiver;

/// One error in a text, with its position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The encoding that the text was read as.
    pub encoding: Encoding,
    /// The error. Adjacent subparts are joined.
    pub finding: Finding,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1. A maximal subpart before it (a piece that decoders replace
    /// with one U+FFFD) counts as one character, and a BOM does not count.
    pub column: u64,
    /// The part of the line around the error.
    pub context: Context,
    /// The possible meaning, and a remedy.
    pub hint: Option<Hint>,
    /// The receiver that rejects the character, if the text is well-formed here.
    pub receiver: Option<Receiver>,
    /// The record and the field, from 1, if the tracker or the
    /// [diagnoser](super::Diagnoser) follows records.
    pub field: Option<(u64, u64)>,
}

impl Diagnostic {
    /// Returns the document and section that define the error.
    pub fn section(&self) -> &'static str {
        match self.receiver {
            Some(receiver) => receiver.section(),
            None => self.finding.kind().section_in(self.encoding),
        }
    }
}
