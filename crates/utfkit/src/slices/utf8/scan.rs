//! Facts about a text, gathered in one pass.

use crate::{
    Finding,
    form::{Form, Sequence, cut, errors},
    simd::{
        Contents,
        operations::{CONTENTS, VALIDATE_UTF8},
    },
};

/// The repertoire of a text: its range of characters. Each repertoire contains those before it.
///
/// ```
/// use utfkit::utf8::{self, Repertoire};
/// assert_eq!(utf8::scan("naïve".as_bytes()).repertoire, Repertoire::Latin1);
/// assert!(Repertoire::Ascii < Repertoire::Latin1 && Repertoire::Bmp < Repertoire::All);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Repertoire {
    /// Up to U+007F, or empty.
    #[default]
    Ascii,
    /// Up to U+00FF.
    Latin1,
    /// Up to U+FFFF: the Basic Multilingual Plane.
    Bmp,
    /// All of Unicode.
    All,
}

/// The facts about a text, up to the first ill-formed sequence. [`scan`] returns them.
///
/// ```
/// let facts = utfkit::utf8::scan("\u{FEFF}a😀\n".as_bytes());
/// assert_eq!((facts.characters, facts.utf16_units, facts.bom), (4, 5, true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The number of well-formed bytes at the start: all bytes, if there is no error.
    pub bytes: usize,
    /// The repertoire of these bytes.
    pub repertoire: Repertoire,
    /// The number of characters (code points), including the BOM.
    pub characters: usize,
    /// The number of code units in UTF-16.
    pub utf16_units: usize,
    /// The number of line feeds (U+000A).
    pub lines: usize,
    /// The number of NULs (U+0000).
    pub nuls: usize,
    /// Whether the text begins with a byte order mark (BOM, U+FEFF; RFC 3629 section 6).
    pub bom: bool,
    /// The first ill-formed sequence. The text after it is not counted.
    pub first_error: Option<Finding>,
}

/// Gathers facts about `bytes`, up to the first ill-formed sequence.
///
/// Cost: each byte comes from memory once. In the cache, it is read twice: to check and to count
/// it.
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
        let (block, after) = cut::split(rest, valid);
        facts.add(block);
        rest = after;
        if let Sequence::IllFormed { .. } = Form::Utf8.first(rest, true) {
            facts.first_error = Some(errors::finding(Form::Utf8, bytes, facts.bytes));
            break;
        }
    }
    facts
}

/// The number of bytes that are checked and counted while they are in the nearest cache.
const BLOCK: usize = 16 << 10;

/// Returns the number of well-formed bytes at the start of `rest`, within the next block.
fn valid_block(rest: &[u8]) -> usize {
    VALIDATE_UTF8.run(cut::prefix(rest, BLOCK))
}

impl Facts {
    /// Adds the facts about `block`, which is well-formed.
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

/// Returns the repertoire of a well-formed text with this greatest byte, which is the lead of its
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

    /// Returns the expected facts, gathered one by one with the standard library.
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
