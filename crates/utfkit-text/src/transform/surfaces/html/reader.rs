//! Reads character references.

use memchr::memchr;

use super::reference::{Parsed, parse};
use crate::transform::surfaces::stream::Escapes;

/// Reads character references.
#[derive(Default)]
pub(in crate::transform::surfaces) struct Reader {
    kept: u64,
}

impl Escapes for Reader {
    fn plain(&self, bytes: &[u8]) -> usize {
        memchr(b'&', bytes).unwrap_or(bytes.len())
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        match parse(bytes, last) {
            Parsed::Incomplete => return None,
            Parsed::Character(character, len) => {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Some(len);
            }
            Parsed::Named(characters, len) => {
                out.extend_from_slice(characters.as_bytes());
                return Some(len);
            }
            Parsed::IllFormed => self.kept += 1,
            Parsed::Plain => {}
        }
        out.push(b'&');
        Some(1)
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
