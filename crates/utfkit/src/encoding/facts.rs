//! Facts about encodings: their decoders and encoders, what their bytes can mean, and which other
//! encodings are the same but for the byte order.

use super::{
    encodings::Encoding,
    scheme::{ByteOrder, Scheme},
};
use crate::{
    codec::{
        coding::Coding,
        decoder::Decoder,
        encoder::Encoder,
        relatives::Legacy,
        step::{MAX_BYTES, Step},
    },
    form::{Encoded, Form},
    scalar,
};

/// The encodings that differ in the byte order only: open, big-endian, little-endian.
const ORDERS: [[Encoding; 3]; 4] = [
    [Encoding::Utf16, Encoding::Utf16Be, Encoding::Utf16Le],
    [Encoding::Ucs2, Encoding::Ucs2Be, Encoding::Ucs2Le],
    [Encoding::Utf32, Encoding::Utf32Be, Encoding::Utf32Le],
    [Encoding::Ucs4, Encoding::Ucs4Be, Encoding::Ucs4Le],
];

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

    /// Returns `true` if ASCII text has the same bytes in this encoding, in both directions.
    ///
    /// Bytes 00..7F may still be parts of other characters (Shift_JIS). Java's modified UTF-8 is
    /// not compatible, because it writes U+0000 as C0 80. ISO-2022-JP and UTF-7 are not compatible,
    /// because some ASCII bytes begin shifts there.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Cesu8.is_ascii_compatible() && Encoding::Iso8859_1.is_ascii_compatible());
    /// assert!(!Encoding::Utf16Le.is_ascii_compatible() && !Encoding::Utf7.is_ascii_compatible());
    /// ```
    #[doc(alias = "ASCII superset")]
    #[must_use]
    pub fn is_ascii_compatible(self) -> bool {
        match self {
            Encoding::Utf8
            | Encoding::Utf8Rfc2279
            | Encoding::Cesu8
            | Encoding::Wtf8
            | Encoding::Unicode11Utf8
            | Encoding::Utf1
            | Encoding::UsAscii
            | Encoding::Iso8859_1 => true,
            Encoding::JavaModifiedUtf8
            | Encoding::Utf16
            | Encoding::Utf16Be
            | Encoding::Utf16Le
            | Encoding::Ucs2
            | Encoding::Ucs2Be
            | Encoding::Ucs2Le
            | Encoding::Utf32
            | Encoding::Utf32Be
            | Encoding::Utf32Le
            | Encoding::Ucs4
            | Encoding::Ucs4Be
            | Encoding::Ucs4Le
            | Encoding::Unicode11
            | Encoding::Utf7
            | Encoding::Utf7Imap
            | Encoding::UtfEbcdic
            | Encoding::Scsu
            | Encoding::Bocu1 => false,
            Encoding::Charset(charset) => charset.is_ascii_compatible(),
        }
    }

    /// Returns the byte order that the name of the encoding fixes. Returns `None` if a BOM decides,
    /// or if a code unit is one byte.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// assert_eq!(Encoding::Utf16Le.byte_order(), Some(ByteOrder::Little));
    /// assert_eq!(Encoding::Utf16.byte_order(), None);
    /// assert_eq!(Encoding::Utf8.byte_order(), None);
    /// ```
    #[doc(alias = "endianness")]
    #[must_use]
    pub const fn byte_order(self) -> Option<ByteOrder> {
        match self.scheme() {
            Scheme::Fixed(
                Coding::Form(Form::Utf16Le | Form::Utf32Le)
                | Coding::Legacy(Legacy::Ucs2 { big: false } | Legacy::Ucs4 { big: false }),
            ) => Some(ByteOrder::Little),
            Scheme::Fixed(_) if self.unit_bytes() > 1 => Some(ByteOrder::Big),
            _ => None,
        }
    }

    /// Returns the same encoding with a fixed byte order: `order`, unless the encoding fixes it.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder};
    /// assert_eq!(Encoding::Utf16.with_order(ByteOrder::Little), Encoding::Utf16Le);
    /// assert_eq!(Encoding::Utf16Be.with_order(ByteOrder::Little), Encoding::Utf16Be);
    /// assert_eq!(Encoding::Utf8.with_order(ByteOrder::Little), Encoding::Utf8);
    /// ```
    #[must_use]
    pub fn with_order(self, order: ByteOrder) -> Encoding {
        let row = ORDERS.iter().find(|[open, ..]| *open == self);
        row.map_or(self, |&[_, big, little]| match order {
            ByteOrder::Big => big,
            ByteOrder::Little => little,
        })
    }

    /// Returns the same encoding without a fixed byte order: that of text with a BOM.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert_eq!(Encoding::Utf16Le.without_order(), Encoding::Utf16);
    /// assert_eq!(Encoding::Utf8.without_order(), Encoding::Utf8);
    /// ```
    #[must_use]
    pub fn without_order(self) -> Encoding {
        ORDERS.iter().find(|row| row.contains(&self)).map_or(self, |row| row[0])
    }

    /// Returns the form that has kernels, if text in this encoding is in one. `order` is used only
    /// if the encoding does not fix the byte order.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::ByteOrder, simd::Form};
    /// assert_eq!(Encoding::Utf16.form(ByteOrder::Big), Some(Form::Utf16Be));
    /// assert_eq!(Encoding::Ucs2Be.form(ByteOrder::Big), None);
    /// ```
    #[must_use]
    pub const fn form(self, order: ByteOrder) -> Option<Form> {
        match self.coding(order) {
            Coding::Form(form) => Some(form),
            _ => None,
        }
    }

    /// Returns `true` if text in this encoding has the lead and continuation bytes of UTF-8.
    ///
    /// Such encodings differ in the values that they allow, and in how they write some of them.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Utf8.has_utf8_units() && Encoding::Cesu8.has_utf8_units());
    /// assert!(!Encoding::UsAscii.has_utf8_units() && !Encoding::Utf1.has_utf8_units());
    /// ```
    #[must_use]
    pub const fn has_utf8_units(self) -> bool {
        matches!(
            self,
            Encoding::Utf8
                | Encoding::Utf8Rfc2279
                | Encoding::Cesu8
                | Encoding::JavaModifiedUtf8
                | Encoding::Wtf8
                | Encoding::Unicode11Utf8
        )
    }

    /// Returns `true` if the encoding is older than Unicode and has more than ASCII: ISO-8859-1 and
    /// the [legacy charsets](Encoding::Charset).
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Iso8859_1.is_legacy());
    /// assert!(!Encoding::UsAscii.is_legacy() && !Encoding::Utf7.is_legacy());
    /// ```
    #[must_use]
    pub const fn is_legacy(self) -> bool {
        matches!(self, Encoding::Iso8859_1 | Encoding::Charset(_))
    }

    /// Returns `true` if the encoding can encode every character of Unicode.
    ///
    /// UCS-2 and the encodings of Unicode 1.1 cannot. GB 18030 is the only legacy charset that can.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Utf8.has_all_characters() && Encoding::Utf7.has_all_characters());
    /// assert!(!Encoding::Ucs2.has_all_characters() && !Encoding::Iso8859_1.has_all_characters());
    /// ```
    #[must_use]
    pub fn has_all_characters(self) -> bool {
        // Unicode 1.1 had no syllable D7A3, UCS-2 no planes, and browsers' GB 18030 has no E5E5.
        let encoder = self.encoder(ByteOrder::Big);
        [0x80, 0xD7A3, 0xE5E5, 0x10_FFFF].iter().all(|&value| encoder.encode(value).is_some())
    }

    /// Returns `true` if `byte` can be a part of a character that has several bytes.
    ///
    /// A byte for which this is `false` is a whole character at any place of a text. So text can be
    /// split at this byte without decoding. With [shifts](Self::has_shifts), every byte can be a
    /// part.
    ///
    /// This tries up to 65,536 pairs of bytes for a legacy charset. Call it once per text.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(!Encoding::Utf8.can_be_inside(b'|') && Encoding::Utf8.can_be_inside(0x80));
    /// assert!(Encoding::Utf16.can_be_inside(b'|'));
    /// ```
    #[doc(alias = "trail byte")]
    #[must_use]
    pub fn can_be_inside(self, byte: u8) -> bool {
        if self.unit_bytes() > 1 || self.has_shifts() {
            return true;
        }
        if self.has_utf8_units() {
            return byte >= 0x80;
        }
        let decoder = self.decoder(ByteOrder::Big);
        let is_part = |bytes: &[u8]| match decoder.first(bytes, false) {
            Step::Value { len, .. } => len > 1,
            Step::Incomplete => true,
            _ => false,
        };
        // A part of a longer character is also the first or second byte of one, or follows two.
        is_part(&[byte]) || (0..=u8::MAX).any(|lead| is_part(&[lead]) && is_part(&[lead, byte]))
    }
}
