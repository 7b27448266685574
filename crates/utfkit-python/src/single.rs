//! Charsets with one byte per character.

use utfkit::{
    Encoding,
    codec::{Decoder, Encoder, Step},
    scalar,
    transcode::Policy,
};

use crate::raw::Characters;

/// The number of characters from which on a table saves time.
const WORTH: usize = 1024;

/// The entries of [`Table`] for a unit that was not met yet, and for one that the charset lacks. Any
/// other entry is `FOUND` and the byte.
const UNKNOWN: u16 = 0;
const LACKING: u16 = 1;
const FOUND: u16 = 0x100;

/// Returns the character of each byte, as a unit of UTF-16, or nothing for a byte that is an error;
/// `None` if a character can have several bytes or units.
pub(crate) fn characters(decoder: Decoder) -> Option<[Option<u16>; 256]> {
    let mut table = [None; 256];
    for (byte, unit) in (0..=u8::MAX).zip(&mut table) {
        *unit = match decoder.first(&[byte], false) {
            Step::Value { value, len: 1 } => Some(u16::try_from(value).ok()?),
            Step::IllFormed { len: 1, .. } => None,
            _ => return None,
        };
    }
    Some(table)
}

/// Encodes a long text. Returns `None` if the charset has more than one byte per character, or if it lacks
/// a character and `policy` neither replaces nor skips it.
pub(crate) fn encode(
    text: Characters<'_>,
    encoding: Encoding,
    policy: &Policy<'_>,
) -> Option<Vec<u8>> {
    let len = match text {
        Characters::One(text) => text.len(),
        #[cfg(not(feature = "abi3"))]
        Characters::Two(text) => text.len(),
        Characters::Four(text) => text.len(),
    };
    // For valid text, the kernels for these two are faster.
    let has_kernels = matches!(encoding, Encoding::UsAscii | Encoding::Iso8859_1);
    if len < WORTH || has_kernels && matches!(policy, Policy::Strict) {
        return None;
    }
    characters(encoding.decoder(Default::default()))?;
    let mut table = Table::new(encoding.encoder(Default::default()));
    let other = match policy {
        // The text is `?`.
        Policy::ReplaceWith(_) => Some(Some(table.byte(u32::from(b'?'))??)),
        Policy::Skip => Some(None),
        _ => None,
    };
    let mut out = Vec::with_capacity(len);
    let mut push = |value| match (table.byte(value), other) {
        (Some(Some(byte)), _) | (Some(None), Some(Some(byte))) => {
            out.push(byte);
            true
        }
        (Some(None), other) => other.is_some(),
        (None, _) => false,
    };
    let is_whole = match text {
        Characters::One(text) => text.iter().all(|&value| push(value.into())),
        #[cfg(not(feature = "abi3"))]
        Characters::Two(text) => text.iter().all(|&value| push(value.into())),
        Characters::Four(text) => text.iter().all(|&value| push(value)),
    };
    is_whole.then_some(out)
}

/// The bytes of the characters below U+10000 that were met so far.
struct Table {
    encoder: Encoder,
    units: Vec<u16>,
}

impl Table {
    fn new(encoder: Encoder) -> Self {
        Self { encoder, units: vec![UNKNOWN; 1 << 16] }
    }

    /// Returns the byte of a character, if the charset has it. Returns `None` if it has several bytes, such
    /// as a letter with its accent in windows-1258.
    fn byte(&mut self, value: u32) -> Option<Option<u8>> {
        let known = self.units.get(value as usize).copied().unwrap_or(UNKNOWN);
        if known != UNKNOWN {
            return Some((known != LACKING).then_some(known as u8));
        }
        let encoded = scalar::is_scalar(value).then(|| self.encoder.encode(value)).flatten();
        let byte = match encoded.as_ref().map(|encoded| encoded.bytes()) {
            Some(&[byte]) => Some(byte),
            Some(_) => return None,
            None => None,
        };
        if let Some(unit) = self.units.get_mut(value as usize) {
            *unit = byte.map_or(LACKING, |byte| FOUND | u16::from(byte));
        }
        Some(byte)
    }
}
