//! Reads escapes.

use memchr::memchr;

use super::escape::{Dialect, Parsed};
use crate::transform::surfaces::stream::Escapes;

/// Reads the escapes of a language.
pub(in crate::transform::surfaces) struct Reader {
    dialect: Dialect,
    kept: u64,
}

impl Reader {
    pub(in crate::transform::surfaces) fn new(dialect: Dialect) -> Self {
        Self { dialect, kept: 0 }
    }
}

impl Escapes for Reader {
    fn plain(&self, bytes: &[u8]) -> usize {
        memchr(b'\\', bytes).unwrap_or(bytes.len())
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let len = match self.dialect.parse(bytes, last) {
            Parsed::Incomplete => return None,
            Parsed::Character(character, len) => {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Some(len);
            }
            Parsed::Plain(len) => len,
            Parsed::IllFormed(len) => {
                self.kept += 1;
                len
            }
        };
        out.extend_from_slice(&bytes[..len]);
        Some(len)
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
