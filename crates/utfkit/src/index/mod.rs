//! Converts offsets to lines and columns, and back.
//!
//! [`LineIndex`] is for a text that does not change, whose lines end with a line feed. [`Document`]
//! is for an editor: it changes, and its lines are those of the Language Server Protocol.

mod count;
mod document;
mod tree;

use alloc::vec::Vec;
use core::ops::Range;

pub use count::ColumnUnit;
pub use document::Document;

use crate::{
    form::{Form, boundary},
    simd,
};
use count::{Count, count, walk};

/// A position in a text: line and column, both from 0 as in the Language Server Protocol.
///
/// People count from 1, so add 1 to both before you print them.
#[doc(alias = "line and column")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The number of lines before it.
    pub line: usize,
    /// The number of units of its line before it.
    pub column: usize,
}

/// Finds the line and column of an offset in a UTF-8 text, and the offset of a line and column.
///
/// It owns or borrows the text: `T` is `&str`, `&[u8]`, `String`, `Vec<u8>`, ...
///
/// A line ends with its line feed, with or without a carriage return before it. A carriage return
/// alone does not end a line. A BOM is a character of the first line. Ill-formed text is allowed.
/// Each maximal subpart (Unicode D93b) counts as one code point and one UTF-16 unit, like the
/// U+FFFD that is shown for it.
///
/// Cost: one pass over the text to create the index, then 8 bytes of memory per line and 24 per 4
/// KiB of text. A lookup takes two binary searches and reads at most about 8 KiB of text, no matter
/// how long the line is.
///
/// ```
/// use utfkit::index::{ColumnUnit, LineIndex, Position};
/// let index = LineIndex::new("one\nt😀wo\n");
/// let place = Position { line: 1, column: 3 };
/// assert_eq!(index.to_position(9, ColumnUnit::Utf16Units), place);
/// assert_eq!(index.to_offset(place, ColumnUnit::Utf16Units), Some(9));
/// assert_eq!(index.to_position(9, ColumnUnit::CodePoints).column, 2);
/// assert_eq!(index.to_position(9, ColumnUnit::Bytes).column, 5);
/// ```
#[doc(alias("LSP", "line number", "column"))]
#[derive(Clone, Debug)]
pub struct LineIndex<T> {
    text: T,
    /// The offsets of the starts of lines; the first is 0.
    starts: Vec<usize>,
    /// The counts before the start of each block.
    checkpoints: Vec<Count>,
}

/// The distance of the checkpoints, in bytes.
const BLOCK: usize = 4 << 10;

impl<T: AsRef<[u8]>> LineIndex<T> {
    /// Creates the index of `text`, in one pass.
    #[must_use]
    pub fn new(text: T) -> Self {
        let bytes = text.as_ref();
        let (starts, checkpoints) = (starts(bytes), checkpoints(bytes));
        Self { text, starts, checkpoints }
    }

    /// Returns the text.
    #[must_use]
    pub const fn text(&self) -> &T {
        &self.text
    }

    /// Returns the text and drops the index.
    #[must_use]
    pub fn into_text(self) -> T {
        self.text
    }

    /// Returns the number of lines: the number of line feeds plus one, so that every offset has a
    /// line.
    ///
    /// ```
    /// use utfkit::index::LineIndex;
    /// assert_eq!(LineIndex::new("one\ntwo\n").lines(), 3);
    /// ```
    #[must_use]
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// Returns the byte range of line `line`, counted from 0, with its line feed; `None` if there
    /// is no such line.
    ///
    /// ```
    /// use utfkit::index::LineIndex;
    /// let index = LineIndex::new("one\ntwo");
    /// assert_eq!((index.line(0), index.line(1), index.line(2)), (Some(0..4), Some(4..7), None));
    /// ```
    #[must_use]
    pub fn line(&self, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line)?;
        Some(start..self.starts.get(line + 1).copied().unwrap_or(self.bytes().len()))
    }

    /// Returns the line and column of byte `offset`.
    ///
    /// An offset inside a character has the column of the character, unless columns are bytes. An
    /// offset beyond the end is treated as the end.
    ///
    /// ```
    /// use utfkit::index::{ColumnUnit, LineIndex, Position};
    /// let index = LineIndex::new("one\nnaïve");
    /// let position = index.to_position(8, ColumnUnit::CodePoints);
    /// assert_eq!(position, Position { line: 1, column: 3 });
    /// ```
    #[must_use]
    pub fn to_position(&self, offset: usize, unit: ColumnUnit) -> Position {
        let offset = offset.min(self.bytes().len());
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = match unit {
            ColumnUnit::Bytes => offset - start,
            _ => self.between(start, boundary::floor(self.bytes().into(), offset), unit),
        };
        Position { line, column }
    }

    /// Returns the offset of `position` in bytes; `None` if there is no such line or column.
    ///
    /// The last column of a line is that of its line feed or of the end of the text. A column
    /// inside a character has the offset of the character, unless columns are bytes.
    ///
    /// In the Language Server Protocol, a column that is too great means the end of the line. Take
    /// that end from [`line`](Self::line).
    ///
    /// ```
    /// use utfkit::index::{ColumnUnit, LineIndex, Position};
    /// let index = LineIndex::new("one\nnaïve");
    /// let offset = |column| index.to_offset(Position { line: 1, column }, ColumnUnit::CodePoints);
    /// assert_eq!((offset(3), offset(6)), (Some(8), None));
    /// ```
    #[must_use]
    pub fn to_offset(&self, position: Position, unit: ColumnUnit) -> Option<usize> {
        let line = self.line(position.line)?;
        let has_line_feed = position.line + 1 < self.lines();
        let end = line.end - usize::from(has_line_feed);
        match unit {
            ColumnUnit::Bytes => {
                line.start.checked_add(position.column).filter(|&offset| offset <= end)
            }
            _ => self.advance(line.start, end, position.column, unit),
        }
    }

    fn bytes(&self) -> &[u8] {
        self.text.as_ref()
    }

    /// Counts the units of `range`. The result is zero if `as_ref` now returns a shorter text.
    fn count(&self, range: Range<usize>) -> Count {
        self.bytes().get(range).map_or(Count::default(), count)
    }

    /// Returns the number of units between two boundaries.
    fn between(&self, start: usize, end: usize, unit: ColumnUnit) -> usize {
        if end.saturating_sub(start) <= BLOCK {
            return self.count(start..end).of(unit);
        }
        self.before(end).of(unit).saturating_sub(self.before(start).of(unit))
    }

    /// Returns the counts before a boundary.
    fn before(&self, at: usize) -> Count {
        let block = at / BLOCK;
        let checkpoint = self.checkpoints.get(block).copied().unwrap_or_default();
        checkpoint + self.count(block_start(self.bytes(), block)..at)
    }

    /// Returns the boundary `columns` units after `start`, at most `end`.
    fn advance(&self, start: usize, end: usize, columns: usize, unit: ColumnUnit) -> Option<usize> {
        let (mut from, mut left) = (start, columns);
        if end.saturating_sub(start) > BLOCK {
            let target = self.before(start).of(unit).saturating_add(columns);
            let block = self.checkpoints.partition_point(|count| count.of(unit) <= target);
            let checkpoint = self.checkpoints.get(block.saturating_sub(1))?;
            if checkpoint.bytes > start {
                (from, left) = (checkpoint.bytes, target - checkpoint.of(unit));
            }
        }
        // The position is before the next checkpoint, and a character may reach across that
        // checkpoint.
        let stop = end.min(boundary::ceil(self.bytes().into(), from + BLOCK + 3));
        walk(self.bytes().get(from..stop)?, left, unit).map(|bytes| from + bytes)
    }
}

/// Returns the offsets of the starts of the lines of `bytes`.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let line_feeds = simd::active().lines(Form::Utf8, bytes);
    let mut starts = Vec::with_capacity(line_feeds + 1);
    starts.push(0);
    let ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    starts.extend(ends.map(|(at, _)| at + 1));
    starts
}

/// Returns the counts before the start of each block of `bytes`.
fn checkpoints(bytes: &[u8]) -> Vec<Count> {
    let blocks = bytes.len() / BLOCK;
    let mut checkpoints = Vec::with_capacity(blocks + 1);
    let mut before = Count::default();
    checkpoints.push(before);
    for block in 1..=blocks {
        before = before + count(&bytes[before.bytes..block_start(bytes, block)]);
        checkpoints.push(before);
    }
    checkpoints
}

/// Returns the start of block `block`, or the start of the character that reaches across it.
fn block_start(bytes: &[u8], block: usize) -> usize {
    boundary::floor(bytes.into(), block * BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{slices::utf8, testing};
    use std::{string::String, vec};

    const UNITS: [ColumnUnit; 3] =
        [ColumnUnit::Bytes, ColumnUnit::Utf16Units, ColumnUnit::CodePoints];

    /// Returns the expected position, counted from the start of the text with the standard library.
    fn expected(bytes: &[u8], offset: usize, unit: ColumnUnit) -> Position {
        let before = &bytes[..offset];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let shown = String::from_utf8_lossy(&bytes[start..utf8::floor_boundary(bytes, offset)]);
        let column = match unit {
            ColumnUnit::Bytes => offset - start,
            ColumnUnit::Utf16Units => shown.encode_utf16().count(),
            ColumnUnit::CodePoints => shown.chars().count(),
        };
        Position { line, column }
    }

    fn check(index: &LineIndex<&[u8]>, offset: usize) {
        let bytes = *index.text();
        for unit in UNITS {
            let position = index.to_position(offset, unit);
            assert_eq!(position, expected(bytes, offset, unit), "{offset}");
            let character = utf8::floor_boundary(bytes, offset);
            let back = if unit == ColumnUnit::Bytes { offset } else { character };
            assert_eq!(index.to_offset(position, unit), Some(back), "{offset}");
        }
    }

    #[test]
    fn every_offset_of_short_texts_comes_back() {
        testing::hostile(|bytes| {
            let index = LineIndex::new(bytes);
            (0..=bytes.len()).for_each(|offset| check(&index, offset));
        });
        let text = "a\r\n\u{1F600}\u{E9}\rb\n\n".as_bytes();
        let index = LineIndex::new(text);
        (0..=text.len()).for_each(|offset| check(&index, offset));
    }

    #[test]
    fn long_lines_are_looked_up_from_their_checkpoints() {
        for shift in 0..5 {
            let mut bytes = vec![b'a'; shift];
            bytes.extend_from_slice(b"\n");
            bytes.extend("\u{1F600}".repeat(2 * BLOCK).bytes());
            bytes.extend_from_slice(b"\xE2\x82\xFF\nb");
            let index = LineIndex::new(&bytes[..]);
            let offsets = (0..bytes.len()).filter(|at| at % BLOCK < 6 || at % 1009 == 0);
            offsets.for_each(|offset| check(&index, offset));
        }
    }

    #[test]
    fn positions_that_do_not_exist() {
        let index = LineIndex::new("a\n\u{1F600}\n");
        let offset = |line, column, unit| index.to_offset(Position { line, column }, unit);
        assert_eq!(offset(0, 2, ColumnUnit::CodePoints), None);
        assert_eq!(offset(1, 1, ColumnUnit::Utf16Units), Some(2));
        assert_eq!(offset(1, 2, ColumnUnit::Utf16Units), Some(6));
        assert_eq!(offset(2, 0, ColumnUnit::Bytes), Some(7));
        assert_eq!(offset(3, 0, ColumnUnit::Bytes), None);
        for unit in UNITS {
            assert_eq!(offset(0, usize::MAX, unit), None);
            assert_eq!(offset(usize::MAX, 0, unit), None);
            assert_eq!(index.to_position(usize::MAX, unit), Position { line: 2, column: 0 });
        }
        assert_eq!(LineIndex::new("").to_position(0, ColumnUnit::Bytes), Position::default());
    }
}
