//! Where the characters of a text are in a file whose encoding has code units of one size.

use std::cell::Cell;

use crate::search::{Layout, Spelling};
use utfkit::Encoding;

/// How large characters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// One byte.
    Byte,
    /// Two bytes, and four beyond the first plane.
    Utf16,
    /// Four bytes.
    Utf32,
}

/// A kernel is no faster for fewer bytes.
const SHORT: usize = 64;

impl Size {
    /// That of characters in `encoding`, if it is UTF-16, UTF-32, or has a byte for each.
    pub fn of(encoding: Encoding) -> Option<Self> {
        match encoding {
            Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => Some(Size::Utf16),
            Encoding::Utf32 | Encoding::Utf32Be | Encoding::Utf32Le => Some(Size::Utf32),
            Encoding::UsAscii | Encoding::Iso8859_1 | Encoding::Charset(_) => {
                // In a charset with characters of several bytes, a line feed is found by decoding
                // only.
                let layout = Layout::of(encoding, b"", true)?;
                matches!(layout.spell("\n"), Spelling::One(_)).then_some(Size::Byte)
            }
            _ => None,
        }
    }

    /// How many bytes a BOM has.
    pub const fn bom(self) -> u64 {
        match self {
            Size::Byte => 0,
            Size::Utf16 => 2,
            Size::Utf32 => 4,
        }
    }

    /// How many bytes `text` has.
    pub fn bytes(self, text: &str) -> u64 {
        let bytes = match self {
            Size::Utf16 if text.len() < SHORT => {
                2 * text.chars().map(char::len_utf16).sum::<usize>()
            }
            Size::Utf16 => 2 * utfkit::utf8::utf16_len(text.as_bytes()),
            Size::Byte => text.chars().count(),
            Size::Utf32 => 4 * text.chars().count(),
        };
        bytes as u64
    }
}

/// Where the characters of one stretch of text are. Asking costs
/// as much as it is to the place that was asked for before.
#[derive(Clone, Debug)]
pub struct Units {
    size: Size,
    /// A place in the text, and its offset: the last that was asked for.
    last: Cell<(usize, u64)>,
}

impl Units {
    /// Of a text that begins at the offset `start`.
    pub fn new(size: Size, start: u64) -> Self {
        Self { size, last: Cell::new((0, start)) }
    }

    /// The offset of the character of `text`, always the same, that begins at `at`.
    pub fn offset(&self, text: &str, at: usize) -> u64 {
        let (from, last) = self.last.get();
        let bytes = |range| self.size.bytes(text.get(range).unwrap_or_default());
        let offset = match from <= at {
            true => last + bytes(from..at),
            false => last - bytes(at..from),
        };
        self.last.set((at, offset));
        offset
    }
}
