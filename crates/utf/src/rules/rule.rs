//! The rule for one file.

use std::path::PathBuf;

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
};

use utfkit_text::transform::line_ends::Eol;

/// What is said of a file, as far as anything is.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    pub charset: Option<Charset>,
    /// What git makes of the text where it writes it out: git itself keeps UTF-8.
    pub written: Option<Charset>,
    pub end: Option<End>,
}

impl Rule {
    /// Whether nothing is said.
    pub fn is_none(&self) -> bool {
        self.charset.is_none() && self.written.is_none() && self.end.is_none()
    }
}

/// What text is in, and whether it has a BOM.
#[derive(Clone, Debug)]
pub struct Charset {
    pub label: Label,
    /// What the rule calls it.
    pub name: String,
    pub signed: Signed,
    pub source: Source,
}

/// Whether text begins with a BOM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// As it likes.
    Either,
    Always,
    Never,
}

/// How lines end.
#[derive(Clone, Debug)]
pub struct End {
    pub eol: Eol,
    pub source: Source,
}

/// Who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub file: PathBuf,
    /// The line, from 1, if that is known.
    pub line: Option<u64>,
    /// What stands there.
    pub says: String,
}

impl Charset {
    /// Whether text that begins with `bom` may be in it.
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

    /// What text without a BOM may be that is labelled so, the likeliest first.
    pub fn unsigned(&self) -> Vec<Label> {
        let other = match self.label.encoding() {
            Encoding::Utf16 => Some(Encoding::Utf16Le.into()),
            Encoding::Utf32 => Some(Encoding::Utf32Le.into()),
            _ => None,
        };
        std::iter::once(self.label).chain(other).collect()
    }
}
