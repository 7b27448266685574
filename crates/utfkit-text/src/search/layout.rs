//! The spelling of a text in a stream.

use crate::{search::needle::Needle, streams::layout::Layout};
use utfkit::{
    Encoding,
    codec::{Decoder, Encoder, Step},
};

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
}

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
