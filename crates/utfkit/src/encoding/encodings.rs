//! The encodings as values.

use crate::codec::charset::name::Charset;

/// A character encoding: the meaning of a charset label.
///
/// ```
/// use utfkit::Encoding;
/// let encoding: Encoding = "utf16be".parse().unwrap_or(Encoding::Utf16Be);
/// assert_eq!(encoding.name(), "utf-16be");
/// ```
#[doc(alias("charset", "codec", "scheme"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 of RFC 3629.
    #[doc(alias = "utf8")]
    Utf8,
    /// UTF-8 of RFC 2279: all of UCS-4, values up to 7FFFFFFF, in up to six bytes.
    Utf8Rfc2279,
    /// CESU-8 (UTR #26): supplementary characters as two surrogates of three bytes each.
    Cesu8,
    /// Java's modified UTF-8: CESU-8 with U+0000 as C0 80.
    #[doc(alias("MUTF-8", "JNI"))]
    JavaModifiedUtf8,
    /// WTF-8: UTF-8 in which an encoded surrogate is one error of three bytes.
    Wtf8,
    /// UTF-16 whose BOM gives the byte order; big-endian without one (RFC 2781 section 4.3).
    Utf16,
    /// Big-endian UTF-16 without a BOM (RFC 2781 section 4.1).
    Utf16Be,
    /// Little-endian UTF-16 without a BOM (RFC 2781 section 4.2).
    Utf16Le,
    /// UCS-2 whose BOM gives the byte order; big-endian without one.
    Ucs2,
    /// Big-endian UCS-2 without a BOM: U+0000 to U+FFFF, no surrogates.
    Ucs2Be,
    /// Little-endian UCS-2 without a BOM.
    Ucs2Le,
    /// UTF-32 whose BOM gives the byte order; big-endian without one.
    Utf32,
    /// Big-endian UTF-32 without a BOM.
    Utf32Be,
    /// Little-endian UTF-32 without a BOM.
    Utf32Le,
    /// UCS-4 whose BOM gives the byte order; big-endian without one.
    Ucs4,
    /// Big-endian UCS-4 without a BOM: values up to 7FFFFFFF (RFC 2279 section 2).
    Ucs4Be,
    /// Little-endian UCS-4 without a BOM.
    Ucs4Le,
    /// UTF-8 with the Hangul of Unicode 1.1, U+3400 to U+4DFF (RFC 2279 section 5).
    ///
    /// It is converted from and to the syllables at U+AC00 to U+D7A3 of Unicode 2.0 and later. A
    /// byte sequence for one of these is [out of range](crate::Kind::OutOfRange). The 4,516
    /// syllables that Unicode 2.0 added cannot be encoded.
    Unicode11Utf8,
    /// Big-endian UCS-2 with the Hangul of Unicode 1.1 (RFC 1641), like
    /// [`Unicode11Utf8`](Self::Unicode11Utf8).
    Unicode11,
    /// UTF-1 (ISO-IR 178): values up to 7FFFFFFF in one, two, three or five bytes.
    Utf1,
    /// UTF-7 (RFC 2152): base64 of UTF-16 inside ASCII, for mail.
    Utf7,
    /// The modified UTF-7 of IMAP's mailbox names (RFC 3501 section 5.1.3).
    Utf7Imap,
    /// UTF-EBCDIC (UTR #16): like UTF-8, with the controls and ASCII characters of EBCDIC.
    UtfEbcdic,
    /// SCSU (UTS #6): about one byte per character in scripts of few letters.
    #[doc(alias = "compression")]
    Scsu,
    /// BOCU-1 (UTN #6): like SCSU, with one spelling for each text and the order of code points.
    #[doc(alias = "compression")]
    Bocu1,
    /// US-ASCII: bytes up to 7F.
    #[doc(alias = "ascii")]
    UsAscii,
    /// ISO-8859-1: each byte is the code point with the same number. It is not windows-1252.
    #[doc(alias("latin1", "latin-1"))]
    Iso8859_1,
    /// A legacy charset, with the feature `legacy-charsets` or `whatwg-charsets`.
    Charset(Charset),
}

impl Encoding {
    /// All encodings except the [legacy charsets](Charset::all), in the order of the list.
    pub const ALL: &[Encoding] = &[
        Encoding::Utf8,
        Encoding::Utf8Rfc2279,
        Encoding::Cesu8,
        Encoding::JavaModifiedUtf8,
        Encoding::Wtf8,
        Encoding::Utf16,
        Encoding::Utf16Be,
        Encoding::Utf16Le,
        Encoding::Ucs2,
        Encoding::Ucs2Be,
        Encoding::Ucs2Le,
        Encoding::Utf32,
        Encoding::Utf32Be,
        Encoding::Utf32Le,
        Encoding::Ucs4,
        Encoding::Ucs4Be,
        Encoding::Ucs4Le,
        Encoding::Unicode11Utf8,
        Encoding::Unicode11,
        Encoding::Utf1,
        Encoding::Utf7,
        Encoding::Utf7Imap,
        Encoding::UtfEbcdic,
        Encoding::Scsu,
        Encoding::Bocu1,
        Encoding::UsAscii,
        Encoding::Iso8859_1,
    ];
}

impl From<Charset> for Encoding {
    fn from(charset: Charset) -> Self {
        Self::Charset(charset)
    }
}
