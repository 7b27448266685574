//! The surfaces, and their names.

use std::{fmt, str::FromStr};

use utfkit::Encoding;

use super::{
    backslash::{self, Dialect},
    encoded_words, html, punycode, quoted_printable,
    stream::Stream,
    target::Target,
};

/// A way to write characters as escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// `\u00E9`, and `\uD83D\uDE00` for characters beyond U+FFFF (Java Language Specification 3.3).
    ///
    /// A backslash after an odd number of backslashes does not begin an escape. The letter `u` may
    /// be repeated. Before an escape, a single backslash is written as `\u005C`.
    Java,
    /// `\u00E9`, and `\U0001F600` for characters beyond U+FFFF (C99, 6.4.3).
    ///
    /// Characters below U+00A0 have no escapes, except `$`, `@` and `` ` ``. A character after a
    /// single backslash stays as it is.
    C99,
    /// `&#xE9;`, `&#233;` and `&eacute;` (HTML, "character references").
    ///
    /// A name without a semicolon is read only if the standard allows that in text and in
    /// attributes: not before `=`, a letter or a digit.
    Html,
    /// `=C3=A9`, in lines of at most 76 bytes (RFC 2045, 6.7). The escapes stand for bytes of any
    /// charset.
    QuotedPrintable,
    /// `=?utf-8?Q?caf=C3=A9?=`, the encoded words in the headers of mail (RFC 2047).
    ///
    /// Words are read in every charset, and written in UTF-8. Space between two words is not text.
    /// A word with a control character stays as it is, because a line end in it could add a line to
    /// a header.
    EncodedWords,
    /// `xn--mnchen-3ya`, the labels of domain names (RFC 3492), without mapping letters.
    Punycode,
}

impl Surface {
    /// Every surface.
    pub const ALL: &[Self] = &[
        Self::Java,
        Self::C99,
        Self::Html,
        Self::QuotedPrintable,
        Self::EncodedWords,
        Self::Punycode,
    ];

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::C99 => "c99",
            Self::Html => "html",
            Self::QuotedPrintable => "quoted-printable",
            Self::EncodedWords => "encoded-words",
            Self::Punycode => "punycode",
        }
    }

    /// Returns `true` if the escapes stand for bytes of any charset. All others stand for
    /// characters in text in UTF-8.
    pub const fn is_of_bytes(self) -> bool {
        matches!(self, Self::QuotedPrintable)
    }

    /// Creates a stream that reads escapes. If they [stand for bytes](Self::is_of_bytes), it returns
    /// bytes in the charset of the text. Otherwise, it receives and returns UTF-8, and bytes that
    /// are ill-formed stay as they are.
    pub fn decode(self) -> Stream {
        match self {
            Self::Java => Stream::new(backslash::Reader::new(Dialect::Java)),
            Self::C99 => Stream::new(backslash::Reader::new(Dialect::C99)),
            Self::Html => Stream::new(html::Reader::default()),
            Self::QuotedPrintable => Stream::new(quoted_printable::Reader::default()),
            Self::EncodedWords => Stream::new(encoded_words::Reader::default()),
            Self::Punycode => Stream::new(punycode::Reader::default()),
        }
    }

    /// Creates a stream that writes the characters that `charset` lacks as escapes. With
    /// [`Encoding::UsAscii`], these are all characters that are not ASCII. The stream receives and
    /// returns UTF-8. If escapes [stand for bytes](Self::is_of_bytes), it receives text in
    /// `charset`, and returns ASCII.
    pub fn encode(self, charset: Encoding) -> Stream {
        let target = Target::new(charset);
        match self {
            Self::Java => Stream::new(backslash::Writer::new(Dialect::Java, target)),
            Self::C99 => Stream::new(backslash::Writer::new(Dialect::C99, target)),
            Self::Html => Stream::new(html::Writer::new(target)),
            Self::QuotedPrintable => Stream::new(quoted_printable::Writer::default()),
            Self::EncodedWords => Stream::new(encoded_words::Writer::new(target)),
            Self::Punycode => Stream::new(punycode::Writer::new(target)),
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no surface has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSurface;

impl fmt::Display for UnknownSurface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown surface")
    }
}

impl std::error::Error for UnknownSurface {}

impl FromStr for Surface {
    type Err = UnknownSurface;

    /// Parses a name, in any case.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let named = |one: &Self| one.name().eq_ignore_ascii_case(name);
        Self::ALL.iter().copied().find(named).ok_or(UnknownSurface)
    }
}
