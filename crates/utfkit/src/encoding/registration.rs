//! The entries of encodings in the IANA registry of character sets.

use super::encodings::Encoding;

/// The registration of an encoding as a charset (RFC 2978).
///
/// ```
/// use utfkit::Encoding;
/// let latin1 = Encoding::Iso8859_1.registration().unwrap();
/// assert_eq!((latin1.name(), latin1.mime_name()), ("ISO_8859-1:1987", "ISO-8859-1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registration {
    name: &'static str,
    mime_name: &'static str,
    mib: u16,
    mime_text: MimeText,
    reference: &'static str,
}

/// The suitability of a charset for MIME media types `text/*`.
///
/// Lines of such text end with CR LF, as the bytes 0D 0A, and these bytes have no other meaning
/// (RFC 2046 section 4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MimeText {
    /// The charset may be used.
    Suitable,
    /// The charset may be used only in HTTP (RFC 2781 Appendix A).
    Unsuitable,
}

impl Registration {
    /// Returns the registered name, in its own spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the name to use in MIME: the alias that is marked as preferred, or else the name.
    #[must_use]
    pub const fn mime_name(self) -> &'static str {
        self.mime_name
    }

    /// Returns the number that management protocols use (`MIBenum`, RFC 3808).
    #[must_use]
    pub const fn mib(self) -> u16 {
        self.mib
    }

    /// Returns the suitability for `text/*`.
    #[must_use]
    pub const fn mime_text(self) -> MimeText {
        self.mime_text
    }

    /// Returns the document that decides the suitability.
    #[must_use]
    pub const fn reference(self) -> &'static str {
        self.reference
    }
}

impl Encoding {
    /// Returns the entry of this encoding in the IANA registry.
    ///
    /// The result is `None` if the encoding is not registered. Then no protocol can label text with
    /// it.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::MimeText};
    /// let utf16 = Encoding::Utf16Le.registration().unwrap();
    /// assert_eq!((utf16.name(), utf16.mib()), ("UTF-16LE", 1014));
    /// assert_eq!(utf16.mime_text(), MimeText::Unsuitable);
    /// assert_eq!(Encoding::Wtf8.registration(), None);
    /// ```
    #[must_use]
    pub fn registration(self) -> Option<Registration> {
        let row = REGISTRY.iter().find(|(encoding, ..)| *encoding == self.name());
        row.map(|&(_, registration)| registration)
    }
}

/// The canonical name of an encoding, and its registration.
type Row = (&'static str, Registration);

const fn row(
    encoding: &'static str,
    name: &'static str,
    mib: u16,
    mime_text: MimeText,
    reference: &'static str,
) -> Row {
    (encoding, Registration { name, mime_name: name, mib, mime_text, reference })
}

/// Creates the row of a charset for which MIME prefers an alias.
const fn preferred(mime_name: &'static str, (encoding, registration): Row) -> Row {
    (encoding, Registration { mime_name, ..registration })
}

use MimeText::{Suitable, Unsuitable};

/// The rows name their encodings, so that a row can exist for an encoding that a build lacks.
static REGISTRY: &[Row] = &[
    row("us-ascii", "US-ASCII", 3, Suitable, MIME),
    preferred("ISO-8859-1", row("iso-8859-1", "ISO_8859-1:1987", 4, Suitable, MIME)),
    row("utf-1", "ISO-10646-UTF-1", 27, Suitable, LINE_ENDS),
    row("utf-8", "UTF-8", 106, Suitable, "RFC 3629 section 8"),
    row("ucs-2", "ISO-10646-UCS-2", 1000, Unsuitable, LINE_ENDS),
    row("ucs-4", "ISO-10646-UCS-4", 1001, Unsuitable, LINE_ENDS),
    row("unicode-1-1", "UNICODE-1-1", 1010, Unsuitable, LINE_ENDS),
    row("utf-7", "UTF-7", 1012, Suitable, LINE_ENDS),
    row("utf-16be", "UTF-16BE", 1013, Unsuitable, UTF16),
    row("utf-16le", "UTF-16LE", 1014, Unsuitable, UTF16),
    row("utf-16", "UTF-16", 1015, Unsuitable, UTF16),
    row("cesu-8", "CESU-8", 1016, Suitable, LINE_ENDS),
    row("utf-32", "UTF-32", 1017, Unsuitable, LINE_ENDS),
    row("utf-32be", "UTF-32BE", 1018, Unsuitable, LINE_ENDS),
    row("utf-32le", "UTF-32LE", 1019, Unsuitable, LINE_ENDS),
    // In Unicode mode, the bytes 0D and 0A may be parts of other characters.
    row("scsu", "SCSU", 1011, Unsuitable, LINE_ENDS),
    row("bocu-1", "BOCU-1", 1020, Suitable, LINE_ENDS),
    // A line end in a mailbox name is written in base64.
    row("utf-7-imap", "UTF-7-IMAP", 1021, Unsuitable, LINE_ENDS),
    // Legacy charsets.
    preferred("ISO-8859-2", row("iso-8859-2", "ISO_8859-2:1987", 5, Suitable, LINE_ENDS)),
    preferred("ISO-8859-3", row("iso-8859-3", "ISO_8859-3:1988", 6, Suitable, LINE_ENDS)),
    preferred("ISO-8859-4", row("iso-8859-4", "ISO_8859-4:1988", 7, Suitable, LINE_ENDS)),
    preferred("ISO-8859-5", row("iso-8859-5", "ISO_8859-5:1988", 8, Suitable, LINE_ENDS)),
    preferred("ISO-8859-6", row("iso-8859-6", "ISO_8859-6:1987", 9, Suitable, LINE_ENDS)),
    preferred("ISO-8859-7", row("iso-8859-7", "ISO_8859-7:1987", 10, Suitable, LINE_ENDS)),
    preferred("ISO-8859-8", row("iso-8859-8", "ISO_8859-8:1988", 11, Suitable, LINE_ENDS)),
    preferred("ISO-8859-9", row("iso-8859-9", "ISO_8859-9:1989", 12, Suitable, LINE_ENDS)),
    row("iso-8859-10", "ISO-8859-10", 13, Suitable, LINE_ENDS),
    row("shift_jis", "Shift_JIS", 17, Suitable, LINE_ENDS),
    preferred(
        "EUC-JP",
        row("euc-jp", "Extended_UNIX_Code_Packed_Format_for_Japanese", 18, Suitable, LINE_ENDS),
    ),
    row("euc-kr", "EUC-KR", 38, Suitable, LINE_ENDS),
    row("iso-2022-jp", "ISO-2022-JP", 39, Suitable, LINE_ENDS),
    preferred("ISO-8859-8-I", row("iso-8859-8-i", "ISO_8859-8-I", 85, Suitable, LINE_ENDS)),
    row("iso-8859-13", "ISO-8859-13", 109, Suitable, LINE_ENDS),
    row("iso-8859-14", "ISO-8859-14", 110, Suitable, LINE_ENDS),
    row("iso-8859-15", "ISO-8859-15", 111, Suitable, LINE_ENDS),
    row("iso-8859-16", "ISO-8859-16", 112, Suitable, LINE_ENDS),
    row("gbk", "GBK", 113, Suitable, LINE_ENDS),
    row("gb18030", "GB18030", 114, Suitable, LINE_ENDS),
    row("kz-1048", "KZ-1048", 119, Suitable, LINE_ENDS),
    row("hp-roman8", "hp-roman8", 2004, Suitable, LINE_ENDS),
    row("ibm850", "IBM850", 2009, Suitable, LINE_ENDS),
    row("ibm852", "IBM852", 2010, Suitable, LINE_ENDS),
    row("ibm437", "IBM437", 2011, Suitable, LINE_ENDS),
    row("ibm862", "IBM862", 2013, Suitable, LINE_ENDS),
    row("windows-31j", "Windows-31J", 2024, Suitable, LINE_ENDS),
    row("gb2312", "GB2312", 2025, Suitable, LINE_ENDS),
    row("big5", "Big5", 2026, Suitable, LINE_ENDS),
    row("macintosh", "macintosh", 2027, Suitable, LINE_ENDS),
    row("ibm855", "IBM855", 2046, Suitable, LINE_ENDS),
    row("ibm857", "IBM857", 2047, Suitable, LINE_ENDS),
    row("ibm860", "IBM860", 2048, Suitable, LINE_ENDS),
    row("ibm861", "IBM861", 2049, Suitable, LINE_ENDS),
    row("ibm863", "IBM863", 2050, Suitable, LINE_ENDS),
    row("ibm864", "IBM864", 2051, Suitable, LINE_ENDS),
    row("ibm865", "IBM865", 2052, Suitable, LINE_ENDS),
    row("ibm869", "IBM869", 2054, Suitable, LINE_ENDS),
    row("viscii", "VISCII", 2082, Suitable, LINE_ENDS),
    row("koi8-r", "KOI8-R", 2084, Suitable, LINE_ENDS),
    row("ibm866", "IBM866", 2086, Suitable, LINE_ENDS),
    row("ibm775", "IBM775", 2087, Suitable, LINE_ENDS),
    row("koi8-u", "KOI8-U", 2088, Suitable, LINE_ENDS),
    row("ibm00858", "IBM00858", 2089, Suitable, LINE_ENDS),
    row("big5-hkscs", "Big5-HKSCS", 2101, Suitable, LINE_ENDS),
    row("ptcp154", "PTCP154", 2103, Suitable, LINE_ENDS),
    row("cp51932", "CP51932", 2108, Suitable, LINE_ENDS),
    row("windows-874", "windows-874", 2109, Suitable, LINE_ENDS),
    row("windows-1250", "windows-1250", 2250, Suitable, LINE_ENDS),
    row("windows-1251", "windows-1251", 2251, Suitable, LINE_ENDS),
    row("windows-1252", "windows-1252", 2252, Suitable, LINE_ENDS),
    row("windows-1253", "windows-1253", 2253, Suitable, LINE_ENDS),
    row("windows-1254", "windows-1254", 2254, Suitable, LINE_ENDS),
    row("windows-1255", "windows-1255", 2255, Suitable, LINE_ENDS),
    row("windows-1256", "windows-1256", 2256, Suitable, LINE_ENDS),
    row("windows-1257", "windows-1257", 2257, Suitable, LINE_ENDS),
    row("windows-1258", "windows-1258", 2258, Suitable, LINE_ENDS),
    row("iso-8859-11", "TIS-620", 2259, Suitable, LINE_ENDS),
    // EBCDIC, whose line ends have other bytes.
    row("ibm-thai", "IBM-Thai", 2016, Unsuitable, LINE_ENDS),
    row("ibm037", "IBM037", 2028, Unsuitable, LINE_ENDS),
    row("ibm273", "IBM273", 2030, Unsuitable, LINE_ENDS),
    row("ibm277", "IBM277", 2033, Unsuitable, LINE_ENDS),
    row("ibm278", "IBM278", 2034, Unsuitable, LINE_ENDS),
    row("ibm280", "IBM280", 2035, Unsuitable, LINE_ENDS),
    row("ibm284", "IBM284", 2037, Unsuitable, LINE_ENDS),
    row("ibm285", "IBM285", 2038, Unsuitable, LINE_ENDS),
    row("ibm290", "IBM290", 2039, Unsuitable, LINE_ENDS),
    row("ibm297", "IBM297", 2040, Unsuitable, LINE_ENDS),
    row("ibm420", "IBM420", 2041, Unsuitable, LINE_ENDS),
    row("ibm424", "IBM424", 2043, Unsuitable, LINE_ENDS),
    row("ibm500", "IBM500", 2044, Unsuitable, LINE_ENDS),
    row("ibm870", "IBM870", 2055, Unsuitable, LINE_ENDS),
    row("ibm871", "IBM871", 2056, Unsuitable, LINE_ENDS),
    row("ibm918", "IBM918", 2062, Unsuitable, LINE_ENDS),
    row("ibm1026", "IBM1026", 2063, Unsuitable, LINE_ENDS),
    row("ibm01140", "IBM01140", 2091, Unsuitable, LINE_ENDS),
    row("ibm01141", "IBM01141", 2092, Unsuitable, LINE_ENDS),
    row("ibm01142", "IBM01142", 2093, Unsuitable, LINE_ENDS),
    row("ibm01143", "IBM01143", 2094, Unsuitable, LINE_ENDS),
    row("ibm01144", "IBM01144", 2095, Unsuitable, LINE_ENDS),
    row("ibm01145", "IBM01145", 2096, Unsuitable, LINE_ENDS),
    row("ibm01146", "IBM01146", 2097, Unsuitable, LINE_ENDS),
    row("ibm01147", "IBM01147", 2098, Unsuitable, LINE_ENDS),
    row("ibm01148", "IBM01148", 2099, Unsuitable, LINE_ENDS),
    row("ibm01149", "IBM01149", 2100, Unsuitable, LINE_ENDS),
    row("ibm1047", "IBM1047", 2102, Unsuitable, LINE_ENDS),
];

const MIME: &str = "RFC 2046 section 4.1.2";
const UTF16: &str = "RFC 2781 Appendix A";
/// The rule itself, for charsets about which no document decides.
const LINE_ENDS: &str = "RFC 2046 section 4.1.1";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{scheme::ByteOrder, table::all};

    #[test]
    fn every_registered_name_is_a_label() {
        for encoding in all() {
            let Some(registration) = encoding.registration() else { continue };
            assert_eq!(registration.name().parse(), Ok(encoding));
            assert_eq!(registration.mime_name().parse(), Ok(encoding));
            assert_eq!(encoding.labels().first(), Some(&registration.mime_name()), "{encoding}");
        }
    }

    /// Tests the rule itself: CR LF is 0D 0A.
    #[cfg(feature = "alloc")]
    #[test]
    fn line_ends_decide() {
        for encoding in all() {
            let Some(registration) = encoding.registration() else { continue };
            let written = crate::transcode::convert(b"\r\n", Encoding::Utf8, encoding).unwrap();
            // In SCSU, the byte 0A may also be half of this character.
            let other = encoding.encoder(ByteOrder::Big).encode(0x4E0A);
            let is_shared = other.is_some_and(|other| other.bytes().contains(&b'\n'));
            let suits = written == b"\r\n" && !is_shared;
            assert_eq!(registration.mime_text() == Suitable, suits, "{encoding}");
        }
    }
}
