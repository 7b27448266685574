//! Encoding schemes: how text is serialized in bytes, under which labels, and with which
//! BOM (RFC 3629 section 6, RFC 2781 sections 3 and 4).
//!
//! An encoding is a row of one table: a name, its labels, and a scheme, which is a form with a
//! fixed byte order or a pair of forms between which the BOM decides.
//!
//! A [`Label`] is how protocols and people call an encoding; whose word counts, a [`LabelSet`]
//! says. What protocols say about BOMs is at [`BomPolicy`].

mod bom;
mod label;
mod nearest;
mod policy;
mod registration;
pub(crate) mod scheme;
mod section;
mod sets;
mod table;
mod unit;
mod unknown;

pub use crate::codec::charset::name::Charset;
pub use bom::{Bom, BomPolicy, BomRule};
pub use label::Label;
pub use registration::{MimeText, Registration};
pub use scheme::ByteOrder;
pub use sets::LabelSet;
use table::Row;
pub use unknown::UnknownLabel;

use crate::transcode;

/// A character encoding: a charset label's meaning.
///
/// ```
/// use utfkit::Encoding;
/// let encoding: Encoding = "utf16be".parse().unwrap_or(Encoding::Utf16Be);
/// assert_eq!(encoding.name(), "utf-16be");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 of RFC 3629.
    Utf8,
    /// UTF-8 of RFC 2279: all of UCS-4, values up to 7FFFFFFF, in up to six bytes.
    Utf8Rfc2279,
    /// CESU-8 (UTR #26): supplementary characters as two surrogates of three bytes each.
    Cesu8,
    /// Java's modified UTF-8: CESU-8 with U+0000 as C0 80.
    JavaModifiedUtf8,
    /// WTF-8: UTF-8 in which an encoded surrogate is one mistake of three bytes.
    Wtf8,
    /// UTF-16 of which a BOM tells the byte order; big-endian without one (RFC 2781 section
    /// 4.3).
    Utf16,
    /// Big-endian UTF-16 without a BOM (RFC 2781 section 4.1).
    Utf16Be,
    /// Little-endian UTF-16 without a BOM (RFC 2781 section 4.2).
    Utf16Le,
    /// UCS-2 of which a BOM tells the byte order; big-endian without one.
    Ucs2,
    /// Big-endian UCS-2 without a BOM: U+0000 to U+FFFF, no surrogates.
    Ucs2Be,
    /// Little-endian UCS-2 without a BOM.
    Ucs2Le,
    /// UTF-32 of which a BOM tells the byte order; big-endian without one.
    Utf32,
    /// Big-endian UTF-32 without a BOM.
    Utf32Be,
    /// Little-endian UTF-32 without a BOM.
    Utf32Le,
    /// UCS-4 of which a BOM tells the byte order; big-endian without one.
    Ucs4,
    /// Big-endian UCS-4 without a BOM: values up to 7FFFFFFF (RFC 2279 section 2).
    Ucs4Be,
    /// Little-endian UCS-4 without a BOM.
    Ucs4Le,
    /// UTF-8 with the Hangul of Unicode 1.1, U+3400 to U+4DFF (RFC 2279 section 5). It is read as,
    /// and written for, what stands at U+AC00 to U+D7A3 since Unicode 2.0; a byte sequence for
    /// one of these is [out of range](crate::Kind::OutOfRange), and the 4,516 syllables that are
    /// new cannot be encoded.
    Unicode11Utf8,
    /// Big-endian UCS-2 with the Hangul of Unicode 1.1 (RFC 1641), as
    /// [`Unicode11Utf8`](Self::Unicode11Utf8).
    Unicode11,
    /// UTF-1 (ISO-IR 178): values up to 7FFFFFFF in one, two, three or five bytes.
    Utf1,
    /// UTF-7 (RFC 2152): base64 of UTF-16 within ASCII, for mail.
    Utf7,
    /// The modified UTF-7 of IMAP's mailbox names (RFC 3501 section 5.1.3).
    Utf7Imap,
    /// US-ASCII: bytes up to 7F.
    UsAscii,
    /// ISO-8859-1: each byte is the code point of the same number. Not windows-1252.
    Iso8859_1,
    /// A charset that is not Unicode's, with the feature `legacy-charsets`.
    Charset(Charset),
}

impl Encoding {
    /// Every encoding but [charsets](Charset::all) that are not Unicode's, in the order in which
    /// they are listed.
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
        Encoding::UsAscii,
        Encoding::Iso8859_1,
    ];

    /// The row of the table; charsets have a table of their own.
    const fn row(self) -> Result<&'static Row, Charset> {
        let at = match self {
            Encoding::Charset(charset) => return Err(charset),
            Encoding::Utf8 => 0,
            Encoding::Utf8Rfc2279 => 1,
            Encoding::Cesu8 => 2,
            Encoding::JavaModifiedUtf8 => 3,
            Encoding::Wtf8 => 4,
            Encoding::Utf16 => 5,
            Encoding::Utf16Be => 6,
            Encoding::Utf16Le => 7,
            Encoding::Ucs2 => 8,
            Encoding::Ucs2Be => 9,
            Encoding::Ucs2Le => 10,
            Encoding::Utf32 => 11,
            Encoding::Utf32Be => 12,
            Encoding::Utf32Le => 13,
            Encoding::Ucs4 => 14,
            Encoding::Ucs4Be => 15,
            Encoding::Ucs4Le => 16,
            Encoding::Unicode11Utf8 => 17,
            Encoding::Unicode11 => 18,
            Encoding::Utf1 => 19,
            Encoding::Utf7 => 20,
            Encoding::Utf7Imap => 21,
            Encoding::UsAscii => 22,
            Encoding::Iso8859_1 => 23,
        };
        Ok(&table::ROWS[at])
    }

    /// The canonical name, in lower case, as reports print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.row() {
            Ok(row) => row.name,
            Err(charset) => charset.name(),
        }
    }

    /// Every label that means this encoding, the IANA name first.
    #[must_use]
    pub const fn labels(self) -> &'static [&'static str] {
        match self.row() {
            Ok(row) => row.labels,
            Err(charset) => charset.labels(),
        }
    }

    /// Whether text of this encoding may, or must not, begin with a BOM.
    #[must_use]
    pub const fn bom_rule(self) -> BomRule {
        match self.row() {
            Ok(row) => row.bom,
            Err(_) => BomRule::Never,
        }
    }

    /// Whether text in US-ASCII is the same bytes in this encoding, when read and when written.
    ///
    /// Bytes of 00..7F may still be parts of other characters (Shift_JIS). Java's modified UTF-8 is
    /// not compatible, because it writes U+0000 as C0 80; ISO-2022-JP and UTF-7 are not, because
    /// some bytes of US-ASCII begin shifts there.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert!(Encoding::Cesu8.is_ascii_compatible() && Encoding::Iso8859_1.is_ascii_compatible());
    /// assert!(!Encoding::Utf16Le.is_ascii_compatible() && !Encoding::Utf7.is_ascii_compatible());
    /// ```
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
            | Encoding::Utf7Imap => false,
            Encoding::Charset(charset) => charset.is_ascii_compatible(),
        }
    }

    /// The encoding in which a browser sends forms and queries from a page in this one: UTF-8 for
    /// UTF-16 and `replacement`, otherwise the same (WHATWG Encoding Standard section 4.3).
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert_eq!(Encoding::Utf16Le.output_encoding(), Encoding::Utf8);
    /// assert_eq!(Encoding::Iso8859_1.output_encoding(), Encoding::Iso8859_1);
    /// ```
    #[must_use]
    pub const fn output_encoding(self) -> Encoding {
        match self {
            Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => Encoding::Utf8,
            Encoding::Charset(charset) if charset.is_replacement() => Encoding::Utf8,
            other => other,
        }
    }

    /// The first character of `text` that this encoding cannot encode, if there is one.
    ///
    /// ```
    /// use utfkit::{Encoding, Kind};
    /// assert_eq!(Encoding::Utf16.first_unencodable("\u{1F600}"), None);
    /// let finding = Encoding::Iso8859_1.first_unencodable("10 \u{20AC}").unwrap();
    /// assert_eq!((finding.offset(), finding.kind()), (3, Kind::Unencodable { value: 0x20AC }));
    /// ```
    #[must_use]
    pub fn first_unencodable(self, text: &str) -> Option<crate::Finding> {
        let encodable = transcode::encodable(self, text);
        let character = text[encodable..].chars().next()?;
        let bytes = &text.as_bytes()[encodable..][..character.len_utf8()];
        let kind = crate::Kind::Unencodable { value: character.into() };
        Some(crate::Finding::new(encodable as u64, kind, bytes))
    }
}

impl core::fmt::Display for Encoding {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}
