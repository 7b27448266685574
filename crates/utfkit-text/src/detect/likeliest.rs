//! The most useful interpretation of a detection: one encoding for the whole text, or parts in
//! several.

use crate::detect::{Detection, Evidence, Verdict};
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
        let most = detection.encoding() == Some(Encoding::Utf8);
        if detection.has_utf8_within() {
            // A line has words of both, so no charset fits a whole line.
            return Some(Self::Utf8AndCharset { most, charset: None });
        }
        if !encodings().any(|encoding| encoding == Some(Encoding::Utf8)) {
            return detection.encoding().map(Self::One);
        }
        let is_charset = |&encoding: &Encoding| {
            !matches!(encoding, Encoding::Utf8 | Encoding::UsAscii) && !is_wide(encoding)
        };
        let is_sure = detection.confidence_of_lines >= Self::SURE;
        let charset = encodings().flatten().find(is_charset).filter(|_| is_sure);
        Some(Self::Utf8AndCharset { most, charset })
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

    /// Returns the encoding of the whole text if `detection` proves it or is sure of it. US-ASCII is
    /// UTF-8.
    pub fn certain(detection: &Detection) -> Option<Encoding> {
        let encoding = match detection.verdict() {
            Verdict::Proven => detection.encoding(),
            _ => Self::sure(detection).and_then(Self::one),
        };
        encoding.map(|one| if one == Encoding::UsAscii { Encoding::Utf8 } else { one })
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
