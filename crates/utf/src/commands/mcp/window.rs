//! The lines of a text that a tool shows.

use super::program::Receiver;

/// The maximum number of lines.
const MAX_LINES: u64 = 2_000;
/// The maximum length of the lines, in bytes.
pub(super) const MAX_LEN: usize = 256 << 10;

/// Keeps the lines from a first one on, and counts all lines.
pub(super) struct Window {
    first: u64,
    last: u64,
    /// The number of the line in which the next byte is.
    line: u64,
    /// Whether that line has a byte.
    is_begun: bool,
    text: Vec<u8>,
    /// The number of the first wanted line that does not fit.
    left: Option<u64>,
    /// The length of the whole lines in `text`.
    whole: usize,
}

impl Window {
    /// Creates a window from the line `first` to the line `last`, which count from one.
    pub(super) fn new(first: u64, last: Option<u64>) -> Self {
        let last = last.unwrap_or(u64::MAX);
        let (text, left) = (Vec::new(), None);
        Self { first, last, line: 1, is_begun: false, text, left, whole: 0 }
    }

    /// Returns the text, and a description of its lines that says how to continue.
    pub(super) fn finish(mut self) -> (String, String) {
        let total = self.line - u64::from(!self.is_begun);
        let mut end = self.last.min(total);
        let mut next = String::new();
        if let Some(left) = self.left {
            let is_long = left == self.first;
            if is_long {
                // The first line alone is too long, so its beginning is shown.
                next = format!("\nline {left} is cut: it has more than {MAX_LEN} bytes");
            } else {
                self.text.truncate(self.whole);
            }
            end = left - u64::from(!is_long);
        }
        if end < total.min(self.last) {
            next += &format!("\nthere is more: read again with first_line {}", end + 1);
        }
        let lines = match end {
            _ if total == 0 => "lines: none, because the file is empty".to_owned(),
            _ if self.first > total => {
                format!("lines: none, because the file has {total} (use a smaller first_line)")
            }
            end => format!("lines: {} to {end} of {total}{next}", self.first),
        };
        let text = match String::from_utf8(self.text) {
            Ok(text) => text,
            // Only the end of a long line can be cut in a character.
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned()
            }
        };
        (text, lines)
    }

    /// Keeps a part of a line, if it is wanted and there is room.
    fn keep(&mut self, part: &[u8]) {
        let is_wanted = (self.first..=self.last).contains(&self.line) && self.left.is_none();
        if !is_wanted {
            return;
        }
        let room = MAX_LEN - self.text.len();
        if self.line - self.first >= MAX_LINES || part.len() > room {
            self.left = Some(self.line);
        }
        if self.line - self.first < MAX_LINES {
            self.text.extend_from_slice(&part[..part.len().min(room)]);
        }
    }
}

impl Receiver for Window {
    fn accept(&mut self, bytes: &[u8]) -> bool {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.keep(part);
            self.is_begun = !part.ends_with(b"\n");
            if !self.is_begun {
                self.line += 1;
                if self.left.is_none() {
                    self.whole = self.text.len();
                }
            }
        }
        // The rest of the text is only counted.
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, first: u64, last: Option<u64>) -> (String, String) {
        let mut window = Window::new(first, last);
        // Parts of a text end anywhere.
        text.as_bytes().chunks(7).for_each(|part| assert!(window.accept(part)));
        window.finish()
    }

    #[test]
    fn lines_are_counted_and_limited() {
        let pair = |text: &str, lines: &str| (text.to_owned(), lines.to_owned());
        assert_eq!(shown("a\nbc\nd", 1, None), pair("a\nbc\nd", "lines: 1 to 3 of 3"));
        let more = "lines: 2 to 2 of 3";
        assert_eq!(shown("a\nbc\nd\n", 2, Some(2)), pair("bc\n", more));
        let none = "lines: none, because the file has 1 (use a smaller first_line)";
        assert_eq!(shown("a\n", 2, None), pair("", none));
        let (text, lines) = shown(&"x\n".repeat(2_500), 11, None);
        assert_eq!(text.len(), 4_000);
        assert!(lines.ends_with(
            "lines: 11 to 2010 of 2500\nthere is more: read again with first_line 2011"
        ));
    }

    #[test]
    fn bytes_are_limited() {
        let long = format!("a\n{}\nb\n", "\u{E9}".repeat(200_000));
        let (text, lines) = shown(&long, 1, None);
        assert_eq!(text, "a\n");
        assert!(lines.contains("1 to 1 of 3") && lines.contains("first_line 2"), "{lines}");
        let (text, lines) = shown(&long, 2, None);
        assert!(text.len() > MAX_LEN - 4 && text.len() <= MAX_LEN);
        assert!(lines.contains("line 2 is cut") && lines.contains("first_line 3"), "{lines}");
        assert_eq!(shown(&long, 3, None).0, "b\n");
    }
}
