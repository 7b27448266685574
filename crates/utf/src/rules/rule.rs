//! The rule for one file.

use std::path::PathBuf;

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
};

use utfkit_text::transform::line_ends::Eol;

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

/// Whether text must begin with a BOM.
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
        let encoding = self.label.encoding();
        match bom.bytes() {
            [0xEF, ..] => encoding == Encoding::Utf8,
            [0xFF, 0xFE] => matches!(encoding, Encoding::Utf16 | Encoding::Utf16Le),
            [0xFE, 0xFF] => matches!(encoding, Encoding::Utf16 | Encoding::Utf16Be),
            [0xFF, ..] => matches!(encoding, Encoding::Utf32 | Encoding::Utf32Le),
            [0, ..] => matches!(encoding, Encoding::Utf32 | Encoding::Utf32Be),
            _ => encoding == bom.encoding(),
        }
    }

    /// Returns the possible encodings of text with this label and without a BOM, the likeliest
    /// first.
    pub fn unsigned(&self) -> Vec<Label> {
        let other = match self.label.encoding() {
            Encoding::Utf16 => Some(Encoding::Utf16Le.into()),
            Encoding::Utf32 => Some(Encoding::Utf32Le.into()),
            _ => None,
        };
        std::iter::once(self.label).chain(other).collect()
    }
}
