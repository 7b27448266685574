//! Writes characters as escapes.

use std::io::Write as _;

use super::escape::{Dialect, Parsed};
use crate::transform::surfaces::{
    stream::Escapes,
    target::{First, Target, first},
};

/// Writes escapes of a language.
pub(in crate::transform::surfaces) struct Writer {
    dialect: Dialect,
    target: Target,
    kept: u64,
}

impl Writer {
    pub(in crate::transform::surfaces) fn new(dialect: Dialect, target: Target) -> Self {
        Self { dialect, target, kept: 0 }
    }

    /// Writes `character` as an escape. Writing to a vector cannot fail.
    fn escape(&self, character: char, out: &mut Vec<u8>) {
        let value = u32::from(character);
        let _ = match self.dialect {
            Dialect::Java => {
                let mut units = [0; 2];
                let units = character.encode_utf16(&mut units);
                units.iter().try_for_each(|unit| write!(out, "\\u{unit:04X}"))
            }
            Dialect::C99 if value > 0xFFFF => write!(out, "\\U{value:08X}"),
            Dialect::C99 => write!(out, "\\u{value:04X}"),
        };
    }

    /// Returns `true` if `character` must be an escape. C99 has no escapes for U+0080 to U+009F.
    fn must_escape(&self, character: char) -> bool {
        let has_escape = self.dialect == Dialect::Java || character >= '\u{A0}';
        has_escape && !character.is_ascii() && self.target.lacks(character)
    }

    /// Processes the backslash at the start of `bytes`, which is not before another one.
    fn backslash(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let next = match &bytes[1..] {
            [] => First::IllFormed,
            next => first(next, last),
        };
        match next {
            First::Incomplete => return None,
            // After this backslash, an escape would not be one.
            First::Character(next) if self.must_escape(next) => match self.dialect {
                Dialect::Java => out.extend_from_slice(b"\\u005C"),
                Dialect::C99 => {
                    let len = 1 + next.len_utf8();
                    out.extend_from_slice(&bytes[..len]);
                    return Some(len);
                }
            },
            _ => out.push(b'\\'),
        }
        Some(1)
    }
}

impl Escapes for Writer {
    fn plain(&self, bytes: &[u8]) -> usize {
        let is_plain = |byte: &&u8| byte.is_ascii() && **byte != b'\\';
        bytes.iter().take_while(is_plain).count()
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        if bytes[0] == b'\\' {
            let len = match self.dialect.parse(bytes, last) {
                Parsed::Incomplete => return None,
                Parsed::Plain(1) => return self.backslash(bytes, last, out),
                Parsed::Plain(len) | Parsed::IllFormed(len) => len,
                Parsed::Character(_, len) => {
                    self.kept += 1;
                    len
                }
            };
            out.extend_from_slice(&bytes[..len]);
            return Some(len);
        }
        match first(bytes, last) {
            First::Incomplete => None,
            First::Character(character) if self.must_escape(character) => {
                self.escape(character, out);
                Some(character.len_utf8())
            }
            First::Character(character) => {
                out.extend_from_slice(&bytes[..character.len_utf8()]);
                Some(character.len_utf8())
            }
            First::IllFormed => {
                out.push(bytes[0]);
                Some(1)
            }
        }
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
