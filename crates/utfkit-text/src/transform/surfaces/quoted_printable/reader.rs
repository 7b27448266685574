//! Reads quoted-printable.

use memchr::memchr;

use super::hex;
use crate::transform::surfaces::stream::Escapes;

/// Reads quoted-printable. Spaces at the end of a line stay, because they may be text.
#[derive(Default)]
pub(in crate::transform::surfaces) struct Reader {
    kept: u64,
}

impl Reader {
    /// The maximum number of spaces between `=` and the end of its line: the length of a line.
    const MAX_SPACES: usize = 76;
}

/// The sequence that `=` begins.
enum Parsed {
    Incomplete,
    IllFormed,
    Byte(u8),
    /// A line end that is not text, and its length.
    SoftBreak(usize),
}

fn parse(bytes: &[u8], last: bool) -> Parsed {
    let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let spaces = bytes[1..].iter().take(Reader::MAX_SPACES + 1).take_while(is_space).count();
    if spaces > Reader::MAX_SPACES {
        return Parsed::IllFormed;
    }
    let parsed = match bytes[1 + spaces..] {
        [b'\n', ..] => Parsed::SoftBreak(spaces + 2),
        [b'\r', b'\n', ..] => Parsed::SoftBreak(spaces + 3),
        [high, low, ..] if spaces == 0 => hex(high, low).map_or(Parsed::IllFormed, Parsed::Byte),
        [] | [b'\r'] => Parsed::Incomplete,
        [high] if spaces == 0 && high.is_ascii_hexdigit() => Parsed::Incomplete,
        _ => Parsed::IllFormed,
    };
    match parsed {
        Parsed::Incomplete if last => Parsed::IllFormed,
        parsed => parsed,
    }
}

impl Escapes for Reader {
    fn plain(&self, bytes: &[u8]) -> usize {
        memchr(b'=', bytes).unwrap_or(bytes.len())
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        match parse(bytes, last) {
            Parsed::Incomplete => None,
            Parsed::SoftBreak(len) => Some(len),
            Parsed::Byte(byte) => {
                out.push(byte);
                Some(3)
            }
            Parsed::IllFormed => {
                self.kept += 1;
                out.push(b'=');
                Some(1)
            }
        }
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
