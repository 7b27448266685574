//! The facts about a text, in one pass.

use crate::{
    Finding,
    form::{Form, Sequence, errors},
    simd::{
        Contents,
        operations::{CONTENTS, VALIDATE_UTF8},
    },
};

/// Which characters a text keeps to; each repertoire contains those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Repertoire {
    /// Up to U+007F; an empty text too.
    #[default]
    Ascii,
    /// Up to U+00FF.
    Latin1,
    /// Up to U+FFFF: the Basic Multilingual Plane.
    Bmp,
    /// All of Unicode.
    All,
}

/// What [`scan`] found in a text, up to the first ill-formed sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// How many bytes are well-formed, from the start: all, if there is no error.
    pub bytes: usize,
    /// Which characters they keep to.
    pub repertoire: Repertoire,
    /// How many characters (code points) they encode, the BOM among them.
    pub characters: usize,
    /// How many code units they take in UTF-16.
    pub utf16_units: usize,
    /// How many line feeds (U+000A) there are.
    pub lines: usize,
    /// How many NULs (U+0000) there are.
    pub nuls: usize,
    /// Whether the text begins with a BOM (U+FEFF; RFC 3629 section 6).
    pub bom: bool,
    /// The first ill-formed sequence. What is behind it is not counted.
    pub first_error: Option<Finding>,
}

/// The facts about `bytes`, up to the first ill-formed sequence.
///
/// Cost: each byte comes from memory once; in a cache it is read twice, checked and counted.
///
/// ```
/// use utfkit::utf8::{self, Repertoire};
/// let facts = utf8::scan("caf\u{E9}\n".as_bytes());
/// assert_eq!((facts.bytes, facts.characters, facts.lines), (6, 5, 1));
/// assert_eq!(facts.repertoire, Repertoire::Latin1);
/// assert_eq!(facts.first_error, None);
///
/// let facts = utf8::scan(b"ab\xFFcd");
/// assert_eq!((facts.bytes, facts.first_error.map(|finding| finding.offset())), (2, Some(2)));
/// ```
#[must_use]
pub fn scan(bytes: &[u8]) -> Facts {
    let mut facts = Facts { bom: bytes.starts_with(b"\xEF\xBB\xBF"), ..Facts::default() };
    let mut rest = bytes;
    while !rest.is_empty() {
        let valid = valid_block(rest);
        facts.add(&rest[..valid]);
        rest = &rest[valid..];
        if let Sequence::IllFormed { .. } = Form::Utf8.first(rest, true) {
            facts.first_error = Some(errors::finding(Form::Utf8, bytes, facts.bytes));
            break;
        }
    }
    facts
}

/// How many bytes are looked at before they leave the nearest cache.
const BLOCK: usize = 16 << 10;

/// How many bytes at the start of `rest` are well-formed, in the next block.
fn valid_block(rest: &[u8]) -> usize {
    VALIDATE_UTF8.run(&rest[..rest.len().min(BLOCK)])
}

impl Facts {
    /// Adds those of `block`, which is well-formed.
    fn add(&mut self, block: &[u8]) {
        let Contents { characters, supplementary, lines, nuls, greatest } = CONTENTS.run(block);
        self.repertoire = self.repertoire.max(repertoire(greatest));
        self.bytes += block.len();
        self.characters += characters;
        self.utf16_units += characters + supplementary;
        self.lines += lines;
        self.nuls += nuls;
    }
}

/// Which characters well-formed text keeps to, by its greatest byte, which is the lead of its
/// greatest character.
const fn repertoire(greatest: u8) -> Repertoire {
    match greatest {
        0..0x80 => Repertoire::Ascii,
        0x80..0xC4 => Repertoire::Latin1,
        0xC4..0xF0 => Repertoire::Bmp,
        0xF0.. => Repertoire::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{slices::utf8, testing};
    use std::{string::String, vec::Vec};

    /// The same, one by one, as the standard library tells it.
    fn expected(bytes: &[u8]) -> Facts {
        let error = utf8::validate(bytes).err();
        let valid = &bytes[..error.map_or(bytes.len(), |error| error.valid_up_to())];
        let text = str::from_utf8(valid).unwrap();
        let repertoire = match text.chars().max().unwrap_or_default() {
            '\0'..='\x7F' => Repertoire::Ascii,
            '\u{80}'..='\u{FF}' => Repertoire::Latin1,
            '\u{100}'..='\u{FFFF}' => Repertoire::Bmp,
            _ => Repertoire::All,
        };
        Facts {
            bytes: valid.len(),
            repertoire,
            characters: text.chars().count(),
            utf16_units: text.encode_utf16().count(),
            lines: text.matches('\n').count(),
            nuls: text.matches('\0').count(),
            bom: text.starts_with('\u{FEFF}'),
            first_error: error.map(|error| error.finding()),
        }
    }

    #[test]
    fn facts_of_short_texts() {
        testing::hostile(|bytes| assert_eq!(scan(bytes), expected(bytes)));
        for text in ["\u{FEFF}", "\u{FF}", "\u{100}", "\u{FFFF}a", "\u{10000}\u{10FFFF}"] {
            assert_eq!(scan(text.as_bytes()), expected(text.as_bytes()));
        }
    }

    #[test]
    fn facts_across_blocks() {
        for shift in 0..5 {
            let mut text = String::from_iter(std::iter::repeat_n('a', BLOCK - shift));
            text += "\u{1F600}\n\u{E9}";
            text.extend(std::iter::repeat_n("\u{20AC}\0", BLOCK / 3));
            let mut bytes = Vec::from(text);
            assert_eq!(scan(&bytes), expected(&bytes));
            bytes.extend_from_slice(b"\xE2\x82");
            assert_eq!(scan(&bytes), expected(&bytes));
        }
    }
}
