//! Decoders and encoders of encodings, and their code units.

use super::{encodings::Encoding, scheme::ByteOrder};
use crate::{
    codec::{decoder::Decoder, encoder::Encoder, step::MAX_BYTES},
    form::Encoded,
    scalar,
};

impl Encoding {
    /// Returns a decoder of text in this encoding, from its start.
    ///
    /// The decoder reads a BOM as U+FEFF. `order` is used only if the encoding does not fix the
    /// byte order.
    ///
    /// ```
    /// use utfkit::{Encoding, codec::Step, encoding::ByteOrder};
    /// let decoder = Encoding::Utf16.decoder(ByteOrder::Little);
    /// assert_eq!(decoder.first(b"\xAC\x20", true), Step::Value { value: 0x20AC, len: 2 });
    /// ```
    #[must_use]
    pub const fn decoder(self, order: ByteOrder) -> Decoder {
        Decoder::new(self.coding(order))
    }

    /// Returns an encoder of text in this encoding, from its start.
    ///
    /// The encoder does not write a BOM. `order` is used only if the encoding does not fix the byte
    /// order.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let encoder = Encoding::Utf8.encoder(ByteOrder::Big);
    /// assert_eq!(encoder.encode(0x20AC).unwrap().bytes(), "\u{20AC}".as_bytes());
    /// ```
    #[must_use]
    pub const fn encoder(self, order: ByteOrder) -> Encoder {
        Encoder::new(self.coding(order))
    }

    /// Returns the number of bytes of a code unit: 1, 2 or 4.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// let units = [Encoding::Utf8, Encoding::Utf16, Encoding::Ucs4Le].map(Encoding::unit_bytes);
    /// assert_eq!(units, [1, 2, 4]);
    /// ```
    #[must_use]
    pub const fn unit_bytes(self) -> usize {
        self.decoder(ByteOrder::Big).unit_bytes()
    }

    /// Returns `true` if the meaning of bytes depends on the bytes before them, as in UTF-7 and
    /// ISO-2022-JP.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Utf7.has_shifts());
    /// assert!(!Encoding::Utf8.has_shifts());
    /// ```
    #[must_use]
    pub fn has_shifts(self) -> bool {
        self.encoder(ByteOrder::Big).has_states()
    }

    /// Returns `true` if the code unit `0A` is a line feed at any place of a text, and nothing else
    /// is.
    ///
    /// In EBCDIC, it is another character. In encodings with [shifts](Self::has_shifts), it may be a
    /// part of one.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Utf16Le.has_line_feed_unit());
    /// assert!(!Encoding::UtfEbcdic.has_line_feed_unit() && !Encoding::Scsu.has_line_feed_unit());
    /// ```
    #[must_use]
    pub fn has_line_feed_unit(self) -> bool {
        let feed = self.encoder(ByteOrder::Big).encode(b'\n'.into());
        let is_unit = |bytes: &[u8]| bytes.len() == self.unit_bytes() && bytes.contains(&b'\n');
        !self.has_shifts() && feed.is_some_and(|feed| is_unit(feed.bytes()))
    }

    /// Returns the bytes of U+FEFF, the character that is a BOM at the start of a text. Returns
    /// `None` if the encoding does not have that character.
    ///
    /// `order` is used only if the encoding does not fix the byte order.
    /// [`bom_rule`](Self::bom_rule) decides whether it is a BOM.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// let mark = Encoding::Utf16.mark(ByteOrder::Little).unwrap();
    /// assert_eq!(mark.bytes(), b"\xFF\xFE");
    /// assert_eq!(Encoding::Utf7.mark(ByteOrder::Big).unwrap().bytes(), b"+/v8-");
    /// assert_eq!(Encoding::Iso8859_1.mark(ByteOrder::Big), None);
    /// ```
    #[doc(alias("BOM", "byte order mark"))]
    #[must_use]
    pub fn mark(self, order: ByteOrder) -> Option<Encoded<MAX_BYTES>> {
        let mut encoder = self.encoder(order);
        let mut mark = encoder.encode(scalar::BOM)?;
        encoder.pass(scalar::BOM);
        for &byte in encoder.tail().bytes() {
            mark.push(byte);
        }
        Some(mark)
    }
}
