//! Line feeds in bytes of any encoding.

use memchr::{memchr_iter, memrchr_iter};
use utfkit::utf8;

use crate::args::unit::Unit;

/// How far whole items go in some bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Behind the last byte of the last one; 0 if none ends.
    pub end: usize,
    /// How many records end; of lines, nobody asks.
    pub records: u64,
}

impl Run {
    /// The same of code units of so many bytes.
    pub(super) fn scaled(self, unit: usize) -> Self {
        Self { end: self.end * unit, ..self }
    }

    /// The same behind so many bytes, which end nothing.
    pub(super) fn behind(self, bytes: usize) -> Self {
        Self { end: if self.end == 0 { 0 } else { bytes + self.end }, ..self }
    }
}

/// U+000A as its bytes: one code unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    unit: Unit,
    bytes: Vec<u8>,
}

impl Feed {
    /// That of such code units.
    pub fn new(unit: Unit) -> Self {
        Self { unit, bytes: unit.spell("\n") }
    }

    /// How many bytes a code unit has.
    pub fn unit(&self) -> usize {
        self.unit.bytes()
    }

    /// The code unit of ASCII that `unit` is, or a letter for any other.
    pub fn ascii(&self, unit: &[u8]) -> u8 {
        self.unit.ascii(unit).filter(u8::is_ascii).unwrap_or(b'x')
    }

    /// Where a line feed is, if the byte `found` is of one.
    fn starts(&self, bytes: &[u8], found: usize) -> Option<usize> {
        let start = found.checked_sub(self.unit.place())?;
        let is_feed = start.is_multiple_of(self.bytes.len())
            && bytes.get(start..start + self.bytes.len()) == Some(&self.bytes);
        is_feed.then_some(start)
    }

    /// Behind the first line feed in `bytes`, which begin at a code unit.
    pub fn first(&self, bytes: &[u8]) -> Option<usize> {
        let found = memchr_iter(b'\n', bytes).find_map(|found| self.starts(bytes, found));
        found.map(|start| start + self.bytes.len())
    }

    /// Behind the last line feed.
    pub fn last(&self, bytes: &[u8]) -> Option<usize> {
        let found = memrchr_iter(b'\n', bytes).find_map(|found| self.starts(bytes, found));
        found.map(|start| start + self.bytes.len())
    }

    /// How many line feeds there are.
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
    use super::*;

    fn feed(bytes: usize, little: bool) -> Feed {
        Feed::new(Unit::new(bytes, little))
    }

    #[test]
    fn a_line_feed_is_a_code_unit() {
        // U+0A00, U+000A, U+0A0A, U+000A, U+0041.
        let text = [0x0A, 0, 0, 0x0A, 0x0A, 0x0A, 0, 0x0A, 0, 0x41];
        let big = feed(2, false);
        assert_eq!((big.first(&text), big.last(&text), big.count(&text)), (Some(4), Some(8), 2));
        let little = feed(2, true);
        assert_eq!(
            (little.first(&text), little.last(&text), little.count(&text)),
            (Some(2), Some(2), 1)
        );
        assert_eq!(feed(4, true).first(&[0, 0, 0, 0x0A, 0x0A, 0, 0, 0]), Some(8));
        assert_eq!(feed(1, false).count(b"a\n\n"), 2);
        assert_eq!(feed(2, true).ascii(b",\0"), b',');
        assert_eq!(feed(2, true).ascii(b"\0,"), b'x');
    }
}
