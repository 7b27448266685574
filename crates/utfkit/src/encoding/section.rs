//! The section of the standard that makes a kind an error, by encoding.

use super::encodings::Encoding;
use crate::error::kind::{Kind, UTF_7};

impl Kind {
    /// Returns the standard, with its section, that makes this kind an error in text read as
    /// `encoding`.
    ///
    /// It is that of the [description](Self::description), unless the encoding has one of its own.
    ///
    /// ```
    /// use utfkit::{Encoding, Kind};
    /// let kind = Kind::InvalidByte;
    /// assert_eq!(kind.section_in(Encoding::Utf8), "RFC 3629 section 1");
    /// assert_eq!(kind.section_in(Encoding::Utf7Imap), "RFC 3501 section 5.1.3");
    /// ```
    #[must_use]
    pub const fn section_in(self, encoding: Encoding) -> &'static str {
        use Encoding as E;
        let usual = self.description().section;
        match (self, encoding) {
            // These kinds are about BOMs or the target, independent of the encoding.
            (Kind::MissingBom | Kind::Unencodable { .. }, _) => usual,
            (Kind::SwappedBom, E::Utf32 | E::Utf32Be | E::Utf32Le) => "Unicode D99 to D101",
            (Kind::SwappedBom, _) | (_, E::Utf8) => usual,
            (_, E::Utf16 | E::Utf16Be | E::Utf16Le) => usual,
            (_, E::Utf8Rfc2279 | E::Ucs4 | E::Ucs4Be | E::Ucs4Le) => "RFC 2279 section 2",
            (_, E::Unicode11Utf8) => "RFC 2279 sections 2 and 5",
            (_, E::Cesu8) => "UTR #26",
            (_, E::JavaModifiedUtf8) => "Java SE, interface DataInput, modified UTF-8",
            (_, E::Wtf8) => "WTF-8, section 3",
            (_, E::Ucs2 | E::Ucs2Be | E::Ucs2Le) => "ISO/IEC 10646-1:1993, UCS-2",
            (_, E::Unicode11) => "RFC 1641",
            (_, E::Utf32 | E::Utf32Be | E::Utf32Le) => "Unicode D90",
            (_, E::Utf1) => "ISO-IR 178",
            (Kind::InvalidByte, E::Utf7) => "RFC 2152, rules 1 to 3",
            (_, E::Utf7) => UTF_7,
            (_, E::Utf7Imap) => "RFC 3501 section 5.1.3",
            (_, E::UtfEbcdic) => "UTR #16",
            (_, E::Scsu) => "UTS #6",
            (_, E::Bocu1) => "UTN #6",
            (_, E::UsAscii) => "RFC 20 section 2",
            (_, E::Iso8859_1) => usual,
            (Kind::BadEscape, E::Charset(_)) => usual,
            (_, E::Charset(charset)) => charset.standard(),
        }
    }
}
