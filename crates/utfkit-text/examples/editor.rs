//! The text of an editor: positions as in the Language Server Protocol, and steps by character and by
//! word.
//!
//! ```text
//! cargo run -p utfkit-text --example editor
//! ```

use utfkit::index::{ColumnUnit, Document, Position};
use utfkit_text::unicode::{grapheme_boundaries, words};

fn main() {
    let mut editor = Editor::new("naïve 👨‍👩‍👧\r\nend");
    editor.move_by_word();
    editor.insert(" text");
    editor.move_to(Position { line: 0, column: 99 });
    editor.backspace();
    println!("{:?} {:?}", editor.document.to_string(), editor.position());
}

/// A text with a cursor.
pub(crate) struct Editor {
    pub(crate) document: Document,
    /// The offset of the cursor in bytes.
    cursor: usize,
}

impl Editor {
    pub(crate) fn new(text: &str) -> Self {
        Self { document: Document::new(text), cursor: 0 }
    }

    /// Moves the cursor. A column after the end of its line means that end.
    pub(crate) fn move_to(&mut self, position: Position) {
        self.cursor = self.document.to_offset(position, ColumnUnit::Utf16Units);
    }

    /// Returns the line and column of the cursor, in UTF-16 units as editors send them.
    pub(crate) fn position(&self) -> Position {
        self.document.to_position(self.cursor, ColumnUnit::Utf16Units)
    }

    /// Inserts `text` before the cursor.
    pub(crate) fn insert(&mut self, text: &str) {
        self.document.replace(self.cursor..self.cursor, text);
        self.cursor += text.len();
    }

    /// Deletes what a reader calls the character before the cursor. At the start of a line, that is the
    /// line end.
    pub(crate) fn backspace(&mut self) {
        let line = self.position().line;
        let before = if self.position().column > 0 { line } else { line.saturating_sub(1) };
        let Some(start) = self.document.line(before).map(|line| line.start) else { return };
        let text = self.document.text(start..self.cursor);
        let last = grapheme_boundaries(&text).filter(|&at| at < text.len()).last();
        let from = start + last.unwrap_or(0);
        self.document.replace(from..self.cursor, "");
        self.cursor = from;
    }

    /// Moves the cursor to the end of the next word of its line, or to the end of the line.
    pub(crate) fn move_by_word(&mut self) {
        let end = Position { column: usize::MAX, ..self.position() };
        let end = self.document.to_offset(end, ColumnUnit::Utf16Units);
        let text = self.document.text(self.cursor..end);
        self.cursor += words(&text).next().map_or(text.len(), |word| word.end);
    }
}
