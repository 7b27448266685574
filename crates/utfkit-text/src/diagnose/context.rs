//! A stretch of a line, as wide as is worth showing.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use utfkit::utf8;

use crate::unicode::printable;

/// How wide a stretch before or behind a mistake may be, in columns of the terminal.
pub(super) const WIDTH: usize = 60;

/// How many bytes of text are enough to fill a stretch: a character of four bytes may have no
/// width of its own, but a run of those is not worth showing in full.
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

/// What stands before the place where reading is, on the same line, clipped at its start.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    shown: String,
}

impl Before {
    /// What is shown.
    pub(super) fn shown(&self) -> String {
        clip_start(&self.shown).to_owned()
    }

    /// A new line begins.
    pub(super) fn clear(&mut self) {
        self.shown.clear();
    }

    /// The line goes on with `text`, which is well-formed and has no line feed.
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

    /// The line goes on with bytes that are no text.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        printable::push_bytes(&mut self.shown, bytes);
        self.shorten();
    }

    /// Forgets what will not be shown, now and then.
    fn shorten(&mut self) {
        if self.shown.len() > 4 * ENOUGH {
            self.shown = clip_start(&self.shown).to_owned();
        }
    }
}

/// What stands behind a mistake on the same line, clipped at its end.
#[derive(Clone, Debug)]
pub(super) struct After {
    shown: String,
    /// How wide that may still become.
    room: usize,
    /// Whether a carriage return was the last; as a part of the line's end it is not shown.
    returned: bool,
    complete: bool,
}

impl After {
    /// What may become `room` columns wide.
    pub(super) fn of_width(room: usize) -> Self {
        Self { shown: String::with_capacity(room), room, returned: false, complete: room == 0 }
    }

    /// Whether all that will be shown is there.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// What is shown.
    pub(super) fn into_shown(mut self) -> String {
        self.show_return();
        self.shown
    }

    /// The text goes on with `text`; a line feed ends the stretch.
    pub(super) fn push(&mut self, text: &str) {
        for character in text.chars() {
            if self.complete {
                return;
            }
            if character == '\n' {
                (self.complete, self.returned) = (true, false);
                return;
            }
            self.show_return();
            self.returned = character == '\r';
            if !self.returned {
                self.show(|shown| push(shown, character));
            }
        }
    }

    /// The text goes on with bytes that are no text.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        if !self.complete {
            self.show_return();
            self.show(|shown| printable::push_bytes(shown, bytes));
        }
    }

    fn show_return(&mut self) {
        if std::mem::take(&mut self.returned) {
            self.show(|shown| printable::push(shown, '\r'));
        }
    }

    /// Takes what `push` appends off the room.
    fn show(&mut self, push: impl FnOnce(&mut String)) {
        let from = self.shown.len();
        push(&mut self.shown);
        let width = self.shown[from..].chars().filter_map(UnicodeWidthChar::width).sum();
        self.room = self.room.saturating_sub(width);
        self.complete = self.room == 0 || self.shown.len() >= ENOUGH;
    }
}

/// Appends `character` as it is shown in a context: a tab as blanks, which cannot disturb the
/// marks.
fn push(out: &mut String, character: char) {
    match character {
        '\t' => out.push_str("    "),
        other => printable::push(out, other),
    }
}

/// The end of `text` that is as wide as is shown.
fn clip_start(text: &str) -> &str {
    let mut start = text.len();
    let mut width = 0;
    for (at, character) in text.char_indices().rev() {
        width += match character.is_ascii() {
            true => 1,
            false => UnicodeWidthStr::width(character.encode_utf8(&mut [0; 4]) as &str),
        };
        if width > WIDTH || text.len() - at > ENOUGH {
            break;
        }
        start = at;
    }
    &text[start..]
}
