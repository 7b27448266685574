//! Output that waits for room: the BOM, a replacement, an escape.

use core::mem::MaybeUninit;

use super::policy::Replacement;
use crate::{Finding, codec::encoder::Encoder, form::cut};

// Every escape fits: `\xNN` for each byte of a finding.
const _: () = assert!(Replacement::MAX >= 4 * Finding::MAX_BYTES);

/// A short text that waits for room, followed by a text of any length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pending<'p> {
    made: Replacement,
    /// The number of bytes of `made` that are already written.
    at: u8,
    text: &'p str,
}

impl<'p> Pending<'p> {
    /// Creates a single character.
    pub(super) fn character(character: char) -> Self {
        Self::made(character.into())
    }

    /// Creates the characters of `values` that are not 0.
    pub(super) fn values(values: [u32; 3]) -> Self {
        let mut made = Replacement::new();
        let characters = values.into_iter().filter(|value| *value != 0).filter_map(char::from_u32);
        for character in characters {
            made.push(character);
        }
        Self::made(made)
    }

    /// Creates a text.
    pub(super) fn text(text: &'p str) -> Self {
        Self { text, ..Self::default() }
    }

    /// Creates the text that was made for one finding.
    pub(super) fn made(made: Replacement) -> Self {
        Self { made, ..Self::default() }
    }

    /// Creates `\xNN` for each of `bytes`.
    pub(super) fn escape(bytes: &[u8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        let mut made = Replacement::new();
        for &byte in bytes {
            let (high, low) = (DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]);
            for character in [b'\\', b'x', high, low] {
                made.push(character.into());
            }
        }
        Self::made(made)
    }

    /// Returns the rest of the short text.
    fn rest(&self) -> &str {
        self.made.as_str().get(usize::from(self.at)..).unwrap_or_default()
    }

    /// Returns `true` if nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        usize::from(self.at) == self.made.len() && self.text.is_empty()
    }

    /// Writes as much as fits at the start of `dst`. Returns the number of bytes.
    pub(super) fn write(&mut self, encoder: &mut Encoder, dst: &mut [MaybeUninit<u8>]) -> usize {
        let mut written = 0;
        while let Some(character) = self.rest().chars().next() {
            let Some(len) = put(encoder, character.into(), cut::rest_mut(dst, written)) else {
                return written;
            };
            written += len;
            self.at += character.len_utf8() as u8;
        }
        let mut characters = self.text.chars();
        while let Some(character) = characters.next() {
            let room = cut::rest_mut(dst, written);
            let Some(len) = put(encoder, character.into(), room) else { break };
            written += len;
            self.text = characters.as_str();
        }
        written
    }
}

/// Writes `value` at the start of `dst`, or `?` if it cannot be encoded, or nothing if the encoding has
/// no `?`. Returns `None` if it does not fit.
fn put(encoder: &mut Encoder, value: u32, dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let possible = [value, b'?'.into()].into_iter();
    let mut encoded = possible.filter_map(|value| Some((value, encoder.encode(value)?)));
    let Some((value, bytes)) = encoded.next() else { return Some(0) };
    let len = bytes.store(dst)?;
    encoder.pass(value);
    Some(len)
}
