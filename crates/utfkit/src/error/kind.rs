//! The kinds of ill-formed text, and the table of their descriptions.

/// The reason why a sequence is ill-formed, with the fact that only its decoder knows.
///
/// Programs match on the variants. People and reports use [`Kind::code`], which is stable.
/// [`Kind::description`] is the one table of titles and sections of standards.
///
/// ```
/// use utfkit::{Kind, utf8};
/// let error = utf8::validate(b"\xED\xA0\x80").unwrap_err();
/// assert!(matches!(error.finding().kind(), Kind::Surrogate { value: 0xD800 }));
/// assert_eq!(error.finding().kind().code(), "surrogate");
/// ```
#[doc(alias = "error kind")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A continuation byte (80..BF) where a character should begin.
    UnexpectedContinuation,
    /// A lead byte with fewer continuation bytes than it announces, followed by another character
    /// or the end of the text.
    Truncated,
    /// A character encoded in more bytes than needed (Corrigendum #1: non-shortest form).
    #[doc(alias = "non-shortest form")]
    Overlong {
        /// The code point that the shorter sequence would encode.
        means: u32,
    },
    /// An encoded surrogate code point where only scalar values are allowed.
    #[doc(alias = "lone surrogate")]
    Surrogate {
        /// The surrogate, D800..DFFF.
        value: u16,
    },
    /// A supplementary character encoded as two surrogates (Corrigendum #1, D36 c).
    IrregularPair {
        /// The supplementary code point that the pair means.
        means: u32,
    },
    /// A value greater than the maximum of the encoding.
    OutOfRange {
        /// The value.
        value: u32,
    },
    /// A byte that never appears in the encoding.
    #[doc(alias = "invalid octet")]
    InvalidByte,
    /// A high surrogate code unit without a low one after it.
    #[doc(alias = "unpaired surrogate")]
    LoneHighSurrogate {
        /// The code unit, D800..DBFF.
        value: u16,
    },
    /// A low surrogate code unit without a high one before it.
    #[doc(alias = "unpaired surrogate")]
    LoneLowSurrogate {
        /// The code unit, DC00..DFFF.
        value: u16,
    },
    /// A BOM in the other byte order, although the label fixes the order.
    SwappedBom,
    /// Bytes at the end that do not fill a code unit.
    OddLength,
    /// Base64 that is not well-formed (UTF-7).
    BadBase64 {
        /// The fault.
        fault: Base64Fault,
    },
    /// A BOM that the policy requires but the text lacks.
    MissingBom,
    /// A code point that the target encoding cannot represent.
    Unencodable {
        /// The code point.
        value: u32,
    },
    /// Bytes in the shape of a character that the charset does not assign.
    Unassigned,
    /// An escape sequence that the charset does not have, or that another one follows directly
    /// (ISO-2022-JP).
    BadEscape,
    /// A well-formed U+0000 that the receiver rejects.
    Nul,
    /// A well-formed character above U+FFFF that the receiver rejects.
    Supplementary {
        /// The code point.
        value: u32,
    },
    /// Any other well-formed character that the receiver rejects.
    Forbidden {
        /// The code point.
        value: u32,
    },
}

/// A fault in the base64 of UTF-7. A run of base64 is between a shift byte and the byte that ends
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Base64Fault {
    /// A shift byte without base64 after it.
    NoRun,
    /// A run that ends inside a code unit.
    CutUnit,
    /// A run that ends with non-zero bits after its last code unit.
    Padding,
    /// A run that is not closed by `-` (IMAP).
    Unclosed,
    /// A run that begins directly where another one ends; they should be one run (IMAP).
    Adjoining,
}

impl Base64Fault {
    /// Returns a short description in lower case.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Base64Fault::NoRun => "a shift without base64 after it",
            Base64Fault::CutUnit => "a run that ends inside a code unit",
            Base64Fault::Padding => "a run that ends with bits that are not zero",
            Base64Fault::Unclosed => "a run without a closing `-`",
            Base64Fault::Adjoining => "a run that begins where another one ends",
        }
    }
}

/// The description of a [`Kind`], independent of the sequence: a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The stable code, for programs and for lookups.
    pub code: &'static str,
    /// A short title in lower case, for use in a sentence.
    pub title: &'static str,
    /// The standard that makes it an error, with its section.
    pub section: &'static str,
}

/// RFC 2152 does not number its sections.
pub(crate) const UTF_7: &str = "RFC 2152, rule 2";

const fn row(code: &'static str, title: &'static str, section: &'static str) -> Description {
    Description { code, title, section }
}

impl Kind {
    /// The descriptions of all kinds, in the order of the variants.
    pub const DESCRIPTIONS: [Description; 19] = [
        row("unexpected-continuation", "unexpected continuation byte", "RFC 3629 section 3"),
        row("truncated", "truncated sequence", "RFC 3629 section 4"),
        row("overlong", "overlong form", "RFC 3629 section 3; Corrigendum #1, D36"),
        row("surrogate", "encoded surrogate", "RFC 3629 section 3"),
        row("irregular-pair", "irregular surrogate pair", "Corrigendum #1, D36 (c)"),
        row("out-of-range", "value out of range", "RFC 3629 section 3"),
        row("invalid-byte", "invalid byte", "RFC 3629 section 1"),
        row("lone-high-surrogate", "lone high surrogate", "RFC 2781 section 2.2"),
        row("lone-low-surrogate", "lone low surrogate", "RFC 2781 section 2.2"),
        row("swapped-bom", "byte-swapped BOM", "RFC 2781 sections 4.1 and 4.2"),
        row("odd-length", "incomplete code unit at the end", "RFC 2781 section 2.1"),
        row("bad-base64", "malformed base64", UTF_7),
        row("missing-bom", "missing BOM", "RFC 3629 section 6; RFC 2781 section 3.2"),
        row("unencodable", "character that the target cannot encode", "RFC 3629 section 3"),
        row("unassigned", "unassigned sequence", "WHATWG Encoding Standard"),
        row("bad-escape", "malformed escape sequence", "WHATWG Encoding Standard, section 12.2"),
        row("nul", "disallowed NUL", "the receiver's documentation"),
        row("supplementary", "character above U+FFFF", "the receiver's documentation"),
        row("forbidden", "rejected character", "the receiver's documentation"),
    ];

    /// Returns the description of this kind.
    ///
    /// ```
    /// use utfkit::Kind;
    /// let description = Kind::Truncated.description();
    /// assert_eq!(description.title, "truncated sequence");
    /// assert_eq!(description.section, "RFC 3629 section 4");
    /// ```
    #[must_use]
    pub const fn description(self) -> &'static Description {
        let at = match self {
            Kind::UnexpectedContinuation => 0,
            Kind::Truncated => 1,
            Kind::Overlong { .. } => 2,
            Kind::Surrogate { .. } => 3,
            Kind::IrregularPair { .. } => 4,
            Kind::OutOfRange { .. } => 5,
            Kind::InvalidByte => 6,
            Kind::LoneHighSurrogate { .. } => 7,
            Kind::LoneLowSurrogate { .. } => 8,
            Kind::SwappedBom => 9,
            Kind::OddLength => 10,
            Kind::BadBase64 { .. } => 11,
            Kind::MissingBom => 12,
            Kind::Unencodable { .. } => 13,
            Kind::Unassigned => 14,
            Kind::BadEscape => 15,
            Kind::Nul => 16,
            Kind::Supplementary { .. } => 17,
            Kind::Forbidden { .. } => 18,
        };
        &Self::DESCRIPTIONS[at]
    }

    /// Returns the stable code of this kind, such as `overlong`.
    ///
    /// ```
    /// use utfkit::Kind;
    /// assert_eq!(Kind::Overlong { means: 0x2F }.code(), "overlong");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.description().code
    }

    /// Returns a detail in addition to the title, if the kind has one that is not a value.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode};
    /// let finding = transcode::convert(b"+AA-", Encoding::Utf7, Encoding::Utf8).unwrap_err();
    /// assert_eq!(finding.kind().detail(), Some("a run that ends inside a code unit"));
    /// ```
    #[must_use]
    pub const fn detail(self) -> Option<&'static str> {
        match self {
            Kind::BadBase64 { fault } => Some(fault.words()),
            _ => None,
        }
    }

    /// Returns the code point or code unit that the ill-formed sequence was meant to encode, if it
    /// is known.
    ///
    /// ```
    /// use utfkit::Kind;
    /// assert_eq!(Kind::Surrogate { value: 0xD800 }.value(), Some(0xD800));
    /// assert_eq!(Kind::Truncated.value(), None);
    /// ```
    #[must_use]
    pub const fn value(self) -> Option<u32> {
        match self {
            Kind::Overlong { means: value }
            | Kind::IrregularPair { means: value }
            | Kind::OutOfRange { value }
            | Kind::Supplementary { value }
            | Kind::Forbidden { value }
            | Kind::Unencodable { value } => Some(value),
            Kind::Surrogate { value }
            | Kind::LoneHighSurrogate { value }
            | Kind::LoneLowSurrogate { value } => Some(value as u32),
            Kind::Nul => Some(0),
            _ => None,
        }
    }
}
