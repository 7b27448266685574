//! The part of a line that a report shows.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use utfkit::utf8;

use crate::unicode::printable;

/// The maximum width of the text before or after an error, in columns of the terminal.
pub(super) const WIDTH: usize = 60;

/// The maximum length of that text in bytes. Characters without width would otherwise be shown
/// without a limit.
const ENOUGH: usize = 4 * WIDTH;

/// The part of the line around an error, made safe to print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context {
    /// The text before the error.
    pub before: String,
    /// The bytes of the error, each as `<NN>`.
    pub bytes: String,
    /// The text after the error.
    pub after: String,
}

/// The text of the current line before the current position, clipped at its start.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    shown: String,
}

impl Before {
    /// Returns the text to show.
    pub(super) fn shown(&self) -> String {
        clip_start(&self.shown).to_owned()
    }

    /// Starts a new line.
    pub(super) fn clear(&mut self) {
        self.shown.clear();
    }

    /// Appends `text`, which is well-formed and has no line feed.
    pub(super) fn push(&mut self, text: &[u8]) {
        let from = utf8::floor_boundary(text, text.len().saturating_sub(ENOUGH));
        let tail = &text[from..];
        if tail.len() < text.len() {
            self.shown.clear();
        }
        for chunk in utf8::chunks(tail) {
            chunk.text().chars().for_each(|character| push(&mut self.shown, character));
        }
        self.shorten();
    }

    /// Appends the bytes of an error.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        printable::push_bytes(&mut self.shown, bytes);
        self.shorten();
    }

    /// Drops text that will not be shown, only sometimes to save time.
    fn shorten(&mut self) {
        if self.shown.len() > 4 * ENOUGH {
            self.shown = clip_start(&self.shown).to_owned();
        }
    }
}

/// The text after an error on the same line, clipped at its end.
#[derive(Clone, Debug)]
pub(super) struct After {
    shown: String,
    /// The width that is left.
    room: usize,
    /// Whether the last character is a carriage return, which is not shown if it is part of the
    /// line end.
    after_return: bool,
    complete: bool,
}

impl After {
    /// Creates text of at most `room` columns.
    pub(super) fn with_width(room: usize) -> Self {
        Self { shown: String::with_capacity(room), room, after_return: false, complete: room == 0 }
    }

    /// Returns `true` if no more text will be shown.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the text to show.
    pub(super) fn into_shown(mut self) -> String {
        self.show_return();
        self.shown
    }

    /// Appends `text`; a line feed completes it.
    pub(super) fn push(&mut self, text: &str) {
        for character in text.chars() {
            if self.complete {
                return;
            }
            if character == '\n' {
                (self.complete, self.after_return) = (true, false);
                return;
            }
            self.show_return();
            self.after_return = character == '\r';
            if !self.after_return {
                self.show(|shown| push(shown, character));
            }
        }
    }

    /// Appends the bytes of an error.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        if !self.complete {
            self.show_return();
            self.show(|shown| printable::push_bytes(shown, bytes));
        }
    }

    fn show_return(&mut self) {
        if std::mem::take(&mut self.after_return) {
            self.show(|shown| printable::push(shown, '\r'));
        }
    }

    /// Reduces the room by the width that `push` appends.
    fn show(&mut self, push: impl FnOnce(&mut String)) {
        let from = self.shown.len();
        push(&mut self.shown);
        let width = self.shown[from..].chars().filter_map(UnicodeWidthChar::width).sum();
        self.room = self.room.saturating_sub(width);
        self.complete = self.room == 0 || self.shown.len() >= ENOUGH;
    }
}

/// Appends `character` in its visible form. A tab becomes blanks, so that marks below stay aligned.
fn push(out: &mut String, character: char) {
    match character {
        '\t' => out.push_str("    "),
        other => printable::push(out, other),
    }
}

/// Returns the end of `text` that fits the width.
fn clip_start(text: &str) -> &str {
    let mut start = text.len();
    let mut width = 0;
    for (at, character) in text.char_indices().rev() {
        width += if character.is_ascii() {
            1
        } else {
            UnicodeWidthStr::width(character.encode_utf8(&mut [0; 4]) as &str)
        };
        if width > WIDTH || text.len() - at > ENOUGH {
            break;
        }
        start = at;
    }
    &text[start..]
}
