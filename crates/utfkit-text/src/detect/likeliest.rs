//! What a text is likeliest in, for who wants to read it: all of it in one encoding, or its parts
//! in several.

use crate::detect::{Detection, Evidence};
use utfkit::Encoding;

/// What a text is likeliest in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeliest {
    /// All of it is in this. To read it so loses nothing, if that is right.
    One(Encoding),
    /// Well-formed UTF-8, of which `most` of it is or only parts, stands beside text in a charset,
    /// if that can be told.
    Utf8Beside {
        /// Whether most of it is UTF-8.
        most: bool,
        /// The charset of the rest.
        charset: Option<Encoding>,
    },
    /// Parts are in UTF-16 or UTF-32, and parts in something else.
    Parts,
    /// UTF-16, of which line ends were changed byte by byte.
    LineEnds,
    /// UTF-16, of which the bytes of carriage returns were taken out.
    Returns,
}

impl Likeliest {
    /// What `detection` says, if it can tell.
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
        // Whichever of them has most of it.
        let are_several = encodings().zip(encodings().skip(1)).any(|(one, next)| one != next);
        if are_several && encodings().flatten().any(is_wide) {
            return Some(Self::Parts);
        }
        if is_utf8_by_chance(detection) {
            return detection.encoding().map(Self::One);
        }
        if detection.evidence().iter().any(|one| matches!(one, Evidence::Utf8Within(_))) {
            // No charset to read lines in: each has some of both.
            return Some(Self::Utf8Beside { most: false, charset: None });
        }
        if !encodings().any(|encoding| encoding == Some(Encoding::Utf8)) {
            return detection.encoding().map(Self::One);
        }
        let is_charset = |&encoding: &Encoding| {
            !matches!(encoding, Encoding::Utf8 | Encoding::UsAscii) && !is_wide(encoding)
        };
        let charset = encodings().flatten().find(is_charset);
        Some(Self::Utf8Beside { most: detection.encoding() == Some(Encoding::Utf8), charset })
    }

    /// The encoding that all of it is in.
    pub fn one(self) -> Option<Encoding> {
        match self {
            Self::One(encoding) => Some(encoding),
            _ => None,
        }
    }
}

/// Whether a text in a charset has so few sequences of UTF-8 among all that is not UTF-8 that these
/// are letters of the charset by chance, such as `ężą` in ISO-8859-2.
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
