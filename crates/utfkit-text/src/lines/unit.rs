//! Code units as bytes.

use utfkit::encoding::ByteOrder;

/// The layout of a code unit: its number of bytes, and the position of the byte that holds an ASCII
/// character. The other bytes of such a unit are 00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    size: usize,
    at: usize,
}

impl Unit {
    /// The code unit of UTF-8 and of every other encoding with units of one byte.
    pub const BYTE: Self = Self { size: 1, at: 0 };

    /// Returns a code unit of `size` bytes in this order. The size is at least 1.
    #[must_use]
    pub fn new(size: usize, order: ByteOrder) -> Self {
        let size = size.max(1);
        Self { size, at: if order == ByteOrder::Little { 0 } else { size - 1 } }
    }

    /// Returns the number of bytes of the code unit.
    #[must_use]
    pub fn size(self) -> usize {
        self.size
    }

    /// Returns the position of the byte that holds an ASCII character.
    #[must_use]
    pub fn ascii_at(self) -> usize {
        self.at
    }

    /// Returns the bytes of `text`, which must be ASCII.
    #[must_use]
    pub fn spell(self, text: &str) -> Vec<u8> {
        let unit = |ascii: u8| (0..self.size).map(move |at| if at == self.at { ascii } else { 0 });
        text.bytes().flat_map(unit).collect()
    }

    /// Returns the byte that holds an ASCII character in the code unit `bytes`. Returns `None` if
    /// another byte is not 00, or if the unit is cut.
    #[must_use]
    pub fn ascii(self, bytes: &[u8]) -> Option<u8> {
        let is_ascii = bytes.iter().enumerate().all(|(at, &byte)| at == self.at || byte == 0);
        bytes.get(self.at).copied().filter(|_| is_ascii && bytes.len() == self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_the_ascii_character_of_a_unit() {
        let little = Unit::new(2, ByteOrder::Little);
        assert_eq!(little.ascii(b",\0"), Some(b','));
        assert_eq!(little.ascii(b"\0,"), None);
        let big = Unit::new(2, ByteOrder::Big);
        assert_eq!(big.ascii(b"\0,"), Some(b','));
        assert_eq!(big.ascii(b",\0"), None);
        assert_eq!(Unit::BYTE.ascii(b","), Some(b','));
    }

    #[test]
    fn returns_no_ascii_character_of_a_cut_unit() {
        assert_eq!(Unit::new(2, ByteOrder::Little).ascii(b","), None);
        assert_eq!(Unit::new(4, ByteOrder::Big).ascii(b"\0\0,"), None);
        assert_eq!(Unit::BYTE.ascii(b""), None);
    }
}
