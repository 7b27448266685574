//! The conversion between the stored version and that of the work tree. It is strict, and can be
//! undone exactly.

use std::fmt;

use utfkit::{Encoding, Finding, Kind, encoding::Label, transcode::Transcoder};

use super::args::Args;
use crate::{args::encoding, process::problem::Problem};

/// The encodings of the two versions.
pub(super) struct Pair {
    tree: Label,
    stored: Label,
}

/// Why a version cannot be converted.
pub(super) enum Refusal {
    /// It is not in its encoding.
    IllFormed { encoding: Encoding, finding: Finding, line: usize },
    /// The other encoding lacks a character.
    Unencodable(String),
    /// The bytes would not come back.
    NotReversible,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllFormed { encoding, finding, line } => {
                let (what, at) = (finding.what(), finding.offset());
                write!(f, "not {encoding}: {what} in line {line}, at byte {at}{}", finding.hex())
            }
            Self::Unencodable(words) => f.write_str(words),
            Self::NotReversible => f.write_str(
                "the conversion could not be undone exactly (the text has a BOM or codes that this \
                 encoding does not write)",
            ),
        }
    }
}

impl Pair {
    pub(super) fn of(args: &Args) -> Result<Self, Problem> {
        let set = args.labels.label_set;
        let tree = args.tree.as_deref().unwrap_or("utf-8");
        Ok(Self {
            tree: encoding::parse("--tree", tree, set)?,
            stored: encoding::parse("--stored", &args.stored, set)?,
        })
    }

    /// Returns the pair of a file that has its stored encoding in the work tree, too.
    pub(super) fn unconverted(&self) -> Self {
        Self { tree: self.stored, stored: self.stored }
    }

    /// Returns the encoding in the work tree.
    pub(super) fn tree(&self) -> Encoding {
        self.tree.encoding()
    }

    /// Whether stored bytes change the meaning of later ones.
    pub(super) fn has_shifts(&self) -> bool {
        self.stored.encoding().has_shifts()
    }

    /// Returns the stored version of a file in the work tree.
    pub(super) fn stored_of(&self, tree: &[u8]) -> Result<Vec<u8>, Refusal> {
        exactly(tree, self.tree, self.stored)
    }

    /// Returns the version for the work tree of a stored file.
    pub(super) fn tree_of(&self, stored: &[u8]) -> Result<Vec<u8>, Refusal> {
        exactly(stored, self.stored, self.tree)
    }
}

/// Converts `bytes`, if the conversion back gives the same bytes.
fn exactly(bytes: &[u8], from: Label, to: Label) -> Result<Vec<u8>, Refusal> {
    if from == to {
        // Nothing changes, but the text has to be in its encoding.
        convert(bytes, from, Encoding::Utf8.into())?;
        return Ok(bytes.to_vec());
    }
    let converted = convert(bytes, from, to)?;
    match convert(&converted, to, from) {
        Ok(back) if back == bytes => Ok(converted),
        _ => Err(Refusal::NotReversible),
    }
}

fn convert(bytes: &[u8], from: Label, to: Label) -> Result<Vec<u8>, Refusal> {
    let mut out = Vec::new();
    let finding = match Transcoder::labelled(from, to).transcode_to_vec(bytes, &mut out, true) {
        Ok(()) => return Ok(out),
        Err(finding) => finding,
    };
    let start = usize::try_from(finding.offset()).unwrap_or(0).min(bytes.len());
    let line = memchr::memchr_iter(b'\n', &bytes[..start]).count() + 1;
    let lacking =
        matches!(finding.kind(), Kind::Unencodable { .. }).then(|| finding.means()).flatten();
    Err(match lacking.and_then(char::from_u32) {
        Some(character) => {
            let (shown, code) = (character.escape_debug(), u32::from(character));
            let to = to.encoding();
            Refusal::Unencodable(format!("`{shown}` (U+{code:04X}) in line {line} is not in {to}"))
        }
        None => Refusal::IllFormed { encoding: from.encoding(), finding, line },
    })
}
