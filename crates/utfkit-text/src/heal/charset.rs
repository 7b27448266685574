//! The characters of the old version, with their bytes.

use utfkit::{
    Encoding,
    codec::{Decoder, Encoder, Step},
};

/// The value of a unit whose bytes are not a character.
pub(super) const OPAQUE: u32 = u32::MAX;

/// A character with the length of its bytes, or bytes that are not a character.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) len: usize,
    pub(super) value: u32,
}

/// The encoding of a text, with what the alignment asks about it.
pub(super) struct Charset {
    encoding: Encoding,
    decoder: Decoder,
    encoder: Encoder,
    /// The values of the bytes, if each byte is a character or opaque.
    single: Option<Box<[u32; 256]>>,
    /// The bytes in a code unit.
    pub(super) unit: usize,
    /// Whether the meaning of a byte depends on those before it.
    pub(super) stateful: bool,
}

impl Charset {
    /// Returns `None` if ASCII has other bytes in `encoding`.
    ///
    /// With `strict`, bytes that a charset of Windows reads as C1 controls are opaque.
    pub(super) fn new(encoding: Encoding, strict: bool) -> Option<Self> {
        let order = encoding.byte_order().unwrap_or_default();
        let (decoder, encoder) = (encoding.decoder(order), encoding.encoder(order));
        let unit = encoding.unit_bytes();
        let mut charset = Self { encoding, decoder, encoder, single: None, unit, stateful: false };
        if unit > 1 {
            return Some(charset);
        }
        for byte in 0x20..0x7F_u8 {
            match decoder.first(&[byte], true) {
                Step::Value { value, len: 1 } if value == u32::from(byte) => {}
                _ if b"~+&\\".contains(&byte) => charset.stateful |= byte != b'\\',
                _ => return None,
            }
        }
        charset.stateful |= matches!(decoder.first(b"\x1B$B!!", true), Step::Shift { .. });
        charset.stateful |= matches!(encoding, Encoding::Scsu | Encoding::Bocu1);
        if !charset.stateful {
            charset.single = charset.bytes(strict);
        }
        Some(charset)
    }

    /// Returns the values of all bytes, if each is a character alone.
    fn bytes(&self, strict: bool) -> Option<Box<[u32; 256]>> {
        let mut values = Box::new([OPAQUE; 256]);
        for (byte, value) in (0..=u8::MAX).zip(values.iter_mut()) {
            match self.decoder.first(&[byte, b' ', b' ', b' '], false) {
                Step::Value { value: is, len: 1 } => *value = is,
                Step::IllFormed { len: 1, .. } => {}
                _ => return None,
            }
        }
        if strict && self.windows() {
            for value in &mut values[0x80..0xA0] {
                if (0x80..0xA0).contains(value) {
                    *value = OPAQUE;
                }
            }
        }
        // A charset of two bytes may reject every byte above 7F before a space.
        (values[0x80..].iter().any(|&value| value != OPAQUE) && !self.has_pairs()).then_some(values)
    }

    fn windows(&self) -> bool {
        self.encoding.name().starts_with("windows-")
    }

    fn has_pairs(&self) -> bool {
        (0x80..=u8::MAX).any(|lead| {
            [0xA1, 0xB0, 0x80, 0x40].iter().any(|&trail| {
                matches!(
                    self.decoder.first(&[lead, trail, trail, trail], true),
                    Step::Value { len: 2.., .. }
                )
            })
        })
    }

    /// Whether a character may have ASCII digits among its bytes.
    pub(super) fn has_digits(&self) -> bool {
        matches!(self.decoder.first(b"\x810\x810", true), Step::Value { len: 4, .. })
    }

    /// Whether characters that are not ASCII may have bytes that are.
    pub(super) fn has_ascii_in_characters(&self) -> bool {
        let has = |lead: u8| {
            let of = |trail| self.decoder.first(&[lead, trail, trail, trail], true);
            (0x20..0x80).any(|trail| matches!(of(trail), Step::Value { len: 2.., .. }))
        };
        self.stateful || self.unit == 1 && (self.has_digits() || (0x80..=u8::MAX).any(has))
    }

    pub(super) fn is_utf8(&self) -> bool {
        self.encoding == Encoding::Utf8
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.encoding == Encoding::UsAscii
    }

    /// Returns the single-byte table, if there is one.
    pub(super) fn table(&self) -> Option<&[u32; 256]> {
        self.single.as_deref()
    }

    /// Passes the units of `line` to `take`. A line begins in the first state.
    pub(super) fn units(&self, line: &[u8], mut take: impl FnMut(Unit)) {
        if let Some(single) = &self.single {
            return line.iter().for_each(|&b| take(Unit { len: 1, value: single[usize::from(b)] }));
        }
        let (mut at, mut decoder) = (0, self.decoder);
        // A shift at the end of a line belongs to the character before it.
        let mut last: Option<Unit> = None;
        let ascii = self.unit == 1 && !self.stateful;
        let mut shifts = 0;
        while at < line.len() {
            if ascii && line[at] < 0x80 {
                take(Unit { len: 1, value: u32::from(line[at]) });
                at += 1;
                continue;
            }
            let (len, value) = match decoder.first(&line[at..], true) {
                Step::Value { value, len } => (len, Some(value)),
                Step::Shift { len } => (len, None),
                Step::IllFormed { len, .. } => (len, Some(OPAQUE)),
                Step::Incomplete => (line.len() - at, Some(OPAQUE)),
            };
            let len = len.clamp(1, line.len() - at);
            if self.stateful {
                decoder.pass(&line[at..at + len]);
            }
            at += len;
            let shifted = std::mem::take(&mut shifts);
            match value {
                None => shifts = shifted + len,
                Some(value) if self.stateful => {
                    let unit = Unit { len: len + shifted, value };
                    last.replace(unit).into_iter().for_each(&mut take);
                }
                Some(value) => take(Unit { len: len + shifted, value }),
            }
        }
        match last {
            Some(unit) => take(Unit { len: unit.len + shifts, ..unit }),
            None if shifts > 0 => take(Unit { len: shifts, value: OPAQUE }),
            None => {}
        }
    }

    /// Appends the bytes of a character, or returns `false`.
    pub(super) fn encode(&self, value: u32, out: &mut Vec<u8>) -> bool {
        if value < 0x80 && self.unit == 1 {
            out.push(value as u8);
            return true;
        }
        if let Some(single) = &self.single {
            let at = single.iter().position(|&is| is == value);
            out.extend(at.map(|at| at as u8));
            return at.is_some();
        }
        match self.encoder.encode(value) {
            Some(encoded) if !self.stateful => {
                out.extend_from_slice(encoded.bytes());
                true
            }
            _ => false,
        }
    }

    /// Encodes a whole line, from the first state back to it.
    pub(super) fn encode_line(&self, line: &str) -> Option<Vec<u8>> {
        utfkit::transcode::encode(line, self.encoding).ok().map(std::borrow::Cow::into_owned)
    }

    /// Returns `true` if `bytes` are characters throughout.
    pub(super) fn is_well_formed(&self, bytes: &[u8]) -> bool {
        let mut fine = true;
        self.units(bytes, |unit| fine &= unit.value != OPAQUE);
        fine
    }

    /// Returns the bytes of an ASCII character.
    pub(super) fn ascii(&self, character: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(u32::from(character), &mut bytes);
        bytes
    }

    /// Whether `old` is one ASCII character.
    pub(super) fn is_plain(&self, old: &[u8]) -> bool {
        match (self.unit, old) {
            (1, &[byte]) => byte < 0x80,
            (1, _) => false,
            (unit, _) => {
                old.len() == unit && {
                    let low = if self.little() { 0 } else { unit - 1 };
                    old[low] < 0x80 && old.iter().enumerate().all(|(at, &b)| at == low || b == 0)
                }
            }
        }
    }

    fn little(&self) -> bool {
        self.ascii(b'a').first() == Some(&b'a')
    }

    /// Whether a line has more than ASCII.
    pub(super) fn is_special(&self, line: &[u8]) -> bool {
        if self.unit == 1 {
            return !line.is_ascii()
                || self.stateful && line.iter().any(|b| b"\x1B~+&".contains(b));
        }
        line.chunks(self.unit).any(|unit| !self.is_plain(unit))
    }
}
