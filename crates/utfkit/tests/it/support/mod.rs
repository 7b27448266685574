//! Helpers of the integration tests:
//!
//! - the test vectors;
//! - a reference written from the tables of the standards, and another one that uses the standard
//!   library;
//! - the public slice functions by form;
//! - texts to try, and memory with fences.

#![allow(dead_code, reason = "each test binary uses a part")]

pub(crate) mod batches;
pub(crate) mod fenced;
pub(crate) mod reader;
pub(crate) mod reference;
pub(crate) mod replaced;
pub(crate) mod slices;
pub(crate) mod text;

use utfkit::{
    Finding, Kind,
    transcode::{Action, Transcoder},
};

/// Converts `pieces`, and asks `decide` about each finding. Its actions must be possible.
pub(crate) fn convert_pieces<'p>(
    mut transcoder: Transcoder<'p>,
    pieces: &[&[u8]],
    decide: &mut dyn FnMut(&Finding) -> Action<'p>,
) -> Vec<u8> {
    let mut out = Vec::new();
    for (index, mut piece) in pieces.iter().copied().enumerate() {
        let last = index + 1 == pieces.len();
        while let Err(finding) = transcoder.transcode_to_vec(piece, &mut out, last) {
            piece = &piece[transcoder.last_read()..];
            assert!(transcoder.resolve(&finding, decide(&finding)), "{finding}");
        }
    }
    out
}

/// A finding as plain data, on which the vectors, the reference and the library must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainFinding {
    pub(crate) offset: usize,
    pub(crate) length: usize,
    pub(crate) kind: &'static str,
    pub(crate) means: Option<u32>,
    pub(crate) subparts: usize,
}

impl PlainFinding {
    /// Returns the same finding, `by` bytes further on.
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

impl From<&Finding> for PlainFinding {
    fn from(finding: &Finding) -> Self {
        Self {
            offset: usize::try_from(finding.offset()).expect("an offset into a slice"),
            length: finding.len(),
            kind: finding.kind().code(),
            means: finding.means(),
            subparts: finding.subparts(),
        }
    }
}

/// Returns the code `code` from the library's table, and panics if the table does not have it.
pub(crate) fn known_code(code: &str) -> &'static str {
    Kind::DESCRIPTIONS
        .iter()
        .map(|description| description.code)
        .find(|&known| known == code)
        .unwrap_or_else(|| panic!("no kind has the code {code}"))
}
