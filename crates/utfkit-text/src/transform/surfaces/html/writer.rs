//! Writes characters as numeric character references.

use std::io::Write as _;

use super::reference::{Parsed, parse};
use crate::transform::surfaces::{
    stream::Escapes,
    target::{First, Target, first},
};

/// Writes numeric character references.
pub(in crate::transform::surfaces) struct Writer {
    target: Target,
    kept: u64,
}

impl Writer {
    pub(in crate::transform::surfaces) fn new(target: Target) -> Self {
        Self { target, kept: 0 }
    }
}

impl Escapes for Writer {
    fn plain(&self, bytes: &[u8]) -> usize {
        let is_plain = |byte: &&u8| byte.is_ascii() && **byte != b'&';
        bytes.iter().take_while(is_plain).count()
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        if bytes[0] == b'&' {
            let len = match parse(bytes, last) {
                Parsed::Incomplete => return None,
                Parsed::Plain | Parsed::IllFormed => 1,
                Parsed::Character(_, len) | Parsed::Named(_, len) => {
                    self.kept += 1;
                    len
                }
            };
            out.extend_from_slice(&bytes[..len]);
            return Some(len);
        }
        let len = match first(bytes, last) {
            First::Incomplete => return None,
            // The numbers 80 to 9F stand for other characters.
            First::Character(one @ '\u{A0}'..) if self.target.lacks(one) => {
                let _ = write!(out, "&#x{:X};", u32::from(one));
                return Some(one.len_utf8());
            }
            First::Character(one) => one.len_utf8(),
            First::IllFormed => 1,
        };
        out.extend_from_slice(&bytes[..len]);
        Some(len)
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
