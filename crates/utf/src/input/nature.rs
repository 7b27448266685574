//! What a file is, seen by what it begins with: text, or something else.

use std::fmt;

use utfkit::{
    Encoding,
    detect::{Detection, Detector, Verdict},
    encoding::Signature,
};

use super::Head;
use crate::encoding::{self, From};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Text,
    /// Text of UTF-16 or UTF-32 without a signature, as far as can be told: nothing proves it.
    Unsigned(Encoding),
    /// No text.
    Binary,
}

/// How many octets tell text from what is not.
pub(super) const LOOK: usize = 8192;

/// How many octets tell most of what is no text.
const GLANCE: usize = 512;

/// How sure detection must be, so that what is not looked at closely is not taken for text.
const ENOUGH: f32 = 0.98;

impl Nature {
    /// What begins with `head`, and is read as `encoding`.
    ///
    /// Text has no NUL among its first code units. (Text of UTF-16 is full of octets 00.) Where octets are read one
    /// by one and there are NULs, detection says whether these are halves of units.
    pub fn of(head: Head, octets: &[u8], encoding: Encoding) -> Self {
        let octets = &octets[..head.len.min(LOOK)];
        match encoding::octets_of_unit(encoding) {
            1 if memchr::memchr(0, octets).is_none() => Nature::Text,
            1 => match unsigned(octets, head.ended && head.len <= LOOK) {
                Some(encoding) => Nature::Unsigned(encoding),
                None => Nature::Binary,
            },
            unit if has_nul(octets, unit) => Nature::Binary,
            _ => Nature::Text,
        }
    }

    /// What a file is read as that is only read, and that `from` is said of: as it looks, where that leaves it open;
    /// `None` if it was `walked` to, and is no text.
    pub fn reading(self, from: From, walked: bool) -> Option<From> {
        match self {
            Nature::Unsigned(encoding) if from == From::Auto => Some(From::Known(encoding.into())),
            Nature::Text | Nature::Unsigned(_) => Some(from),
            Nature::Binary => (!walked).then_some(from),
        }
    }

    /// Why it is left alone, as a program reads it.
    pub fn reason(self) -> &'static str {
        match self {
            Nature::Text => "text",
            Nature::Unsigned(_) => "unsigned",
            Nature::Binary => "binary",
        }
    }

    /// What to do, for a command that takes `-f`; begins with a space.
    pub fn advice(self) -> String {
        let say = |encoding| format!(" (name it with `-f {encoding}`)");
        self.looks_like().map_or_else(String::new, say)
    }

    /// What it looks like, if it is no text as it was read.
    pub fn looks_like(self) -> Option<Encoding> {
        match self {
            Nature::Unsigned(encoding) => Some(encoding),
            Nature::Text | Nature::Binary => None,
        }
    }
}

/// Why it is left alone.
impl fmt::Display for Nature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nature::Unsigned(encoding) => {
                write!(f, "looks like {encoding} without a signature")
            }
            nature => f.write_str(nature.reason()),
        }
    }
}

/// The UTF-16 or UTF-32 that `octets`, which have NULs, are text in; `whole` if there are no more.
///
/// Most of what is no text has four NULs together, or is told by a glance at where it has the first.
fn unsigned(octets: &[u8], whole: bool) -> Option<Encoding> {
    if Signature::of(octets).is_some() || has_nul(octets, 4) {
        return None;
    }
    let first = memchr::memchr(0, octets)? & !3;
    let glance = &octets[first..octets.len().min(first + GLANCE)];
    if glance.len() < octets.len() {
        wide(glance, false)?;
    }
    wide(octets, whole)
}

/// The UTF-16 or UTF-32 that `octets` are text in, if that is likely enough.
fn wide(octets: &[u8], whole: bool) -> Option<Encoding> {
    use Encoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    let mut detector = Detector::new();
    detector.feed(octets);
    let seen = if whole { detector.finish() } else { detector.so_far() };
    let likely =
        |seen: &Detection| seen.verdict() == Verdict::Likely && seen.confidence() >= ENOUGH;
    let encoding = seen.encoding().filter(|_| likely(&seen))?;
    let is_wide = matches!(encoding, Utf16Le | Utf16Be | Utf32Le | Utf32Be);
    (is_wide && !has_nul(octets, encoding::octets_of_unit(encoding))).then_some(encoding)
}

/// Whether a unit of so many octets is NUL.
fn has_nul(octets: &[u8], unit: usize) -> bool {
    octets.chunks_exact(unit).any(|unit| unit.iter().all(|&octet| octet == 0))
}
