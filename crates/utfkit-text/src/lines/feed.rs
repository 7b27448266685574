//! Line feeds in bytes of any encoding.

use memchr::{memchr_iter, memrchr_iter};
use utfkit::utf8;

use super::unit::Unit;

/// A line feed, U+000A, as one code unit of any size and byte order.
///
/// ```
/// use utfkit::encoding::ByteOrder;
/// use utfkit_text::lines::{Feed, Unit};
/// let feed = Feed::new(Unit::new(2, ByteOrder::Little));
/// assert_eq!(feed.first(b"a\0\n\0b\0"), Some(4));
/// // U+0A00 and U+000A: the second one.
/// assert_eq!(feed.first(b"\0\n\n\0"), Some(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    unit: Unit,
    bytes: Vec<u8>,
}

impl Feed {
    /// Returns the line feed in code units of this layout.
    #[must_use]
    pub fn new(unit: Unit) -> Self {
        Self { unit, bytes: unit.spell("\n") }
    }

    /// Returns the layout of the code units.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Returns the start of the line feed that has the byte at `found`, or `None` if that byte is
    /// not part of a line feed.
    fn starts(&self, bytes: &[u8], found: usize) -> Option<usize> {
        let start = found.checked_sub(self.unit.ascii_at())?;
        let is_feed = start.is_multiple_of(self.bytes.len())
            && bytes.get(start..start + self.bytes.len()) == Some(&self.bytes);
        is_feed.then_some(start)
    }

    /// Returns the offset after the first line feed in `bytes`, which begin at a code unit.
    #[must_use]
    pub fn first(&self, bytes: &[u8]) -> Option<usize> {
        let found = memchr_iter(b'\n', bytes).find_map(|found| self.starts(bytes, found));
        found.map(|start| start + self.bytes.len())
    }

    /// Returns the offset after the last line feed in `bytes`, which begin at a code unit.
    #[must_use]
    pub fn last(&self, bytes: &[u8]) -> Option<usize> {
        let found = memrchr_iter(b'\n', bytes).find_map(|found| self.starts(bytes, found));
        found.map(|start| start + self.bytes.len())
    }

    /// Returns the number of line feeds in `bytes`, which begin at a code unit.
    #[must_use]
    pub fn count(&self, bytes: &[u8]) -> u64 {
        let feeds = match self.bytes.len() {
            1 => utf8::count_lines(bytes),
            _ => memchr_iter(b'\n', bytes).filter(|&at| self.starts(bytes, at).is_some()).count(),
        };
        feeds as u64
    }
}

#[cfg(test)]
mod tests {
    use ByteOrder::{Big, Little};
    use utfkit::encoding::ByteOrder;

    use super::*;

    fn feed(bytes: usize, order: ByteOrder) -> Feed {
        Feed::new(Unit::new(bytes, order))
    }

    #[test]
    fn a_line_feed_is_a_code_unit() {
        // U+0A00, U+000A, U+0A0A, U+000A, U+0041.
        let text = [0x0A, 0, 0, 0x0A, 0x0A, 0x0A, 0, 0x0A, 0, 0x41];
        let big = feed(2, Big);
        assert_eq!((big.first(&text), big.last(&text), big.count(&text)), (Some(4), Some(8), 2));
        let little = feed(2, Little);
        assert_eq!(
            (little.first(&text), little.last(&text), little.count(&text)),
            (Some(2), Some(2), 1)
        );
        assert_eq!(feed(4, Little).first(&[0, 0, 0, 0x0A, 0x0A, 0, 0, 0]), Some(8));
        assert_eq!(feed(1, Big).count(b"a\n\n"), 2);
    }
}
