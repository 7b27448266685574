//! Output that waits for room: the BOM, a replacement, an escape.

use core::mem::MaybeUninit;

use super::policy::Replacement;
use crate::{Finding, codec::encoder::Encoder, scalar};

/// The maximum number of code values at once: `\xNN` for each byte of a finding.
const MAX: usize = 4 * Finding::MAX_BYTES;
const _: () = assert!(MAX >= Replacement::MAX);

/// Code values that wait for room, followed by a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pending<'p> {
    values: [u32; MAX],
    len: usize,
    at: usize,
    text: &'p str,
}

impl<'p> Pending<'p> {
    /// Creates a single code value.
    pub(super) fn value(value: u32) -> Self {
        let mut pending = Self::default();
        pending.push(value);
        pending
    }

    /// Creates the code values of `values` that are not 0.
    pub(super) fn values(values: [u32; 3]) -> Self {
        let mut pending = Self::default();
        values.into_iter().filter(|value| *value != 0).for_each(|value| pending.push(value));
        pending
    }

    /// Creates a text.
    pub(super) fn text(text: &'p str) -> Self {
        Self { text, ..Self::default() }
    }

    /// Creates the text that was made for one finding.
    pub(super) fn from_replacement(text: &Replacement) -> Self {
        let mut pending = Self::default();
        for &character in text.characters() {
            pending.push(character.into());
        }
        pending
    }

    /// Creates `\xNN` for each of `bytes`.
    pub(super) fn escape(bytes: &[u8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        let mut pending = Self::default();
        for &byte in bytes.iter().take(Finding::MAX_BYTES) {
            let (high, low) = (DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]);
            for character in [b'\\', b'x', high, low] {
                pending.push(character.into());
            }
        }
        pending
    }

    fn push(&mut self, value: u32) {
        self.values[self.len] = value;
        self.len += 1;
    }

    /// Returns `true` if nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.len && self.text.is_empty()
    }

    /// Writes as much as fits at the start of `dst`. Returns the number of bytes.
    pub(super) fn write(&mut self, encoder: &mut Encoder, dst: &mut [MaybeUninit<u8>]) -> usize {
        let mut written = 0;
        while self.at < self.len {
            let Some(len) = put(encoder, self.values[self.at], &mut dst[written..]) else {
                return written;
            };
            written += len;
            self.at += 1;
        }
        while let Some(character) = self.text.chars().next() {
            let Some(len) = put(encoder, character.into(), &mut dst[written..]) else { break };
            written += len;
            self.text = &self.text[character.len_utf8()..];
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

/// Creates the default replacement of a finding.
pub(super) fn replacement<'p>() -> Pending<'p> {
    Pending::value(scalar::REPLACEMENT)
}
