//! A file as units: characters, and pieces of bytes that are not one.

use utfkit::{
    Encoding,
    codec::{Decoder, Step},
    encoding::ByteOrder,
};

use super::Text;

/// The value of a unit that is not a character.
pub(super) const OPAQUE: u32 = u32::MAX;

/// U+FFFD, which readers write for such units.
pub(super) const MARK: u32 = 0xFFFD;

/// A character with its bytes and the shifts before it, or a piece that is not a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The start of its own bytes, after the shifts.
    pub(super) own: usize,
    pub(super) value: u32,
}

/// How a reader sees the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// In its encoding.
    Right,
    /// In UTF-8, with U+FFFD for each maximal subpart.
    Parts,
    /// In UTF-8, with U+FFFD for each byte.
    Bytes,
}

impl Reading {
    pub(super) fn decoder(self, text: &Text<'_>) -> Decoder {
        match self {
            Self::Right => text.encoding.decoder(text.order),
            Self::Parts | Self::Bytes => Encoding::Utf8.decoder(ByteOrder::Big),
        }
    }
}

/// The units of some bytes, from a state on.
#[derive(Clone)]
pub(super) struct Units<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) decoder: Decoder,
    /// Whether each byte of an ill-formed piece is a unit.
    single: bool,
}

impl<'t> Units<'t> {
    pub(super) fn new(bytes: &'t [u8], at: usize, decoder: Decoder) -> Self {
        Self { bytes, at, decoder, single: false }
    }

    pub(super) fn of(text: &Text<'t>, reading: Reading) -> Self {
        Self::seen(text.bytes, text.start, reading, text)
    }

    /// Returns the units of `bytes` from `at` on, as the reader of `text` sees them.
    pub(super) fn seen(bytes: &'t [u8], at: usize, reading: Reading, text: &Text<'_>) -> Self {
        let units = Self::new(bytes, at, reading.decoder(text));
        Self { single: reading == Reading::Bytes, ..units }
    }
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let start = self.at;
        loop {
            let rest = &self.bytes[self.at..];
            if rest.is_empty() {
                // Shifts at the end belong to no character.
                return None;
            }
            let (len, value) = match self.decoder.first(rest, true) {
                Step::Value { value, len } => (len, Some(value)),
                Step::Shift { len } => (len, None),
                Step::IllFormed { .. } if self.single => (1, Some(OPAQUE)),
                Step::IllFormed { len, .. } => (len, Some(OPAQUE)),
                Step::Incomplete => (rest.len(), Some(OPAQUE)),
            };
            let len = len.clamp(1, rest.len());
            self.decoder.pass(&rest[..len]);
            let own = self.at;
            self.at += len;
            if let Some(value) = value {
                return Some(Unit { start, end: self.at, own, value });
            }
        }
    }
}
