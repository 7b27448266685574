//! Byte order marks (BOM): U+FEFF at the start of a stream, which identifies its encoding (RFC 3629
//! section 6, RFC 2781 section 3.2).

use super::encodings::Encoding;

/// A BOM at the start of a stream.
///
/// ```
/// use utfkit::{Encoding, encoding::Bom};
/// let bom = Bom::of(b"\xFF\xFEh\0i\0").unwrap();
/// assert_eq!((bom.encoding(), bom.bytes()), (Encoding::Utf16, &b"\xFF\xFE"[..]));
/// ```
#[doc(alias("byte order mark", "signature"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bom {
    encoding: Encoding,
    bytes: &'static [u8],
}

impl Bom {
    /// All BOMs. A BOM of UTF-32 begins like one of UTF-16, so it comes first.
    const ALL: [Bom; 5] = [
        Bom { encoding: Encoding::Utf8, bytes: &[0xEF, 0xBB, 0xBF] },
        Bom { encoding: Encoding::Utf32, bytes: &[0x00, 0x00, 0xFE, 0xFF] },
        Bom { encoding: Encoding::Utf32, bytes: &[0xFF, 0xFE, 0x00, 0x00] },
        Bom { encoding: Encoding::Utf16, bytes: &[0xFE, 0xFF] },
        Bom { encoding: Encoding::Utf16, bytes: &[0xFF, 0xFE] },
    ];

    /// The length of the longest BOM: this many bytes of a stream are enough to recognize a BOM.
    pub const MAX_BYTES: usize = 4;

    /// Returns the BOM at the start of `bytes`, the first bytes of a stream, if there is one.
    ///
    /// `FF FE 00 00` is treated as UTF-32, not as UTF-16 that begins with U+0000.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::Bom};
    /// assert_eq!(Bom::of(b"\xEF\xBB\xBFtext").map(Bom::encoding), Some(Encoding::Utf8));
    /// assert_eq!(Bom::of(b"text"), None);
    /// ```
    #[doc(alias = "detect BOM")]
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Bom> {
        Self::ALL.into_iter().find(|bom| bytes.starts_with(bom.bytes))
    }

    /// Returns `true` if `bytes`, the first of a stream, are enough to determine the BOM of the
    /// stream.
    ///
    /// If it returns `false`, [`of`](Self::of) may change with more bytes. A program that always
    /// waits for [`MAX_BYTES`](Self::MAX_BYTES) could wait in vain.
    ///
    /// ```
    /// use utfkit::encoding::Bom;
    /// assert!(Bom::is_settled(b"a") && Bom::is_settled(b"\xFF\xFEA"));
    /// assert!(!Bom::is_settled(b"") && !Bom::is_settled(b"\xFF\xFE\0"));
    /// ```
    #[must_use]
    pub fn is_settled(bytes: &[u8]) -> bool {
        !Self::ALL
            .into_iter()
            .any(|bom| bom.bytes.len() > bytes.len() && bom.bytes.starts_with(bytes))
    }

    /// Returns the encoding that the BOM identifies.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }

    /// Returns the encoding of the text after the BOM, with the byte order that the BOM shows.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::Bom};
    /// let text = b"\xFF\xFEa\0";
    /// let bom = Bom::of(text).unwrap();
    /// assert_eq!(bom.encoding(), Encoding::Utf16);
    /// assert_eq!(bom.encoding_after(), Encoding::Utf16Le);
    /// assert_eq!(utfkit::decode(&text[bom.bytes().len()..], bom.encoding_after()).unwrap(), "a");
    /// ```
    #[must_use]
    pub const fn encoding_after(self) -> Encoding {
        match (self.encoding, self.bytes) {
            (Encoding::Utf16, [0xFF, ..]) => Encoding::Utf16Le,
            (Encoding::Utf16, _) => Encoding::Utf16Be,
            (Encoding::Utf32, [0xFF, ..]) => Encoding::Utf32Le,
            (Encoding::Utf32, _) => Encoding::Utf32Be,
            (other, _) => other,
        }
    }

    /// Returns the bytes of the BOM.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        self.bytes
    }
}
