//! Writes quoted-printable.

use super::escape;
use crate::transform::surfaces::stream::Escapes;

/// Writes quoted-printable. Line ends stay as they are. A line end inside a long line is that of
/// the line before, or a line feed in the first line.
#[derive(Default)]
pub(in crate::transform::surfaces) struct Writer {
    /// The number of bytes in the current line.
    column: usize,
    has_crlf: bool,
}

impl Writer {
    /// The maximum number of bytes in a line, without the `=` at its end.
    const MAX_LINE: usize = 75;

    /// Begins a new line if `len` more bytes do not fit.
    fn make_room(&mut self, len: usize, out: &mut Vec<u8>) {
        if self.column + len > Self::MAX_LINE {
            out.extend_from_slice(if self.has_crlf { b"=\r\n" } else { b"=\n" });
            self.column = 0;
        }
        self.column += len;
    }

    /// Ends a line with `end`.
    fn end_line(&mut self, end: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        out.extend_from_slice(end);
        self.column = 0;
        self.has_crlf = end.len() == 2;
        Some(end.len())
    }
}

impl Escapes for Writer {
    fn plain(&self, _bytes: &[u8]) -> usize {
        0
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let is_plain = match bytes {
            [b'\n', ..] => return self.end_line(b"\n", out),
            [b'\r', b'\n', ..] => return self.end_line(b"\r\n", out),
            [b'\r' | b' ' | b'\t'] if !last => return None,
            // Programs that carry mail drop spaces at the end of a line.
            [b' ' | b'\t'] | [b' ' | b'\t', b'\r' | b'\n', ..] => false,
            [byte, ..] => matches!(byte, b' ' | b'\t' | b'!'..=b'<' | b'>'..=b'~'),
            [] => return None,
        };
        self.make_room(if is_plain { 1 } else { 3 }, out);
        if is_plain {
            out.push(bytes[0])
        } else {
            escape(bytes[0], out)
        }
        Some(1)
    }

    fn finish(&mut self, _out: &mut Vec<u8>) {
        *self = Self::default();
    }

    fn kept(&self) -> u64 {
        0
    }
}
