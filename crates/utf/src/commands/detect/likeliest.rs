//! What a text is likeliest in, for who wants to read it: all of it in one encoding, or its parts
//! in several.

use std::fmt;

use utfkit::Encoding;
use utfkit_text::detect::{Detection, Evidence, Verdict};

use crate::args::unit;

/// What a text is likeliest in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeliest {
    /// All of it is in this. To read it so loses nothing, if that is right.
    One(Encoding),
    /// Well-formed UTF-8, of which `most` of it is or only parts, stands beside text in a charset,
    /// if that can be told.
    Utf8Beside { most: bool, charset: Option<Encoding> },
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
        let is_wide = |encoding: Encoding| unit::bytes_of_unit(encoding) > 1;
        // Whichever of them has most of it.
        let are_several = encodings().zip(encodings().skip(1)).any(|(one, next)| one != next);
        if are_several && encodings().flatten().any(is_wide) {
            return Some(Self::Parts);
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

    /// Why text in `encoding`, by its BOM, is not all of that, by the `detection` that was
    /// asked because of what a [`Lookout`](utfkit_text::detect::Lookout) saw.
    pub fn doubt(encoding: Encoding, detection: &Detection) -> Option<String> {
        let likeliest = Self::of(detection).filter(|_| detection.verdict() != Verdict::Proven)?;
        let step = likeliest.next_step()?;
        Some(match likeliest {
            Self::LineEnds => format!(
                "{encoding} of which line ends were changed byte by byte, so that lines are read wrong: {step}"
            ),
            Self::Returns => format!(
                "{encoding} of which the bytes of carriage returns were taken out, so that lines are read wrong: {step}"
            ),
            _ => format!("{encoding} only in parts, which `utf detect` lists: {step}"),
        })
    }

    /// The encoding that all of it is in.
    pub fn one(self) -> Option<Encoding> {
        match self {
            Self::One(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// What to do about a text that is not all in one encoding.
    pub fn next_step(self) -> Option<String> {
        match self {
            Self::One(_) => None,
            Self::Utf8Beside { charset: Some(charset), .. } => Some(format!(
                "`utf repair` shows what it fixes, `utf convert --by-line --candidates {charset}` reads each line by itself"
            )),
            Self::Utf8Beside { charset: None, .. } => {
                Some("`utf repair` shows what it fixes".to_owned())
            }
            Self::Parts => Some(
                "convert each part by itself: `tail -c +FIRST | head -c LENGTH` takes it out, counted from 1"
                    .to_owned(),
            ),
            Self::LineEnds => {
                Some("`LC_ALL=C sed 's/\\r$//'` takes out what was put in".to_owned())
            }
            Self::Returns => Some(
                "get it anew, as bytes: each 0D is missing, of whatever character it was part"
                    .to_owned(),
            ),
        }
    }
}

/// As advice behind what is wrong: what to say, or what there is to know first.
impl fmt::Display for Likeliest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.next_step().unwrap_or_default();
        match self {
            Self::One(Encoding::Utf8) => f.write_str("but most of it is UTF-8: see `utf detect`"),
            Self::One(encoding) => write!(f, "perhaps `-f {encoding}`"),
            Self::Utf8Beside { most: true, .. } => write!(f, "but most of it is UTF-8: {step}"),
            Self::Utf8Beside { most: false, .. } => write!(f, "but parts of it are UTF-8: {step}"),
            Self::Parts => f.write_str("but it has parts in several encodings: see `utf detect`"),
            Self::LineEnds => write!(f, "but its line ends were changed byte by byte: {step}"),
            Self::Returns => {
                write!(f, "but the bytes of its carriage returns were taken out: {step}")
            }
        }
    }
}
