//! Code units of encodings.

use utfkit::{Encoding, encoding::ByteOrder};

/// A code unit: how many bytes it has, and where in it the byte of ASCII is; the others are 00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    size: usize,
    at: usize,
}

impl Unit {
    /// That of UTF-8, and of all else that has one byte.
    pub const BYTE: Self = Self { size: 1, at: 0 };

    /// One of so many bytes, the least significant first if `little`.
    pub fn new(size: usize, little: bool) -> Self {
        let size = size.max(1);
        Self { size, at: if little { 0 } else { size - 1 } }
    }

    /// How many bytes it has.
    pub fn bytes(self) -> usize {
        self.size
    }

    /// Where in it the byte of ASCII is.
    pub fn place(self) -> usize {
        self.at
    }

    /// The bytes of `text`, which is ASCII.
    pub fn spell(self, text: &str) -> Vec<u8> {
        let unit = |ascii: u8| (0..self.size).map(move |at| if at == self.at { ascii } else { 0 });
        text.bytes().flat_map(unit).collect()
    }

    /// The byte of ASCII of the code unit `bytes`, if it is one, and whole.
    pub fn ascii(self, bytes: &[u8]) -> Option<u8> {
        let is_ascii = bytes.iter().enumerate().all(|(at, &byte)| at == self.at || byte == 0);
        bytes.get(self.at).copied().filter(|_| is_ascii && bytes.len() == self.size)
    }
}

/// Returns the number of bytes of a code unit of `encoding`.
pub fn bytes_of_unit(encoding: Encoding) -> usize {
    encoding.unit_bytes()
}

/// Returns `true` if the least significant byte of a code unit of `encoding` always comes first.
pub fn is_little_endian(encoding: Encoding) -> bool {
    encoding.is_little_endian()
}

/// Returns the bytes of U+FEFF in `encoding`, of which the units are in this order.
pub fn mark(encoding: Encoding, order: ByteOrder) -> Vec<u8> {
    encoding.mark(order).map_or_else(Vec::new, |mark| mark.bytes().to_vec())
}

/// Returns `true` if the meaning of bytes of `encoding` depends on those before them.
pub fn has_shifts(encoding: Encoding) -> bool {
    encoding.has_shifts()
}

/// What text of units of several bytes may be in that has no BOM.
pub const WIDE: [Encoding; 4] =
    [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];
