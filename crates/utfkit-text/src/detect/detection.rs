//! The result of detection.

use std::fmt;

use utfkit::Encoding;

use super::{binary::FileType, judge::family::Family};
use crate::receivers::declared::{Declared, Format};

/// The certainty of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The whole text is well-formed, and a BOM or its form proves the encoding: it is US-ASCII, or
    /// UTF-8 with other characters.
    Proven,
    /// Like [`Verdict::Proven`], but for the bytes so far. More bytes follow.
    SoFar,
    /// The best of several possible explanations.
    Likely,
    /// The data is not text.
    Binary,
    /// The encoding is unknown.
    Unknown,
}

impl Verdict {
    /// Returns the name that reports print.
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

/// A reason for a verdict. Its [`Display`](fmt::Display) describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// There are no bytes.
    Empty,
    /// The text begins with these bytes, a BOM.
    Bom(&'static [u8]),
    /// The BOM could also be the BOM of this encoding, but the text makes no sense in it.
    AlsoBom(Encoding),
    /// All bytes are below 80.
    OnlyAscii,
    /// The whole text is well-formed.
    WellFormed,
    /// The number of well-formed multi-byte sequences of UTF-8, at most [`Evidence::MANY`].
    Sequences(u32),
    /// The number of ill-formed maximal subparts.
    IllFormed(u64),
    /// The text is not UTF-8: the number of maximal subparts that are ill-formed in it.
    NotUtf8(u64),
    /// The text ends inside a character.
    EndsInside,
    /// The number of NULs.
    Zeros(u64),
    /// The number of bytes among the first that are rare in text: NULs and control characters.
    Controls(u64),
    /// The number of characters that were judged. They look like text.
    ReadsAsText(u64),
    /// The text makes no sense in the other byte order.
    OtherOrder,
    /// There are pairs of surrogates of three bytes each.
    SurrogatePairs,
    /// There is U+0000 as C0 80.
    LongNul,
    /// There are sequences of five or six bytes, or of values above U+10FFFF.
    LongSequences,
    /// After this byte, there are runs of base64 that decode to text.
    Base64(u8),
    /// There are escape sequences of this encoding.
    Escapes(&'static str),
    /// The text declares this encoding, and it is correct.
    Declared(Format, Encoding),
    /// The text declares this encoding, but the bytes contradict it.
    Overruled(Format, Encoding),
    /// A [hint](super::Hints) agrees with the answer, which is the same without it.
    Agrees,
    /// A [hint](super::Hints) decided. Without it, the answer would be this encoding.
    Hinted(Encoding),
    /// The letters are those of this language, a code of ISO 639.
    Language(&'static str),
    /// Words of Hebrew begin with the final forms of letters, so the lines are in visual order: from
    /// right to left, the last letter first. This is the order of ISO-8859-8, while ISO-8859-8-I and
    /// windows-1255 have the logical order.
    VisualOrder,
    /// From this byte on, a carriage return was put before each byte of a line feed, as if the
    /// bytes were characters.
    LineEnds(u64),
    /// From this byte on, the bytes of carriage returns were removed, as if they were characters.
    Returns(u64),
    /// The text makes sense in EBCDIC. Its code page is not known.
    Ebcdic,
    /// The text is in EBCDIC, and these code pages read it in the same way.
    EbcdicFamily(Family),
    /// The text is a list of letters without words, which makes sense in many charsets.
    Letters,
    /// The bytes make sense in no known encoding.
    NoText,
    /// At least this number of words makes sense only as UTF-8, in lines whose other words are not
    /// UTF-8.
    Utf8Within(u64),
    /// At least this number of lines, of those that were judged, makes sense only in other
    /// charsets.
    OtherCharsets(u64),
    /// The line with this number is UTF-8, but most lines are in a charset.
    Utf8Line(u64),
    /// The line with this number may be UTF-8. See [`Detection::utf8_line`].
    MaybeUtf8Line(u64),
    /// Lines or parts are in other encodings. See [`Detection::segments`].
    Mixed,
    /// The number of parts that are not listed. The last listed part includes them.
    MoreSegments(u64),
}

impl Evidence {
    /// The maximum of the counts that need not be exact.
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
            Evidence::VisualOrder => f.write_str(
                "in visual order as iso-8859-8, not in logical order as iso-8859-8-i, and a conversion keeps this order",
            ),
            Evidence::Sequences(1) => f.write_str("one multi-byte sequence"),
            Evidence::Sequences(Self::MANY..) => {
                write!(f, "{} multi-byte sequences or more", Self::MANY)
            }
            Evidence::Sequences(count) => write!(f, "{count} multi-byte sequences"),
            Evidence::IllFormed(1) => f.write_str("one ill-formed sequence"),
            Evidence::IllFormed(count) => write!(f, "{count} ill-formed sequences"),
            Evidence::NotUtf8(1) => f.write_str("not UTF-8: one ill-formed sequence"),
            Evidence::NotUtf8(count) => write!(f, "not UTF-8: {count} ill-formed sequences"),
            Evidence::EndsInside => f.write_str("it ends inside a character"),
            Evidence::Zeros(1) => f.write_str("one byte is zero"),
            Evidence::Zeros(count) => write!(f, "{count} bytes are zero"),
            Evidence::Controls(1) => f.write_str("one of the first bytes is not of text"),
            Evidence::Controls(count) => write!(f, "{count} of the first bytes are not of text"),
            Evidence::ReadsAsText(1) => f.write_str("it reads as text, one character"),
            Evidence::ReadsAsText(count) => write!(f, "it reads as text, {count} characters"),
            Evidence::OtherOrder => f.write_str("it makes no sense in the other byte order"),
            Evidence::SurrogatePairs => f.write_str("surrogates of three bytes each, in pairs"),
            Evidence::LongNul => f.write_str("U+0000 as C0 80"),
            Evidence::LongSequences => f.write_str("sequences that RFC 3629 took away"),
            Evidence::Base64(shift) => {
                write!(f, "base64 after `{}` that decodes to text", char::from(shift))
            }
            Evidence::Escapes(name) => write!(f, "escape sequences of {name}"),
            Evidence::Declared(format, encoding) => {
                write!(f, "its {format} declaration says {encoding}")
            }
            Evidence::Agrees => f.write_str("as a hint says"),
            Evidence::Hinted(encoding) => {
                write!(f, "a hint decided, without which it would be {encoding}")
            }
            Evidence::Overruled(format, encoding) => {
                write!(f, "although its {format} declaration says {encoding}")
            }
            Evidence::Language(code) => write!(f, "it looks like {}", language(code)),
            Evidence::LineEnds(at) => {
                write!(
                    f,
                    "from byte {at} on each byte 0A has one 0D put before it, as in 8-bit text"
                )
            }
            Evidence::Returns(at) => {
                write!(f, "from byte {at} on each byte 0D is removed, as from 8-bit text")
            }
            Evidence::Ebcdic => {
                f.write_str("it reads as text in EBCDIC, but its code page is not known")
            }
            Evidence::EbcdicFamily(family) => write!(f, "it reads the same in {family}"),
            Evidence::Letters => {
                f.write_str("it is a list of letters, which can be in many charsets")
            }
            Evidence::NoText => f.write_str("it reads as text in no known encoding"),
            Evidence::Utf8Within(1) => {
                f.write_str("but at least one word is UTF-8, in a line that is not")
            }
            Evidence::Utf8Within(count) => {
                write!(f, "but at least {count} words are UTF-8, in lines that are not")
            }
            Evidence::OtherCharsets(1) => {
                f.write_str("but at least one line makes sense only in another charset")
            }
            Evidence::OtherCharsets(count) => {
                write!(f, "but at least {count} lines make sense only in other charsets")
            }
            Evidence::Utf8Line(number) => write!(f, "line {number} is UTF-8"),
            Evidence::MaybeUtf8Line(number) => write!(f, "but line {number} may be UTF-8"),
            Evidence::Mixed => f.write_str("parts are in other encodings"),
            Evidence::MoreSegments(count) => write!(f, "{count} more parts are not listed"),
        }
    }
}

#[cfg(feature = "charsets")]
use crate::model::languages::name as language;

/// Without the model, languages have no names.
#[cfg(not(feature = "charsets"))]
const fn language(code: &'static str) -> &'static str {
    code
}

/// Another encoding that the text can be in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Alternative {
    /// The encoding.
    pub encoding: Encoding,
    /// The confidence, from 0 to 1.
    pub confidence: f32,
}

/// A part of a text with an encoding of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segment {
    /// The offset of its first byte in the text.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The encoding, or `None` if it is unknown.
    pub encoding: Option<Encoding>,
}

/// A line or a part of it that is UTF-8, or may be, in a text in a charset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Utf8Line {
    /// The number of the line, from 1.
    pub number: u64,
    /// The offset of the line in the text.
    pub offset: u64,
    /// Whether only a part of the line is or may be UTF-8, and other words are in the charset.
    pub is_part: bool,
    /// The column of the first of these words, in characters from 1. It is known if the charset has
    /// one byte per character, and if the line does not begin far before the words.
    pub column: Option<u64>,
    /// The words beyond US-ASCII, read as UTF-8.
    pub text: String,
    /// Whether they are certainly UTF-8. Otherwise, they may be text in the charset.
    pub is_sure: bool,
}

/// The detected encoding of a text, with the reasons. [`detect`](super::detect) and
/// [`Detector`](super::Detector) return it.
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
    pub(crate) records: Option<Format>,
    pub(crate) utf8_line: Option<Utf8Line>,
    /// The probability that the charset of lines among UTF-8 is correct.
    pub(crate) confidence_of_lines: f32,
}

impl Detection {
    /// Returns the encoding. If the text has [segments](Self::segments), it is the encoding of most
    /// bytes. Returns `None` if the encoding is [unknown](Verdict::Unknown), or if the data is [not
    /// text](Verdict::Binary).
    #[must_use]
    pub const fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// Returns the language, as a code of ISO 639. Returns `None` for text in Unicode, whose
    /// language is not determined.
    #[must_use]
    pub const fn language(&self) -> Option<&'static str> {
        self.language
    }

    /// Returns the encoding that the text declares, which may be wrong.
    #[must_use]
    pub const fn declared(&self) -> Option<&Declared> {
        self.declared.as_ref()
    }

    /// Returns the legacy charset that the text is in, and the format of the declaration that names
    /// it. Programs that respect the declaration read such a text correctly.
    #[must_use]
    pub fn as_declared(&self) -> Option<(Format, Encoding)> {
        let is_declared = |one: &Evidence| match one {
            Evidence::Declared(format, _) => Some(*format),
            _ => None,
        };
        let format = self.evidence.iter().find_map(is_declared)?;
        let encoding = self.encoding.filter(|_| self.segments.len() < 2)?;
        let is_charset = encoding.is_legacy();
        (is_charset && !self.has_utf8_within() && self.verdict == Verdict::Likely)
            .then_some((format, encoding))
    }

    /// Returns the format of the records, if the text is a file of records. Their lengths are wrong
    /// after a conversion.
    #[must_use]
    pub const fn records(&self) -> Option<Format> {
        self.records
    }

    /// Returns a line or a part of it that is UTF-8, or may be, if most of the text is in a charset.
    #[must_use]
    pub const fn utf8_line(&self) -> Option<&Utf8Line> {
        self.utf8_line.as_ref()
    }

    /// Returns `true` if words are certainly UTF-8, in lines whose other words are not.
    pub(crate) fn has_utf8_within(&self) -> bool {
        self.evidence.iter().any(|one| matches!(one, Evidence::Utf8Within(_)))
    }

    /// Returns the type of binary data, if it is known.
    #[must_use]
    pub const fn file_type(&self) -> Option<FileType> {
        self.file_type
    }

    /// Returns the certainty of the result.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns the probability that the encoding is correct, from 0 to 1, or 0 if the encoding is
    /// unknown.
    ///
    /// For well-formed UTF-8, it grows with the number of multi-byte sequences (RFC 3629 section
    /// 1). For charsets, it is calibrated: of the answers with a confidence of 0.8, about 80 % are
    /// correct.
    #[must_use]
    pub const fn confidence(&self) -> f32 {
        self.confidence
    }

    /// Returns this result if it is certain enough. An encoding that is only
    /// [likely](Verdict::Likely), with less than this `confidence`, becomes
    /// [unknown](Verdict::Unknown) and the first of the [alternatives](Self::alternatives).
    ///
    /// ```
    /// use utfkit_text::detect::{Verdict, detect};
    /// # #[cfg(feature = "model")] {
    /// let detection = detect(b"\xA9 2004\n");
    /// assert_eq!(detection.verdict(), Verdict::Likely);
    /// let detection = detection.at_least(0.99);
    /// assert_eq!((detection.encoding(), detection.verdict()), (None, Verdict::Unknown));
    /// # }
    /// ```
    #[must_use]
    pub fn at_least(mut self, confidence: f32) -> Self {
        if self.verdict != Verdict::Likely || self.confidence >= confidence {
            return self;
        }
        let dropped = self.encoding.take().map(|encoding| Alternative {
            encoding,
            confidence: std::mem::take(&mut self.confidence),
        });
        self.alternatives.splice(..0, dropped);
        self.verdict = Verdict::Unknown;
        self
    }

    /// Returns the number of bytes that were read. If the data is [binary](Verdict::Binary) and of
    /// a known type, only the first bytes are read.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the reasons.
    #[must_use]
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Returns other encodings that the text can be in, the most likely first.
    #[must_use]
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    /// Returns the parts of a text in several encodings, from start to end. It is empty if the text
    /// is in one encoding.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }
}
