//! Finds the line and the column of an error without slowing down the conversion.
//!
//! A regular file is read again up to the error. For a stream, the output is counted instead: up to
//! the first error, it is the text of the input.

use std::{fmt, fs::File, ops::ControlFlow};

use utfkit::{
    Encoding,
    simd::{self, Form},
};

use super::plan::Plan;
use utfkit_text::streams::{Part, TextReader, block::BLOCK};

use crate::system::files::ReadAt;

/// A line and a column, both counted from 1. Columns count characters, without a BOM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    line: u64,
    column: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The source of positions.
pub(super) enum Tracker {
    /// The file itself: it is read again from `start`.
    File { start: u64 },
    /// The output, which is counted while it is written.
    Output(LineCounter),
    /// None: positions are unknown.
    None,
}

impl Tracker {
    /// Returns the tracker for an input that cannot be read again.
    pub(super) fn of_output(plan: &Plan) -> Self {
        // With a policy, the output contains text that is not in the input.
        let form = match plan.output.to.encoding() {
            Encoding::UsAscii => Some(Form::Utf8),
            to => to.form(plan.output_order()),
        };
        match form {
            Some(form) if plan.keeps_text() => Tracker::Output(LineCounter::new(form)),
            _ => Tracker::None,
        }
    }

    /// Counts `text`, a piece of the output. If `bom`, the output begins with a BOM.
    pub(super) fn count(&mut self, text: &[u8], bom: bool) {
        if let Tracker::Output(counter) = self {
            counter.begin(bom);
            counter.add(text);
        }
    }

    /// Returns the position of the byte at `offset`. A regular `file` is read again with `reader`.
    pub(super) fn position(
        &self,
        file: Option<&File>,
        offset: u64,
        reader: TextReader,
    ) -> Option<Position> {
        match self {
            _ if offset == 0 => Some(Position { line: 1, column: 1 }),
            Tracker::File { start } => read_to(file?, *start, offset, reader),
            Tracker::Output(counter) => Some(counter.position()),
            Tracker::None => None,
        }
    }
}

/// A counter of lines and characters.
pub(super) struct LineCounter {
    form: Form,
    lines: u64,
    /// The number of characters after the last line feed.
    characters: u64,
    begun: bool,
    /// Whether the text began with a BOM and no line has ended yet.
    bom: bool,
}

impl LineCounter {
    fn new(form: Form) -> Self {
        Self { form, lines: 0, characters: 0, begun: false, bom: false }
    }

    fn begin(&mut self, bom: bool) {
        if !self.begun {
            self.bom = bom;
        }
    }

    /// Counts `text`, which is well-formed and ends after a character.
    fn add(&mut self, text: &[u8]) {
        let kernels = simd::active();
        let mut line = text;
        let lines = kernels.lines(self.form, text);
        if lines > 0 {
            line = after_last_line_feed(self.form, text);
            self.lines += lines as u64;
            self.characters = 0;
            self.bom = false;
        }
        self.characters += kernels.length(self.form, Form::UTF32, line) as u64;
        self.begun |= !text.is_empty();
    }

    fn position(&self) -> Position {
        let before = self.characters.saturating_sub(u64::from(self.bom));
        Position { line: self.lines + 1, column: before + 1 }
    }
}

/// Returns the rest of `text` after its last line feed, or all of it if there is none.
fn after_last_line_feed(form: Form, text: &[u8]) -> &[u8] {
    let unit = form.unit();
    let at = match form {
        Form::Utf16Le | Form::Utf32Le => 0,
        _ => unit - 1,
    };
    let mut line_feed = [0; 4];
    line_feed[at] = b'\n';
    let last = text.chunks_exact(unit).rposition(|bytes| *bytes == line_feed[..unit]);
    last.map_or(text, |last| &text[(last + 1) * unit..])
}

/// Returns the position of the byte at `offset` after `start` in `file`, or `None` if the file has
/// changed.
fn read_to(file: &File, start: u64, offset: u64, mut reader: TextReader) -> Option<Position> {
    let mut counter = LineCounter::new(Form::Utf8);
    let mut count = |part: Part<'_>| match part {
        Part::Text(piece) => {
            counter.add(piece.text.as_bytes());
            ControlFlow::Continue(())
        }
        Part::IllFormed(_) | Part::Beyond(_) => ControlFlow::Break(()),
    };
    let mut block = vec![0; BLOCK];
    let mut done = 0;
    while done < offset {
        let most = block.len().min(usize::try_from(offset - done).unwrap_or(usize::MAX));
        let len = file.read_at(&mut block[..most], start + done).ok().filter(|&len| len > 0)?;
        done += len as u64;
        reader.feed(&block[..len], &mut count).continue_value()?;
    }
    let end = reader.finish(&mut count);
    // The bytes just before `offset` may be the start of a character that needs later bytes. Count
    // them as one character.
    counter.characters += u64::from(end.is_break());
    Some(counter.position())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position after `text`, which is counted in pieces of `size` bytes.
    fn position(form: Form, text: &[u8], size: usize, bom: bool) -> String {
        let mut counter = LineCounter::new(form);
        for piece in text.chunks(size) {
            counter.begin(bom);
            counter.add(piece);
        }
        counter.position().to_string()
    }

    #[test]
    fn lines_and_characters_are_counted_across_pieces() {
        assert_eq!(position(Form::Utf8, b"", 1, false), "1:1");
        assert_eq!(position(Form::Utf8, b"ab\ncd\n\nefg", 1, false), "4:4");
        assert_eq!(position(Form::Utf8, b"ab\ncd\n\nefg", 3, false), "4:4");
        assert_eq!(position(Form::Utf8, "a\n\u{20AC}\u{1F600}".as_bytes(), 99, false), "2:3");
        assert_eq!(position(Form::Utf16Le, b"a\0\n\0\x0A\x0Ab\0", 4, false), "2:3");
        assert_eq!(position(Form::Utf16Be, b"\0a\0\n\x0A\x0A\0b", 4, false), "2:3");
        assert_eq!(position(Form::Utf32Be, b"\0\0\0\n\0\0\0b", 4, false), "2:2");
    }

    #[test]
    fn columns_do_not_count_a_bom() {
        let text = "\u{FEFF}ab".as_bytes();
        assert_eq!(position(Form::Utf8, text, 4, true), "1:3");
        assert_eq!(position(Form::Utf8, text, 4, false), "1:4");
        assert_eq!(position(Form::Utf16Be, b"\xFE\xFF\0\n\0a", 2, true), "2:2");
    }
}
