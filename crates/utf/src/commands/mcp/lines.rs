//! Lines of limited length.

use std::io::{self, BufRead};

/// The maximum length of a message, in bytes. The values of JSON need up to 80 times the memory of
/// their text. Two texts of the maximum length of `edit` fit, even if all of them is escaped.
pub(super) const MAX_LEN: usize = 2 << 20;

pub(super) enum Line {
    /// A line without its line feed.
    Text(Vec<u8>),
    /// A line that is too long. It was skipped.
    TooLong,
    /// The end of the input.
    End,
}

pub(super) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input }
    }

    /// Reads the next line. Memory is limited, even if the line is not.
    pub(super) fn read(&mut self) -> io::Result<Line> {
        let (mut line, mut is_too_long) = (Vec::new(), false);
        loop {
            let read = self.input.fill_buf()?;
            let end = memchr::memchr(b'\n', read);
            let part = &read[..end.unwrap_or(read.len())];
            is_too_long |= line.len() + part.len() > MAX_LEN;
            if is_too_long {
                line = Vec::new()
            } else {
                line.extend_from_slice(part)
            }
            let (is_end, len) = (read.is_empty(), part.len() + usize::from(end.is_some()));
            self.input.consume(len);
            match (end.is_some() || is_end, is_too_long) {
                (false, _) => {}
                (true, true) => return Ok(Line::TooLong),
                (true, false) if is_end && line.is_empty() => return Ok(Line::End),
                (true, false) => return Ok(Line::Text(line)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped() {
        let mut input = b"a\n\n".to_vec();
        input.resize(3 + MAX_LEN, b'x');
        input.extend(b"\n");
        input.resize(input.len() + MAX_LEN + 1, b'y');
        input.extend(b"\nb");
        let mut lines = Lines::new(io::Cursor::new(input));
        let mut lens = Vec::new();
        loop {
            match lines.read().unwrap() {
                Line::Text(line) => lens.push(Some(line.len())),
                Line::TooLong => lens.push(None),
                Line::End => break,
            }
        }
        assert_eq!(lens, [Some(1), Some(0), Some(MAX_LEN), None, Some(1)]);
    }
}
