//! The kinds of ill-formed text, and what is said about each: one table.

/// Why a sequence is ill-formed, with the fact that only its decoder knows.
///
/// Programs match on the variants; people and reports use [`Kind::code`], which is stable.
/// Everything that is said about a kind stands in one table, [`Kind::description`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A continuation byte (80..BF) where a character should begin.
    UnexpectedContinuation,
    /// A lead byte with fewer continuation bytes than it announces, before another character or
    /// the end of the text.
    Truncated,
    /// A character in more bytes than it needs (Corrigendum #1: non-shortest form).
    Overlong {
        /// The code point that the shorter sequence would encode.
        means: u32,
    },
    /// A surrogate code point where only scalar values may stand.
    Surrogate {
        /// The surrogate, D800..DFFF.
        value: u16,
    },
    /// A supplementary character as two encoded surrogates (Corrigendum #1, D36 c).
    IrregularPair {
        /// The supplementary code point that the pair stands for.
        means: u32,
    },
    /// A value above the greatest that the encoding can hold.
    OutOfRange {
        /// The value.
        value: u32,
    },
    /// A byte that never appears in the encoding.
    InvalidByte,
    /// A high surrogate code unit that no low one follows.
    LoneHighSurrogate {
        /// The code unit, D800..DBFF.
        value: u16,
    },
    /// A low surrogate code unit that no high one precedes.
    LoneLowSurrogate {
        /// The code unit, DC00..DFFF.
        value: u16,
    },
    /// A byte order mark of the other byte order, under a label that fixes the order.
    SwappedBom,
    /// Bytes at the end that do not fill a code unit.
    OddLength,
    /// Base64 that is not well-formed (UTF-7).
    BadBase64 {
        /// What is wrong about it.
        fault: Base64Fault,
    },
    /// A BOM that is missing where the policy requires it.
    MissingBom,
    /// A code point that the target encoding has no sequence for.
    Unencodable {
        /// The code point.
        value: u32,
    },
    /// Bytes of the shape of a character for which the charset has none.
    Unassigned,
    /// An escape sequence that the charset does not have, or that another follows at once
    /// (ISO-2022-JP).
    BadEscape,
    /// U+0000, well-formed, where the receiver takes none.
    Nul,
    /// A character above U+FFFF, well-formed, where the receiver takes none.
    Supplementary {
        /// The code point.
        value: u32,
    },
    /// Another character, well-formed, that the receiver does not take.
    Forbidden {
        /// The code point.
        value: u32,
    },
}

/// What is wrong about base64 in UTF-7, in which runs of it stand between a shift byte and what
/// ends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Base64Fault {
    /// A shift byte behind which there is no base64.
    NoRun,
    /// A run that ends inside a code unit.
    CutUnit,
    /// A run that ends with bits that are not zero behind its last code unit.
    Padding,
    /// A run that no `-` closes (IMAP).
    Unclosed,
    /// A run that begins where one ends, with which it should be one (IMAP).
    Adjoining,
}

impl Base64Fault {
    /// A few words, lower case.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Base64Fault::NoRun => "a shift without base64 behind it",
            Base64Fault::CutUnit => "a run that ends inside a code unit",
            Base64Fault::Padding => "a run that ends with bits that are not zero",
            Base64Fault::Unclosed => "a run that no `-` closes",
            Base64Fault::Adjoining => "a run that begins where another one ends",
        }
    }
}

/// What there is to say about a [`Kind`], whatever the sequence: the row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The stable code that programs and people look a kind up by.
    pub code: &'static str,
    /// A few words, lower case, that name the kind in a sentence.
    pub title: &'static str,
    /// The standard that makes it an error, with its section.
    pub section: &'static str,
}

/// RFC 2152 has no numbers of sections.
pub(crate) const UTF_7: &str = "RFC 2152, rule 2";

const fn row(code: &'static str, title: &'static str, section: &'static str) -> Description {
    Description { code, title, section }
}

impl Kind {
    /// Every kind's row of the table, in the order of the variants.
    pub const DESCRIPTIONS: [Description; 19] = [
        row("unexpected-continuation", "unexpected continuation byte", "RFC 3629 section 3"),
        row("truncated", "truncated sequence", "RFC 3629 section 4"),
        row("overlong", "overlong form", "RFC 3629 section 3; Corrigendum #1, D36"),
        row("surrogate", "encoded surrogate", "RFC 3629 section 3"),
        row("irregular-pair", "irregular surrogate pair", "Corrigendum #1, D36 (c)"),
        row("out-of-range", "value out of range", "RFC 3629 section 3"),
        row("invalid-byte", "byte that is never used", "RFC 3629 section 1"),
        row("lone-high-surrogate", "lone high surrogate", "RFC 2781 section 2.2"),
        row("lone-low-surrogate", "lone low surrogate", "RFC 2781 section 2.2"),
        row("swapped-bom", "byte-swapped BOM", "RFC 2781 sections 4.1 and 4.2"),
        row("odd-length", "incomplete code unit at the end", "RFC 2781 section 2.1"),
        row("bad-base64", "malformed base64", UTF_7),
        row("missing-bom", "missing BOM", "RFC 3629 section 6; RFC 2781 section 3.2"),
        row("unencodable", "character that the target cannot encode", "RFC 3629 section 3"),
        row("unassigned", "sequence that stands for no character", "WHATWG Encoding Standard"),
        row("bad-escape", "malformed escape sequence", "WHATWG Encoding Standard, section 12.2"),
        row("nul", "U+0000 where the receiver takes none", "the receiver's documentation"),
        row("supplementary", "character above U+FFFF", "the receiver's documentation"),
        row(
            "forbidden",
            "character that the receiver does not take",
            "the receiver's documentation",
        ),
    ];

    /// What there is to say about this kind.
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

    /// The stable code of this kind, such as `overlong`.
    ///
    /// ```
    /// use utfkit::Kind;
    /// assert_eq!(Kind::Overlong { means: 0x2F }.code(), "overlong");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.description().code
    }

    /// What there is to say about it besides its title, where that is not a value.
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

    /// The code point or code unit that the ill-formed sequence stands for, where one can be told.
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
