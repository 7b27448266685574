//! One mistake, with all that is said about it.

use std::path::PathBuf;

use utfkit::{Encoding, Finding};
use utfkit_text::receivers::Receiver;

use utfkit_text::diagnose::hint::Hint;

/// One mistake in a file, and where a person finds it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The file, or `-`.
    pub path: PathBuf,
    /// What the file was read as.
    pub encoding: Encoding,
    /// The mistake, its neighbouring subparts joined.
    pub finding: Finding,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1. A maximal subpart before it counts as one character, a
    /// BOM as none.
    pub column: u64,
    /// What stands around it on the line, fit for a terminal.
    pub context: Context,
    /// What it may mean, and what to do.
    pub hint: Option<Hint>,
    /// Who refuses it, if it is well-formed.
    pub receiver: Option<Receiver>,
    /// The record and the field that it is in, from 1, where text is made of such.
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

/// A stretch of the line that a mistake stands on, fit for a terminal.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// What stands before the mistake.
    pub before: String,
    /// The bytes of the mistake, each as `<NN>`.
    pub bytes: String,
    /// What stands behind it.
    pub after: String,
}
