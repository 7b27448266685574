//! What a detector says.

use std::fmt;

use utfkit::Encoding;

use super::binary::FileType;
use crate::receivers::declared::{Declared, Format};

/// How sure it is that a text is in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The whole text is well-formed, and a BOM or its form says what it is: US-ASCII, or
    /// UTF-8 beyond it, is nothing else by chance.
    Proven,
    /// The same, of the bytes that were seen; more follow them.
    SoFar,
    /// The best explanation of the bytes, which could have others.
    Likely,
    /// It is not text.
    Binary,
    /// It cannot be told.
    Unknown,
}

impl Verdict {
    /// Its name, as reports print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Proven => "proven",
            Verdict::SoFar => "so-far",
            Verdict::Likely => "likely",
            Verdict::Binary => "binary",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A reason for a verdict, in words by its [`Display`](fmt::Display).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// There are no bytes.
    Empty,
    /// It begins with these bytes, a BOM.
    Bom(&'static [u8]),
    /// What it begins with is the BOM of this encoding, too, in which it makes no sense.
    AlsoBom(Encoding),
    /// All bytes are below 80.
    OnlyAscii,
    /// All of it is well-formed.
    WellFormed,
    /// So many multi-byte sequences are well-formed UTF-8; counting ends at [`Evidence::MANY`].
    Sequences(u32),
    /// So many maximal subparts are ill-formed.
    IllFormed(u64),
    /// It ends inside a character.
    EndsInside,
    /// So many bytes are zero.
    Zeros(u64),
    /// The number of bytes among the first that text hardly ever has: NULs and control characters.
    Controls(u64),
    /// So many characters, as far as they were looked at, are those of a text.
    ReadsAsText(u64),
    /// In the other byte order it is no text.
    OtherOrder,
    /// Surrogates of three bytes each, in pairs.
    SurrogatePairs,
    /// U+0000 as C0 80.
    LongNul,
    /// Sequences of five or six bytes, or of values above U+10FFFF.
    LongSequences,
    /// Runs of base64 behind this byte that decode to text.
    Base64(u8),
    /// Escape sequences of this encoding.
    Escapes(&'static str),
    /// It says that it is in this encoding, and it is.
    Declared(Format, Encoding),
    /// It says that it is in this encoding, and the bytes contradict it.
    Overruled(Format, Encoding),
    /// Its letters are those of this language, a code of ISO 639.
    Language(&'static str),
    /// From this byte on, carriage returns were put before the bytes of line feeds, as if these
    /// were characters.
    LineEnds(u64),
    /// From this byte on, bytes of carriage returns were taken out, as if these were characters.
    Returns(u64),
    /// It reads as text in EBCDIC, of which no charset is known here.
    Ebcdic,
    /// No reading in a known encoding looks like text.
    NoText,
    /// So many words of it, or more, make sense as UTF-8 alone, in lines of which the rest does
    /// not.
    Utf8Within(u64),
    /// So many lines of those that were looked at, or more, make sense in other charsets only.
    OtherCharsets(u64),
    /// Lines, or parts, in another encoding: see [`Detection::segments`].
    Mixed,
    /// So many parts more than are kept; the last that is kept reaches over them.
    MoreSegments(u64),
}

impl Evidence {
    /// Where counting ends of what only has to be known to be many.
    pub const MANY: u32 = 1000;
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Evidence::Empty => f.write_str("it is empty"),
            Evidence::Bom(bytes) => {
                f.write_str("BOM")?;
                bytes.iter().try_for_each(|byte| write!(f, " {byte:02X}"))
            }
            Evidence::AlsoBom(encoding) => {
                write!(f, "which could be that of {encoding}, in which it makes no sense")
            }
            Evidence::OnlyAscii => f.write_str("all bytes are below 80"),
            Evidence::WellFormed => f.write_str("well-formed"),
            Evidence::Sequences(1) => f.write_str("one multi-byte sequence"),
            Evidence::Sequences(Self::MANY..) => {
                write!(f, "{} multi-byte sequences or more", Self::MANY)
            }
            Evidence::Sequences(count) => write!(f, "{count} multi-byte sequences"),
            Evidence::IllFormed(1) => f.write_str("one maximal subpart is ill-formed"),
            Evidence::IllFormed(count) => write!(f, "{count} maximal subparts are ill-formed"),
            Evidence::EndsInside => f.write_str("it ends inside a character"),
            Evidence::Zeros(1) => f.write_str("one byte is zero"),
            Evidence::Zeros(count) => write!(f, "{count} bytes are zero"),
            Evidence::Controls(1) => f.write_str("one of the first bytes is not of text"),
            Evidence::Controls(count) => write!(f, "{count} of the first bytes are not of text"),
            Evidence::ReadsAsText(1) => f.write_str("it reads as text, of one character"),
            Evidence::ReadsAsText(count) => write!(f, "it reads as text, {count} characters"),
            Evidence::OtherOrder => f.write_str("it is none in the other byte order"),
            Evidence::SurrogatePairs => f.write_str("surrogates of three bytes each, in pairs"),
            Evidence::LongNul => f.write_str("U+0000 as C0 80"),
            Evidence::LongSequences => f.write_str("sequences that RFC 3629 took away"),
            Evidence::Base64(shift) => {
                write!(f, "base64 behind `{}` that is text", char::from(shift))
            }
            Evidence::Escapes(name) => write!(f, "escape sequences of {name}"),
            Evidence::Declared(format, encoding) => {
                write!(f, "its {format} declaration says {encoding}")
            }
            Evidence::Overruled(format, encoding) => {
                write!(f, "although its {format} declaration says {encoding}")
            }
            Evidence::Language(code) => write!(f, "letters as in {}", language(code)),
            Evidence::LineEnds(at) => {
                write!(
                    f,
                    "from byte {at} on each byte 0A has one 0D put before it, as in 8-bit text"
                )
            }
            Evidence::Returns(at) => {
                write!(f, "from byte {at} on each byte 0D is taken out, as from 8-bit text")
            }
            Evidence::Ebcdic => f.write_str("it reads as text in EBCDIC, which is not supported"),
            Evidence::NoText => f.write_str("it reads as text in no known encoding"),
            Evidence::Utf8Within(count) => {
                write!(f, "but {count} words of it or more are UTF-8, in lines that are not")
            }
            Evidence::OtherCharsets(1) => {
                f.write_str("but one line of it or more makes sense in another charset only")
            }
            Evidence::OtherCharsets(count) => {
                write!(f, "but {count} lines of it or more make sense in other charsets only")
            }
            Evidence::Mixed => f.write_str("parts are in other encodings"),
            Evidence::MoreSegments(count) => write!(f, "{count} more parts are not told apart"),
        }
    }
}

#[cfg(feature = "charsets")]
use crate::model::languages::name as language;

/// Without the model there are no names.
#[cfg(not(feature = "charsets"))]
const fn language(code: &'static str) -> &'static str {
    code
}

/// Another encoding that the text could be in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternative {
    /// The encoding.
    pub encoding: Encoding,
    /// From 0 to 1.
    pub confidence: f32,
}

/// A part of a text in an encoding of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it begins, in bytes from the start of the text.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u64,
    /// Its encoding; `None` if it cannot be told.
    pub encoding: Option<Encoding>,
}

/// Which encoding a text is in. Made by [`detect`](super::detect) and
/// [`Detector`](super::Detector).
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    pub(crate) encoding: Option<Encoding>,
    pub(crate) verdict: Verdict,
    pub(crate) confidence: f32,
    pub(crate) bytes: u64,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) language: Option<&'static str>,
    pub(crate) file_type: Option<FileType>,
    pub(crate) declared: Option<Declared>,
}

impl Detection {
    /// The encoding; of a text with [segments](Self::segments), that of the first, or of what most
    /// of it is in. `None` if it [cannot be told](Verdict::Unknown), or is [not
    /// text](Verdict::Binary).
    #[must_use]
    pub const fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// The language, as a code of ISO 639; `None` if it was not asked: of text in Unicode.
    #[must_use]
    pub const fn language(&self) -> Option<&'static str> {
        self.language
    }

    /// The encoding that the text says it is in, right or wrong.
    #[must_use]
    pub const fn declared(&self) -> Option<&Declared> {
        self.declared.as_ref()
    }

    /// The type of binary data, if it is known.
    #[must_use]
    pub const fn file_type(&self) -> Option<FileType> {
        self.file_type
    }

    /// How sure that is.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The likelihood that this encoding was meant, from 0 to 1, by the evidence; 0 if none can be
    /// told.
    ///
    /// Of UTF-8 that is well-formed it grows with the number of multi-byte sequences (RFC 3629
    /// section 1). Otherwise it is no frequency of anything: it orders cases by how far the best
    /// explanation is before the next.
    #[must_use]
    pub const fn confidence(&self) -> f32 {
        self.confidence
    }

    /// The number of bytes that were seen. Of [binary data](Verdict::Binary) of a known type, only
    /// the first are read.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The reasons.
    #[must_use]
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Other encodings that the text could be in, the likeliest first.
    #[must_use]
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    /// The parts of a text that is in several encodings, from its start to its end; none if it is
    /// in one.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }
}
