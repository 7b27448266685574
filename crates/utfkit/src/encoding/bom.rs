//! BOMs: U+FEFF at the start of a stream, which says what the stream is (RFC 3629 section 6,
//! RFC 2781 section 3.2).

use super::encodings::Encoding;

/// A BOM that a stream begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bom {
    encoding: Encoding,
    bytes: &'static [u8],
}

impl Bom {
    /// Every BOM. Those of UTF-32 come before those of UTF-16, which they begin with.
    const ALL: [Bom; 5] = [
        Bom { encoding: Encoding::Utf8, bytes: &[0xEF, 0xBB, 0xBF] },
        Bom { encoding: Encoding::Utf32, bytes: &[0x00, 0x00, 0xFE, 0xFF] },
        Bom { encoding: Encoding::Utf32, bytes: &[0xFF, 0xFE, 0x00, 0x00] },
        Bom { encoding: Encoding::Utf16, bytes: &[0xFE, 0xFF] },
        Bom { encoding: Encoding::Utf16, bytes: &[0xFF, 0xFE] },
    ];

    /// The length of the longest BOM: so many bytes of a stream are enough to know.
    pub const MAX_BYTES: usize = 4;

    /// The BOM that `bytes`, the first of a stream, begin with.
    ///
    /// `FF FE 00 00` is taken for UTF-32, not for UTF-16 that begins with U+0000.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::Bom};
    /// assert_eq!(Bom::of(b"\xEF\xBB\xBFtext").map(Bom::encoding), Some(Encoding::Utf8));
    /// assert_eq!(Bom::of(b"text"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Bom> {
        Self::ALL.into_iter().find(|bom| bytes.starts_with(bom.bytes))
    }

    /// Whether `bytes`, the first of a stream, tell what [`of`](Self::of) gives for the stream,
    /// however it goes on: with fewer, a program that waits for more could wait in vain.
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

    /// The encoding that it says the stream is in.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        self.bytes
    }
}
