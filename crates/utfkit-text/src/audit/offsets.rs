//! The file offsets of characters in encodings whose code units have one size.

use std::cell::Cell;

use crate::search::{Layout, Spelling};
use utfkit::Encoding;

/// The size of the code units of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// One byte.
    Byte,
    /// Two bytes, or four above U+FFFF.
    Utf16,
    /// Four bytes.
    Utf32,
}

/// Below this length in bytes, a kernel is not faster.
const SHORT: usize = 64;

impl Size {
    /// Returns the size for `encoding`, or `None` if a character may have several units of one
    /// byte.
    pub fn of(encoding: Encoding) -> Option<Self> {
        match encoding.without_order() {
            Encoding::Utf16 => Some(Size::Utf16),
            Encoding::Utf32 => Some(Size::Utf32),
            Encoding::UsAscii | Encoding::Iso8859_1 | Encoding::Charset(_) => {
                // If a charset has multi-byte characters, only a decoder can find the line feeds.
                let layout = Layout::of(encoding, b"", true)?;
                matches!(layout.spell("\n"), Spelling::One(_)).then_some(Size::Byte)
            }
            _ => None,
        }
    }

    /// Returns the length of a BOM in bytes.
    pub const fn bom(self) -> u64 {
        match self {
            Size::Byte => 0,
            Size::Utf16 => 2,
            Size::Utf32 => 4,
        }
    }

    /// Returns the number of bytes that `text` has in the file.
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

/// Computes the file offsets of the characters of one text.
///
/// Cost: proportional to the distance from the previous query.
#[derive(Clone, Debug)]
pub struct Units {
    size: Size,
    /// The previous query: an offset in the text, and its offset in the file.
    last: Cell<(usize, u64)>,
}

impl Units {
    /// Creates the offsets of a text that begins at the file offset `start`.
    pub fn new(size: Size, start: u64) -> Self {
        Self { size, last: Cell::new((0, start)) }
    }

    /// Returns `true` if the text is UTF-16 in the file.
    pub(crate) fn is_utf16(&self) -> bool {
        self.size == Size::Utf16
    }

    /// Returns the offsets of the rest of `text` from `at` on.
    pub(crate) fn rest(&self, text: &str, at: usize) -> Self {
        Self::new(self.size, self.offset(text, at))
    }

    /// Returns the file offset of the character at `at`. Every call must pass the same `text`.
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
