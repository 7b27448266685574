//! Changes line ends. A line end is a line feed with the carriage returns directly before it, or a
//! carriage return without a line feed after it.

use memchr::{memchr, memchr2};

/// The form of line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eol {
    /// As they are
    #[default]
    Keep,
    /// U+000A, as on Unix
    Lf,
    /// U+000D U+000A, as on Windows and in network protocols
    Crlf,
    /// U+000D, as on the classic Mac OS
    Cr,
}

impl Eol {
    /// Every form.
    pub const ALL: &[Self] = &[Self::Keep, Self::Lf, Self::Crlf, Self::Cr];

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Lf => "lf",
            Self::Crlf => "crlf",
            Self::Cr => "cr",
        }
    }
}

/// Changes all line ends of a stream to one form. The pieces of the stream may be cut anywhere.
///
/// Applying the same change twice has the same result as once.
#[derive(Debug)]
pub struct Stream {
    end: &'static str,
    /// The number of carriage returns at the end of the text so far. The next character decides
    /// whether they are one line end or several. More than [`MAX`](Self::MAX) mean that one waits.
    returns: usize,
    merged: u64,
    changed: bool,
}

impl Stream {
    /// The maximum number of carriage returns before a line feed that are one line end with it. In
    /// a longer run, each is a line end. So the number of waiting characters is bounded.
    const MAX: usize = 64;

    /// Creates the stream for `eol`, or returns `None` if `eol` keeps all line ends.
    pub fn new(eol: Eol) -> Option<Self> {
        let end = match eol {
            Eol::Keep => return None,
            Eol::Lf => "\n",
            Eol::Crlf => "\r\n",
            Eol::Cr => "\r",
        };
        Some(Self { end, returns: 0, merged: 0, changed: false })
    }

    /// Changes the line ends of `text`, the next piece of the stream, and appends the settled
    /// result to `out`.
    pub fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            let returns = rest.bytes().take_while(|&byte| byte == b'\r').count();
            if returns > 0 {
                self.add(returns, out);
                rest = &rest[returns..];
            } else if let Some(after) = rest.strip_prefix('\n') {
                self.end_line(out);
                rest = after;
            } else {
                self.release(out);
                let plain = self.next_end(rest);
                out.push_str(&rest[..plain]);
                rest = &rest[plain..];
            }
        }
    }

    /// Ends the stream, and appends the rest of the result to `out`.
    pub fn finish(&mut self, out: &mut String) {
        self.release(out);
    }

    /// Returns the number of line ends that had more than one carriage return, such as CR CR LF.
    pub fn merged(&self) -> u64 {
        self.merged
    }

    /// Returns `true` if a line end was changed.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Returns the offset of the first character in `text` that may belong to a line end to change.
    fn next_end(&self, text: &str) -> usize {
        let bytes = text.as_bytes();
        let found = match self.end {
            // Line feeds alone are already correct.
            "\n" => memchr(b'\r', bytes),
            _ => memchr2(b'\r', b'\n', bytes),
        };
        found.unwrap_or(bytes.len())
    }

    fn add(&mut self, returns: usize, out: &mut String) {
        let total = self.returns.saturating_add(returns);
        if total <= Self::MAX {
            self.returns = total;
            return;
        }
        let settled = if self.returns > Self::MAX { returns } else { total - 1 };
        self.end_lines(settled, out);
        self.returns = Self::MAX + 1;
    }

    /// Ends a line at a line feed after the waiting carriage returns.
    fn end_line(&mut self, out: &mut String) {
        let returns = self.waiting();
        self.merged += u64::from(returns > 1);
        let is_same = match self.end {
            "\n" => returns == 0,
            "\r\n" => returns == 1,
            _ => false,
        };
        self.changed |= !is_same;
        out.push_str(self.end);
        self.returns = 0;
    }

    /// Ends a line at each of the waiting carriage returns.
    fn release(&mut self, out: &mut String) {
        self.end_lines(self.waiting(), out);
        self.returns = 0;
    }

    /// Ends `count` lines at carriage returns alone.
    fn end_lines(&mut self, count: usize, out: &mut String) {
        self.changed |= count > 0 && self.end != "\r";
        out.extend(std::iter::repeat_n(self.end, count));
    }

    const fn waiting(&self) -> usize {
        if self.returns > Self::MAX { 1 } else { self.returns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes the line ends of `text`, which must be ASCII, in pieces of `size` bytes.
    fn changed(eol: Eol, text: &str, size: usize) -> String {
        let (mut stream, mut out) = (Stream::new(eol).unwrap(), String::new());
        for piece in text.as_bytes().chunks(size) {
            stream.push(std::str::from_utf8(piece).unwrap(), &mut out);
        }
        stream.finish(&mut out);
        out
    }

    #[test]
    fn a_line_feed_becomes_a_carriage_return_once() {
        for (text, cr) in [("a\r\nb\nc\rd", "a\rb\rc\rd"), ("\r\r\n\r", "\r\r")] {
            (1..=text.len()).for_each(|size| assert_eq!(changed(Eol::Cr, text, size), cr));
            assert_eq!(changed(Eol::Cr, cr, 1), cr);
        }
    }

    #[test]
    fn line_ends_are_changed_however_the_text_is_cut() {
        let many = "\r".repeat(66) + "\n";
        let most = "\r".repeat(64) + "\n";
        for (text, lf, crlf) in [
            ("", "", ""),
            ("a\r\nb\nc", "a\nb\nc", "a\r\nb\r\nc"),
            ("\n\r\n\r", "\n\n\n", "\r\n\r\n\r\n"),
            ("a\rb\r\rc\r\r\nd", "a\nb\n\nc\nd", "a\r\nb\r\n\r\nc\r\nd"),
            (&most, "\n", "\r\n"),
            (&many, &"\n".repeat(66), &"\r\n".repeat(66)),
        ] {
            for size in 1..=text.len().max(1) {
                assert_eq!(changed(Eol::Lf, text, size), lf, "{text:?} by {size}");
                assert_eq!(changed(Eol::Crlf, text, size), crlf, "{text:?} by {size}");
            }
            assert_eq!(changed(Eol::Lf, lf, 1), lf);
            assert_eq!(changed(Eol::Crlf, crlf, 1), crlf);
        }
        assert!(Stream::new(Eol::Keep).is_none());
    }
}
