//! The layout of the bytes of a stream, and the spelling of a text in it.

use crate::search::needle::Needle;
use utfkit::{
    Be, Encoding, Le,
    codec::{Decoder, Encoder, Step},
    encoding::{ByteOrder, Label},
    utf8, utf16, utf32,
};

/// The layout of the bytes of a stream: its encoding, its byte order, and the length of its BOM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) encoding: Encoding,
    /// The order of the bytes in a code unit.
    pub(crate) order: ByteOrder,
    start: usize,
}

/// The spelling of a text in a stream.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Spelling {
    /// One spelling. The text is exactly where these bytes begin at the start of a code unit.
    One(Needle),
    /// Several spellings, or one that depends on the text before it. The stream must be decoded.
    Many,
    /// No spelling: the text has a character that the encoding lacks.
    None,
}

impl Layout {
    /// Returns the layout of a stream in the encoding or with the label `label` that begins with
    /// `head`. Returns `None` if more bytes are needed. With `last`, nothing follows `head`.
    ///
    /// At most the first four bytes are used.
    #[must_use]
    pub fn of(label: impl Into<Label>, head: &[u8], last: bool) -> Option<Self> {
        let label = label.into();
        let (order, start) = label.start(head, last)?;
        Some(Self { encoding: label.encoding(), order, start })
    }

    /// Returns the offset of the text in bytes, which is the length of the BOM.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start
    }

    /// Returns the number of bytes in a code unit: 1, 2 or 4.
    #[must_use]
    pub const fn unit(self) -> usize {
        self.encoding.unit_bytes()
    }

    /// Returns a decoder for the text, after its BOM.
    pub(crate) fn decoder(self) -> Decoder {
        let mut decoder = self.encoding.decoder(self.order);
        if self.start > 0
            && let Some(bom) = self.encoding.mark(self.order)
        {
            // In BOCU-1, the BOM changes the meaning of the bytes after it.
            decoder.pass(bom.bytes());
        }
        decoder
    }

    /// Returns `true` if the encoding is UTF-8, whose well-formed parts can be used as `str`.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        self.encoding == Encoding::Utf8
    }

    /// Returns the spelling of `text`.
    ///
    /// Cost: linear in the length of `text`. For a single-byte charset, a table of 256 entries is
    /// built.
    #[must_use]
    pub fn spell(self, text: &str) -> Spelling {
        let single = match self.encoding {
            // Its sequences may be parts of longer ones.
            Encoding::Utf1 => return Spelling::Many,
            // A line feed at another byte would not be counted.
            encoding if !encoding.has_line_feed_unit() => return Spelling::Many,
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

    /// Returns the number of line feeds in `bytes`, which must begin at the start of a code unit.
    /// The result is correct only in encodings in which a line feed has [one](Spelling::One)
    /// spelling.
    ///
    /// Cost: one pass of a kernel.
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

    /// Returns an offset at `at` or a little before it at which `bytes` can be cut: not inside a
    /// character or a maximal subpart. `bytes` must begin with a character.
    ///
    /// The end of `bytes`, or of their last whole code unit, counts as such an offset. The result
    /// is correct only in encodings in which a text has [one](Spelling::One) spelling.
    #[must_use]
    pub fn floor_boundary(self, bytes: &[u8], at: usize) -> usize {
        let at = at.min(bytes.len());
        let unit = self.unit();
        let whole = at - at % unit;
        // Correctness: from any code unit, decoding is synchronized after one or two characters.
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

/// The maximum number of bytes in a character or an ill-formed maximal subpart, with some reserve,
/// in encodings in which a text has [one](Spelling::One) spelling.
const FAR: usize = 16;

/// The values of the bytes of a single-byte charset.
struct Singles([Option<u32>; 256]);

impl Singles {
    /// Returns the values of `decoder`, or `None` if some characters have several bytes.
    fn of(decoder: Decoder) -> Option<Self> {
        let mut values = [None; 256];
        for (byte, value) in (0..=u8::MAX).zip(&mut values) {
            match decoder.first(&[byte], false) {
                Step::Value { value: it, .. } => *value = Some(it),
                Step::IllFormed { .. } => {}
                Step::Incomplete | Step::Shift { .. } => return None,
            }
        }
        Some(Self(values))
    }

    /// Returns the number of bytes that encode `value`.
    fn spellings(&self, value: u32) -> usize {
        self.0.iter().filter(|&&other| other == Some(value)).count()
    }
}
