//! How the bytes of a stream are laid out, and how a text is spelled in them.

use crate::search::needle::Needle;
use utfkit::{
    Be, Encoding, Le,
    codec::{Decoder, Encoder, Step},
    encoding::{ByteOrder, Label},
    utf8, utf16, utf32,
};

/// How the bytes of a stream are laid out: what remains of an encoding once the BOM has been
/// read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) encoding: Encoding,
    /// The order of the bytes in a code unit.
    pub(crate) order: ByteOrder,
    start: usize,
}

/// How a text is spelled in a stream.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Spelling {
    /// In one way: these bytes, where they stand at a code unit's place.
    One(Needle),
    /// In several ways, or in one that depends on what stands before it: the stream is to be
    /// decoded.
    Many,
    /// Not at all: it has a character that the encoding lacks.
    None,
}

impl Layout {
    /// The layout of a stream in the encoding or with the label `label` that begins with `head`;
    /// `None` if only more bytes can tell. With `last`, nothing follows `head`.
    ///
    /// No more than the first four bytes count.
    #[must_use]
    pub fn of(label: impl Into<Label>, head: &[u8], last: bool) -> Option<Self> {
        let label = label.into();
        let (order, start) = label.start(head, last)?;
        Some(Self { encoding: label.encoding(), order, start })
    }

    /// Where the text begins, in bytes: behind the BOM.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start
    }

    /// How many bytes a code unit has: one, two or four.
    #[must_use]
    pub const fn unit(self) -> usize {
        self.encoding.unit_bytes()
    }

    pub(crate) const fn decoder(self) -> Decoder {
        self.encoding.decoder(self.order)
    }

    /// Whether the text is UTF-8, of which each well-formed part is a `str` as it is.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        self.encoding == Encoding::Utf8
    }

    /// How `text` is spelled.
    ///
    /// Cost: linear in `text`; for charsets of a single byte a table is made.
    #[must_use]
    pub fn spell(self, text: &str) -> Spelling {
        let single = match self.encoding {
            Encoding::Utf7 | Encoding::Utf7Imap | Encoding::Utf1 => return Spelling::Many,
            Encoding::Charset(_) => match Singles::of(self.decoder()) {
                Some(singles) => Some(singles),
                None => return Spelling::Many,
            },
            _ => None,
        };
        let encoder: Encoder = self.encoding.encoder(self.order);
        let mut bytes = Vec::with_capacity(4 * text.len());
        for character in text.chars() {
            let value = u32::from(character);
            if single.as_ref().is_some_and(|singles| singles.spellings(value) > 1) {
                return Spelling::Many;
            }
            let Some(encoded) = encoder.encode(value) else { return Spelling::None };
            bytes.extend_from_slice(encoded.bytes());
        }
        Spelling::One(Needle::new(bytes, self.unit()))
    }

    /// How many line feeds are in `bytes`, which begin at a code unit's place, if that can be told
    /// without decoding: where a line feed has [one](Spelling::One) spelling.
    ///
    /// Cost: that of a kernel, but for charsets.
    #[must_use]
    pub fn count_lines(self, bytes: &[u8]) -> usize {
        match (self.unit(), self.order) {
            (1, _) => utf8::count_lines(bytes),
            (2, ByteOrder::Big) => utf16::count_lines(Be(bytes)),
            (2, ByteOrder::Little) => utf16::count_lines(Le(bytes)),
            (_, ByteOrder::Big) => utf32::count_lines(Be(bytes)),
            (_, ByteOrder::Little) => utf32::count_lines(Le(bytes)),
        }
    }

    /// A place at `at` or a little before it where `bytes`, which begin at a character, can be cut:
    /// within no character and no maximal subpart, if that can be told without decoding all: where
    /// a text has [one](Spelling::One) spelling. The end of `bytes` is such a place, or that of their
    /// last whole unit.
    #[must_use]
    pub fn floor_boundary(self, bytes: &[u8], at: usize) -> usize {
        let at = at.min(bytes.len());
        let unit = self.unit();
        let whole = at - at % unit;
        // Wherever it is begun, decoding is in step behind a character or two.
        let mut start = whole.saturating_sub(FAR) / unit * unit;
        let decoder = self.decoder();
        while start < whole {
            let len = match decoder.first(&bytes[start..], true) {
                Step::Shift { len } => len,
                Step::Value { len, .. } | Step::IllFormed { len, .. } => len,
                Step::Incomplete => break,
            };
            if len == 0 || start + len > whole {
                break;
            }
            start += len;
        }
        start
    }
}

/// How many bytes a character, or what is ill-formed, takes at most where a text has
/// [one](Spelling::One) spelling, with room to spare.
const FAR: usize = 16;

/// The values of the bytes of a charset in which each byte is a character.
struct Singles([Option<u32>; 256]);

impl Singles {
    /// Those of `decoder`; `None` if some characters have several bytes.
    fn of(decoder: Decoder) -> Option<Self> {
        let mut values = [None; 256];
        for (byte, value) in (0..=u8::MAX).zip(&mut values) {
            match decoder.first(&[byte], false) {
                Step::Value { value: it, .. } => *value = Some(it),
                Step::IllFormed { .. } => {}
                Step::Incomplete | Step::Shift { .. } => return None,
            }
        }
        // A line feed elsewhere would not be counted.
        (values[usize::from(b'\n')] == Some(u32::from(b'\n'))).then_some(Self(values))
    }

    /// How many bytes stand for `value`.
    fn spellings(&self, value: u32) -> usize {
        self.0.iter().filter(|&&other| other == Some(value)).count()
    }
}
