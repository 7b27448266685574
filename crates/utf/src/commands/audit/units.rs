//! Where the characters of a text are in a file whose encoding has code units of one size.

use std::cell::Cell;

use utfkit::Encoding;

/// How large characters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Two octets, and four beyond the first plane.
    Utf16,
    /// Four octets.
    Utf32,
}

impl Size {
    /// That of characters in `encoding`, if it is UTF-16 or UTF-32.
    pub fn of(encoding: Encoding) -> Option<Self> {
        match encoding {
            Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => Some(Size::Utf16),
            Encoding::Utf32 | Encoding::Utf32Be | Encoding::Utf32Le => Some(Size::Utf32),
            _ => None,
        }
    }

    /// How many octets a signature has.
    pub const fn signature(self) -> u64 {
        match self {
            Size::Utf16 => 2,
            Size::Utf32 => 4,
        }
    }

    /// How many octets `text` has.
    pub fn octets(self, text: &str) -> u64 {
        let characters = || text.chars().count() as u64;
        match self {
            // Each character has a first octet, and those of four octets one more unit.
            Size::Utf16 => 2 * utfkit::utf8::utf16_len(text.as_bytes()) as u64,
            Size::Utf32 => 4 * characters(),
        }
    }
}

/// Where the characters of one stretch of text are. Going forward through all of it costs one pass.
#[derive(Clone, Debug)]
pub struct Units {
    size: Size,
    start: u64,
    /// A place in the text, and its offset: the last that was asked for.
    last: Cell<(usize, u64)>,
}

impl Units {
    /// Of a text that begins at the offset `start`.
    pub fn new(size: Size, start: u64) -> Self {
        Self { size, start, last: Cell::new((0, start)) }
    }

    /// The offset of the character of `text`, always the same, that begins at `at`.
    pub fn offset(&self, text: &str, at: usize) -> u64 {
        let (mut from, mut offset) = self.last.get();
        if from > at {
            (from, offset) = (0, self.start);
        }
        offset += self.size.octets(text.get(from..at).unwrap_or_default());
        self.last.set((at, offset));
        offset
    }
}
