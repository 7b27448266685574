//! The rule for one file.

use std::path::PathBuf;

use utfkit::encoding::{Bom, ByteOrder, Label};

use utfkit_text::transform::Eol;

/// The rule for a file. Each part may be missing.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    pub charset: Option<Charset>,
    /// The encoding in which git writes the text. Git itself stores UTF-8.
    pub written: Option<Charset>,
    pub end: Option<End>,
}

impl Rule {
    /// Returns `true` if the rule has no parts.
    pub fn is_none(&self) -> bool {
        self.charset.is_none() && self.written.is_none() && self.end.is_none()
    }
}

/// The encoding of a text, and whether it has a BOM.
#[derive(Clone, Debug)]
pub struct Charset {
    pub label: Label,
    /// The name of the encoding in the rule.
    pub name: String,
    pub signed: Signed,
    pub source: Source,
}

/// The rule about a BOM at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Both are allowed.
    Either,
    Always,
    Never,
}

/// The line ends of a text.
#[derive(Clone, Debug)]
pub struct End {
    pub eol: Eol,
    pub source: Source,
}

/// The origin of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub file: PathBuf,
    /// The line, counted from 1, if it is known.
    pub line: Option<u64>,
    /// The text of the rule.
    pub says: String,
}

impl Charset {
    /// Returns `true` if text in this encoding may begin with `bom`.
    pub fn may_begin_with(&self, bom: Bom) -> bool {
        [bom.encoding(), bom.encoding_after()].contains(&self.label.encoding())
    }

    /// Returns the possible encodings of text with this label and without a BOM, the likeliest
    /// first.
    pub fn unsigned(&self) -> Vec<Label> {
        let little = self.label.encoding().with_order(ByteOrder::Little);
        let other = Some(little).filter(|&little| little != self.label.encoding());
        std::iter::once(self.label).chain(other.map(Label::from)).collect()
    }
}
