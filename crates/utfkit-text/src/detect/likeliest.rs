//! The most useful interpretation of a detection: one encoding for the whole text, or parts in
//! several.

use crate::detect::{Detection, Evidence};
use utfkit::Encoding;

/// The way to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeliest {
    /// The whole text is in this encoding, so it can be read without loss.
    One(Encoding),
    /// Well-formed UTF-8 is mixed with text in a charset.
    Utf8AndCharset {
        /// Whether most of the text is UTF-8.
        most: bool,
        /// The charset of the rest, if detection is sure of it.
        charset: Option<Encoding>,
    },
    /// Some parts are in UTF-16 or UTF-32, others are not.
    Parts,
    /// UTF-16 in which line ends were changed byte by byte.
    LineEnds,
    /// UTF-16 from which the bytes of carriage returns were removed.
    Returns,
}

impl Likeliest {
    /// Returns the way to read a text, or `None` if `detection` does not know it.
    pub fn of(detection: &Detection) -> Option<Self> {
        let changed = detection.evidence().iter().find_map(|one| match one {
            Evidence::LineEnds(_) => Some(Self::LineEnds),
            Evidence::Returns(_) => Some(Self::Returns),
            _ => None,
        });
        if changed.is_some() {
            return changed;
        }
        let encodings = || detection.segments().iter().map(|segment| segment.encoding);
        let is_wide = |encoding: Encoding| encoding.unit_bytes() > 1;
        // It does not matter which encoding has most bytes.
        let are_several = encodings().zip(encodings().skip(1)).any(|(one, next)| one != next);
        if are_several && encodings().flatten().any(is_wide) {
            return Some(Self::Parts);
        }
        if is_utf8_by_chance(detection) {
            return detection.encoding().map(Self::One);
        }
        if detection.evidence().iter().any(|one| matches!(one, Evidence::Utf8Within(_))) {
            // Most lines have words of both, so no charset fits a whole line.
            return Some(Self::Utf8AndCharset { most: false, charset: None });
        }
        if !encodings().any(|encoding| encoding == Some(Encoding::Utf8)) {
            return detection.encoding().map(Self::One);
        }
        let is_charset = |&encoding: &Encoding| {
            !matches!(encoding, Encoding::Utf8 | Encoding::UsAscii) && !is_wide(encoding)
        };
        let is_sure = detection.confidence_of_lines >= Self::SURE;
        let charset = encodings().flatten().find(is_charset).filter(|_| is_sure);
        Some(Self::Utf8AndCharset { most: detection.encoding() == Some(Encoding::Utf8), charset })
    }

    /// Like [`of`](Self::of), but returns `None` if the text may well be in another charset. So the
    /// result can be given as advice.
    pub fn sure(detection: &Detection) -> Option<Self> {
        Self::of(detection).filter(|likeliest| match likeliest {
            Self::One(encoding) => {
                *encoding == Encoding::Utf8 || detection.confidence() >= Self::SURE
            }
            _ => true,
        })
    }

    /// The minimum confidence of advice. In short texts, two charsets often give equally good
    /// words, such as `São` and `Săo`.
    pub const SURE: f32 = 0.9;

    /// Returns `true` if detection is sure of a part in `encoding` of a text with several parts, so
    /// that the encoding can be given as advice.
    pub fn is_sure_of_part(detection: &Detection, encoding: Encoding) -> bool {
        let is_unicode = matches!(encoding, Encoding::Utf8 | Encoding::UsAscii);
        is_unicode || encoding.unit_bytes() > 1 || detection.confidence_of_lines >= Self::SURE
    }

    /// Returns the encoding of the whole text, if there is one.
    pub fn one(self) -> Option<Encoding> {
        match self {
            Self::One(encoding) => Some(encoding),
            _ => None,
        }
    }
}

/// Returns `true` if a text in a charset has very few sequences of UTF-8 among many that are not.
/// These are letters of the charset by chance, such as `ężą` in ISO-8859-2.
fn is_utf8_by_chance(detection: &Detection) -> bool {
    const MANY: u64 = 1000;
    let evidence = || detection.evidence().iter();
    let sequences = evidence().find_map(|one| match *one {
        Evidence::Sequences(count) => Some(u64::from(count)),
        _ => None,
    });
    let ill_formed = evidence().find_map(|one| match *one {
        Evidence::IllFormed(count) => Some(count),
        _ => None,
    });
    let is_charset = detection.encoding().is_some_and(|encoding| {
        encoding.unit_bytes() == 1 && !matches!(encoding, Encoding::Utf8 | Encoding::UsAscii)
    });
    let (sequences, ill_formed) = (sequences.unwrap_or(0), ill_formed.unwrap_or(0));
    is_charset && sequences > 0 && ill_formed / MANY >= sequences
}
