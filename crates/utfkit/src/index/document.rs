//! A text that an editor changes, with its lines and columns.

use alloc::string::String;
use core::{fmt, ops::Range};

use super::{ColumnUnit, Position, tree::Tree};

/// A text with its lines and columns, which stay correct when the text changes.
///
/// It follows the Language Server Protocol: a line ends with CR LF, or with a CR or a LF alone, and
/// a column beyond the end of a line means that end.
///
/// Offsets are in bytes. An offset inside a character means the start of that character, and an
/// offset beyond the end means the end.
///
/// Cost: creating it takes one pass and a copy of the text. Lookups and changes take logarithmic
/// time, and read at most about 4 KiB of text. A change also copies the new text.
///
/// ```
/// use utfkit::index::{ColumnUnit, Document, Position};
/// let mut document = Document::new("one\r\nt😀wo\rthree");
/// let at = |column| Position { line: 1, column };
/// assert_eq!(document.to_position(10, ColumnUnit::Utf16Units), at(3));
/// assert_eq!(document.to_offset(at(3), ColumnUnit::Utf16Units), 10);
/// assert_eq!(document.to_offset(at(99), ColumnUnit::Utf16Units), 12);
/// document.replace(0..5, "");
/// assert_eq!(document.to_string(), "t😀wo\rthree");
/// assert_eq!((document.lines(), document.line(1)), (2, Some(8..13)));
/// ```
#[doc(alias("LSP", "rope", "TextDocument"))]
#[derive(Clone, Debug, Default)]
pub struct Document {
    tree: Tree,
}

impl Document {
    /// Creates the document of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { tree: Tree::new(text) }
    }

    /// Returns the length in bytes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tree.len()
    }

    /// Returns `true` if there is no text.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of lines: the number of line ends plus one.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.tree.summary.breaks + 1
    }

    /// Replaces the text of `range` with `text`. If the range ends before it starts, `text` is
    /// inserted at its start.
    ///
    /// ```
    /// let mut document = utfkit::index::Document::new("naïve");
    /// document.replace(2..4, "i");
    /// document.replace(9..9, "!");
    /// assert_eq!(document.to_string(), "naive!");
    /// ```
    pub fn replace(&mut self, range: Range<usize>, text: &str) {
        let range = self.boundaries(range);
        self.tree.replace(range, text);
    }

    /// Returns the text of `range`.
    ///
    /// ```
    /// let document = utfkit::index::Document::new("naïve");
    /// assert_eq!(document.text(2..4), "ï");
    /// ```
    #[must_use]
    pub fn text(&self, range: Range<usize>) -> String {
        let range = self.boundaries(range);
        let mut text = String::with_capacity(range.len());
        self.tree.each(range, &mut |piece| text.push_str(piece));
        text
    }

    /// Returns the byte range of line `line`, counted from 0, with its line end; `None` if there is
    /// no such line.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<Range<usize>> {
        let end = match line.checked_add(1)? {
            next if next < self.lines() => self.tree.end_of_break(next),
            next if next == self.lines() => self.len(),
            _ => return None,
        };
        let start = if line == 0 { 0 } else { self.tree.end_of_break(line) };
        Some(start..end)
    }

    /// Returns the line and column of byte `offset`. Between CR and LF, it is the end of the line.
    ///
    /// ```
    /// use utfkit::index::{ColumnUnit, Document, Position};
    /// let document = Document::new("a\r\nb");
    /// let position = |offset| document.to_position(offset, ColumnUnit::CodePoints);
    /// assert_eq!(position(2), Position { line: 0, column: 1 });
    /// assert_eq!(position(3), Position { line: 1, column: 0 });
    /// ```
    #[must_use]
    pub fn to_position(&self, offset: usize, unit: ColumnUnit) -> Position {
        let mut at = self.tree.floor_boundary(offset);
        let mut before = self.tree.before(at);
        if before.ends_with_cr && self.tree.byte(at) == Some(b'\n') {
            at -= 1;
            before = self.tree.before(at);
        }
        let line = before.breaks;
        let start = if line == 0 { 0 } else { self.tree.end_of_break(line) };
        let column = before.count.of(unit) - self.tree.before(start).count.of(unit);
        Position { line, column }
    }

    /// Returns the offset of `position` in bytes. A column beyond the end of its line means that
    /// end, before the line end. A line beyond the last one means the end of the text. A column
    /// inside a character means the start of that character.
    ///
    /// ```
    /// use utfkit::index::{ColumnUnit, Document, Position};
    /// let document = Document::new("ab\r\n😀");
    /// let offset = |line, column| {
    ///     document.to_offset(Position { line, column }, ColumnUnit::Utf16Units)
    /// };
    /// assert_eq!([offset(0, 9), offset(1, 1), offset(1, 2), offset(7, 0)], [2, 4, 8, 8]);
    /// ```
    #[must_use]
    pub fn to_offset(&self, position: Position, unit: ColumnUnit) -> usize {
        let Some(line) = self.line(position.line) else { return self.len() };
        let before = self.tree.before(line.start).count.of(unit);
        let found = self.tree.seek(before.saturating_add(position.column), unit);
        found.min(self.end_of_text(line))
    }

    /// Returns the end of `line`, a whole line, without its line end.
    fn end_of_text(&self, line: Range<usize>) -> usize {
        let is = |at: usize, byte| at > line.start && self.tree.byte(at - 1) == Some(byte);
        let mut end = line.end;
        if is(end, b'\n') {
            end -= 1;
            return if is(end, b'\r') { end - 1 } else { end };
        }
        end -= usize::from(is(end, b'\r'));
        end
    }

    fn boundaries(&self, range: Range<usize>) -> Range<usize> {
        let start = self.tree.floor_boundary(range.start);
        start..self.tree.floor_boundary(range.end).max(start)
    }
}

impl From<&str> for Document {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// Writes the text.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        self.tree
            .each(0..self.len(), &mut |piece| result = result.and_then(|()| f.write_str(piece)));
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{string::ToString, vec, vec::Vec};

    const UNITS: [ColumnUnit; 3] =
        [ColumnUnit::Bytes, ColumnUnit::Utf16Units, ColumnUnit::CodePoints];

    /// Returns the starts of the lines of `text`.
    fn starts(text: &str) -> Vec<usize> {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let is_end = |at: &usize| {
            bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        };
        starts.extend((0..bytes.len()).filter(is_end).map(|at| at + 1));
        starts
    }

    fn units(text: &str, unit: ColumnUnit) -> usize {
        match unit {
            ColumnUnit::Bytes => text.len(),
            ColumnUnit::Utf16Units => text.encode_utf16().count(),
            ColumnUnit::CodePoints => text.chars().count(),
        }
    }

    fn check(document: &Document, text: &str, offsets: impl Iterator<Item = usize>) {
        let starts = starts(text);
        assert_eq!((document.lines(), document.len()), (starts.len(), text.len()));
        for offset in offsets {
            let mut at = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
            if text[..at.unwrap()].ends_with('\r') && text[at.unwrap()..].starts_with('\n') {
                at = at.map(|at| at - 1);
            }
            let at = at.unwrap();
            let line = starts.partition_point(|&start| start <= at) - 1;
            let end = starts.get(line + 1).copied().unwrap_or(text.len());
            assert_eq!(document.line(line), Some(starts[line]..end));
            let content = text[starts[line]..end].trim_end_matches(['\r', '\n']).len();
            for unit in UNITS {
                let column = units(&text[starts[line]..at], unit);
                let position = Position { line, column };
                assert_eq!(document.to_position(offset, unit), position, "{offset}");
                assert_eq!(document.to_offset(position, unit), at, "{offset}");
                let far = Position { line, column: usize::MAX };
                assert_eq!(document.to_offset(far, unit), starts[line] + content);
            }
        }
        assert_eq!(document.line(starts.len()), None);
        assert_eq!(document.line(usize::MAX), None);
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % end.max(1) as u64) as usize
        }
    }

    #[test]
    fn a_document_is_its_text_after_any_change() {
        let pieces = ["a", "\r", "\n", "\r\n", "\u{E9}", "\u{1F600}", "word ", ""];
        for seed in 1..40 {
            let mut random = Random(seed * 0x9E37_79B9);
            let start = "line\r\n".repeat(random.below(2000));
            let (mut document, mut text) = (Document::new(&start), start);
            for _ in 0..40 {
                let mut ends = [random.below(text.len() + 1), random.below(text.len() + 1)];
                ends.sort();
                if random.below(4) > 0 {
                    ends[1] = ends[0] + random.below(4).min(text.len() - ends[0]);
                }
                let [start, end] =
                    ends.map(|at| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap());
                let times = [1, 3, 3000][random.below(3)];
                let new = pieces[random.below(pieces.len())].repeat(times);
                text.replace_range(start..end, &new);
                document.replace(ends[0]..ends[1], &new);
                document.tree.check();
                let near = start.saturating_sub(5)..=start + 5;
                check(&document, &text, near.chain([0, usize::MAX, random.below(text.len())]));
            }
            assert_eq!(document.to_string(), text);
        }
    }

    #[test]
    fn the_tree_stays_low_while_a_person_types() {
        let mut document = Document::default();
        let mut random = Random(7);
        for _ in 0..50_000 {
            let at = random.below(document.len() + 1);
            document.replace(at..at, "ab\r\n");
        }
        let (height, leaves) = document.tree.check();
        assert!(leaves < 400 && height < 14, "{height}, {leaves}");
        document.replace(0..document.len(), "");
        assert_eq!((document.len(), document.lines(), document.line(0)), (0, 1, Some(0..0)));
    }
}
