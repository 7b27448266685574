//! The table of encodings: names, schemes, BOMs, labels.

use core::fmt;

use super::{
    encodings::Encoding,
    policy::BomRule,
    scheme::{ByteOrder, Scheme},
};
use crate::{
    codec::{
        apart::Apart, charset::name::Charset, coding::Coding, relatives::Legacy, utf7::Flavor,
    },
    form::Form,
};

/// The facts about an encoding: a row of the table.
struct Row {
    name: &'static str,
    scheme: Scheme,
    bom: BomRule,
    /// The IANA name in its own spelling, its aliases, and other common names.
    labels: &'static [&'static str],
}

const fn row(
    name: &'static str,
    scheme: Scheme,
    bom: BomRule,
    labels: &'static [&'static str],
) -> Row {
    Row { name, scheme, bom, labels }
}

use BomRule::{Decides, Never, Optional};

const UTF16: Scheme = Scheme::by_bom(Coding::Form(Form::Utf16Be), Coding::Form(Form::Utf16Le));
const UTF32: Scheme = Scheme::by_bom(Coding::Form(Form::Utf32Be), Coding::Form(Form::Utf32Le));
const UCS2BE: Coding = Coding::Legacy(Legacy::Ucs2 { big: true });
const UCS2LE: Coding = Coding::Legacy(Legacy::Ucs2 { big: false });
const UCS4BE: Coding = Coding::Legacy(Legacy::Ucs4 { big: true });
const UCS4LE: Coding = Coding::Legacy(Legacy::Ucs4 { big: false });

/// The labels of US-ASCII (IANA, RFC 2046).
const US_ASCII: &[&str] = &[
    "US-ASCII",
    "iso-ir-6",
    "ANSI_X3.4-1968",
    "ANSI_X3.4-1986",
    "ISO_646.irv:1991",
    "ISO646-US",
    "us",
    "IBM367",
    "cp367",
    "csASCII",
    "ascii",
];

/// The labels of UTF-7 (IANA). `UNICODE-1-1-UTF-7` (RFC 1642) is not one of them: it has Hangul at
/// the code points of Unicode 1.1, which must not be read as other characters.
const UTF_7: &[&str] = &["UTF-7", "csUTF7", "utf7"];

/// The labels of ISO-8859-1 (IANA, RFC 1345).
const ISO_8859_1: &[&str] = &[
    "ISO-8859-1",
    "ISO_8859-1:1987",
    "iso-ir-100",
    "ISO_8859-1",
    "latin1",
    "l1",
    "IBM819",
    "CP819",
    "csISOLatin1",
    "iso8859-1",
    "latin-1",
];

/// One row per encoding, in the order of the variants.
static ROWS: [Row; Encoding::ALL.len()] = [
    row("utf-8", Scheme::form(Form::Utf8), Optional, &["UTF-8", "csUTF8", "utf8"]),
    row("utf-8-rfc2279", Scheme::legacy(Legacy::Rfc2279), Optional, &["utf8-rfc2279"]),
    row(
        "cesu-8",
        Scheme::legacy(Legacy::Cesu8),
        Optional,
        &["CESU-8", "csCESU8", "csCESU-8", "cesu8"],
    ),
    row(
        "java-modified-utf-8",
        Scheme::legacy(Legacy::ModifiedUtf8),
        Never,
        &["modified-utf-8", "mutf-8", "mutf8"],
    ),
    row("wtf-8", Scheme::legacy(Legacy::Wtf8), Never, &["wtf8"]),
    row("utf-16", UTF16, Decides, &["UTF-16", "csUTF16", "utf16"]),
    row("utf-16be", Scheme::form(Form::Utf16Be), Never, &["UTF-16BE", "csUTF16BE", "utf16be"]),
    row("utf-16le", Scheme::form(Form::Utf16Le), Never, &["UTF-16LE", "csUTF16LE", "utf16le"]),
    row(
        "ucs-2",
        Scheme::by_bom(UCS2BE, UCS2LE),
        Decides,
        &["ISO-10646-UCS-2", "csUnicode", "ucs2"],
    ),
    row("ucs-2be", Scheme::Fixed(UCS2BE), Never, &["ucs2be"]),
    row("ucs-2le", Scheme::Fixed(UCS2LE), Never, &["ucs2le"]),
    row("utf-32", UTF32, Decides, &["UTF-32", "csUTF32", "utf32"]),
    row("utf-32be", Scheme::form(Form::Utf32Be), Never, &["UTF-32BE", "csUTF32BE", "utf32be"]),
    row("utf-32le", Scheme::form(Form::Utf32Le), Never, &["UTF-32LE", "csUTF32LE", "utf32le"]),
    row("ucs-4", Scheme::by_bom(UCS4BE, UCS4LE), Decides, &["ISO-10646-UCS-4", "csUCS4", "ucs4"]),
    row("ucs-4be", Scheme::Fixed(UCS4BE), Never, &["ucs4be"]),
    row("ucs-4le", Scheme::Fixed(UCS4LE), Never, &["ucs4le"]),
    row(
        "unicode-1-1-utf-8",
        Scheme::legacy(Legacy::Unicode11Utf8),
        Optional,
        &["UNICODE-1-1-UTF-8"],
    ),
    row("unicode-1-1", Scheme::legacy(Legacy::Unicode11), Never, &["UNICODE-1-1", "csUnicode11"]),
    row(
        "utf-1",
        Scheme::legacy(Legacy::Utf1),
        Optional,
        &["ISO-10646-UTF-1", "csISO10646UTF1", "utf1"],
    ),
    row("utf-7", Scheme::Fixed(Coding::Utf7(Flavor::Mail)), Never, UTF_7),
    row(
        "utf-7-imap",
        Scheme::Fixed(Coding::Utf7(Flavor::Imap)),
        Never,
        &["UTF-7-IMAP", "csUTF7IMAP"],
    ),
    row(
        "utf-ebcdic",
        Scheme::Fixed(Coding::Apart(Apart::UtfEbcdic)),
        Optional,
        &["UTF-EBCDIC", "utfebcdic"],
    ),
    row("scsu", Scheme::Fixed(Coding::Apart(Apart::Scsu)), Optional, &["SCSU", "csSCSU"]),
    row(
        "bocu-1",
        Scheme::Fixed(Coding::Apart(Apart::Bocu1)),
        Optional,
        &["BOCU-1", "csBOCU1", "csBOCU-1", "bocu1"],
    ),
    row("us-ascii", Scheme::legacy(Legacy::Ascii), Never, US_ASCII),
    row("iso-8859-1", Scheme::form(Form::Latin1), Never, ISO_8859_1),
];

impl Encoding {
    /// Returns the row of the table, or the charset, which has a table of its own.
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
            Encoding::UtfEbcdic => 22,
            Encoding::Scsu => 23,
            Encoding::Bocu1 => 24,
            Encoding::UsAscii => 25,
            Encoding::Iso8859_1 => 26,
        };
        Ok(&ROWS[at])
    }

    /// Returns the canonical name in lower case, as in reports.
    ///
    /// No other encoding has this name, and it can be parsed: `name.parse()` returns the encoding.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert_eq!(Encoding::Utf16Le.name(), "utf-16le");
    /// assert_eq!(Encoding::Utf16Le.to_string(), "utf-16le");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.row() {
            Ok(row) => row.name,
            Err(charset) => charset.name(),
        }
    }

    /// Returns all labels of this encoding, the IANA name first.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// assert_eq!(Encoding::Utf8.labels(), ["UTF-8", "csUTF8", "utf8"]);
    /// ```
    #[must_use]
    pub const fn labels(self) -> &'static [&'static str] {
        match self.row() {
            Ok(row) => row.labels,
            Err(charset) => charset.labels(),
        }
    }

    /// Returns the rule for a BOM at the start of text in this encoding.
    #[must_use]
    pub const fn bom_rule(self) -> BomRule {
        match self.row() {
            Ok(row) => row.bom,
            Err(_) => BomRule::Never,
        }
    }

    /// Returns the encoding in which browsers send forms and queries from a page in this encoding.
    ///
    /// It is UTF-8 for UTF-16 and `replacement`, and otherwise the same (WHATWG Encoding Standard
    /// section 4.3).
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

    pub(crate) const fn scheme(self) -> Scheme {
        match self.row() {
            Ok(row) => row.scheme,
            Err(charset) => Scheme::Fixed(Coding::Charset(charset)),
        }
    }

    /// Returns the coding in which text without a BOM is read and written.
    pub(crate) const fn coding(self, order: ByteOrder) -> Coding {
        match (self.scheme(), order) {
            (Scheme::Fixed(coding), _)
            | (Scheme::ByBom { big: coding, .. }, ByteOrder::Big)
            | (Scheme::ByBom { little: coding, .. }, ByteOrder::Little) => coding,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the encoding with this canonical name, in lower case.
pub(super) fn named(name: &str) -> Option<Encoding> {
    not_legacy(name).or_else(|| Charset::of_name(name).map(Encoding::Charset))
}

/// Returns the encoding with this canonical name in the WHATWG standard, in lower case.
pub(super) fn named_by_browsers(name: &str) -> Option<Encoding> {
    not_legacy(name).or_else(|| Charset::of_browsers(name).map(Encoding::Charset))
}

fn not_legacy(name: &str) -> Option<Encoding> {
    Encoding::ALL.iter().copied().find(|encoding| encoding.name() == name)
}

/// Returns the canonical name and the labels of an encoding.
pub(super) fn labels(encoding: Encoding) -> impl Iterator<Item = &'static str> + Clone {
    core::iter::once(encoding.name()).chain(encoding.labels().iter().copied())
}

/// Returns all encodings, including the charsets.
pub(super) fn all() -> impl Iterator<Item = Encoding> + Clone {
    Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset))
}
