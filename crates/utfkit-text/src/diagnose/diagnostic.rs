//! One error, with all that is said about it.

use utfkit::{Encoding, Finding};

use super::{advice::Hint, context::Context};
use crate::receivers::Receiver;

/// One error in a text, and where a person finds it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The encoding that the text was read as.
    pub encoding: Encoding,
    /// The error. Adjacent subparts are joined.
    pub finding: Finding,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1. A maximal subpart before it counts as one character, a
    /// BOM as none.
    pub column: u64,
    /// The part of the line around it.
    pub context: Context,
    /// What it may mean, and what to do.
    pub hint: Option<Hint>,
    /// Who rejects it, if it is well-formed.
    pub receiver: Option<Receiver>,
    /// The record and the field, from 1, if the [tracker](super::Tracker) or the
    /// [diagnoser](super::Diagnoser) follows records.
    pub field: Option<(u64, u64)>,
}

impl Diagnostic {
    /// The document that says so, with its section.
    pub fn section(&self) -> &'static str {
        match self.receiver {
            Some(receiver) => receiver.section(),
            None => self.finding.kind().section_in(self.encoding),
        }
    }
}
