//! What a repair tells: fixes, what could be two things, and what stays ill-formed.

use std::{borrow::Cow, iter::once};

use crate::repair::charset::MojibakeCharset;
use utfkit::{Encoding, Finding};

/// What was wrong, where it was fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// Line breaks inside a sequence of UTF-8 (Corrigendum #1, notes after C12).
    InterruptedSequence,
    /// A supplementary character as a pair of surrogates (UTR #26; Corrigendum #1, D36 c).
    SurrogatePair,
    /// U+0000 as `C0 80`, as Java writes it.
    ModifiedNul,
    /// A character in more bytes than it needs.
    Overlong,
    /// UTF-8 that was read as another charset and encoded again.
    Mojibake {
        /// As which; ISO-8859-1 where windows-1252 is the same.
        charset: MojibakeCharset,
        /// How many times.
        layers: u8,
    },
    /// Text in a legacy charset that was read as another.
    Misread {
        /// The encoding that it was in.
        encoding: Encoding,
        /// The charset that it was read as.
        charset: MojibakeCharset,
    },
    /// Letters of ISO-8859-1 among UTF-8.
    StrayByte,
    /// Ill-formed bytes, read in an encoding that the caller named.
    Reread,
    /// U+FEFF at the start of a line.
    StrayBom,
    /// A BOM of the wrong byte order, or one too many.
    WrongBom,
    /// A byte that is missing in UTF-16.
    LostByte,
}

impl Fault {
    /// The stable code of this fault, such as `mojibake`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.words().0
    }

    /// Why the fix has one reading, in a few words.
    #[must_use]
    pub fn why(self) -> Cow<'static, str> {
        if let Fault::Mojibake { charset, layers } = self {
            let often = if layers > 1 { ", more than once" } else { "" };
            return format!("UTF-8 read as {} and encoded again{often}", charset.name()).into();
        }
        if let Fault::Misread { encoding, charset } = self {
            return format!("{encoding} read as {}", charset.name()).into();
        }
        self.words().1.into()
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Fault::InterruptedSequence => (
                "interrupted-sequence",
                "without the line break these bytes are exactly the sequence that the first announces",
            ),
            Fault::SurrogatePair => {
                ("surrogate-pair", "a pair of surrogates, as CESU-8 has it, is one character")
            }
            Fault::ModifiedNul => ("modified-nul", "C0 80 is U+0000 in Java's modified UTF-8"),
            Fault::Overlong => ("overlong", "a non-shortest form, decoded as asked for"),
            Fault::Mojibake { .. } => {
                ("mojibake", "UTF-8 read as another charset and encoded again")
            }
            Fault::Misread { .. } => ("misread", "a legacy charset read as another"),
            Fault::StrayByte => {
                ("stray-byte", "the same in ISO-8859-1 and windows-1252, among letters")
            }
            Fault::Reread => {
                ("reread", "ill-formed or UTF-8 by chance, read in the encoding that was named")
            }
            Fault::StrayBom => {
                ("stray-bom", "U+FEFF at the start of a line is the BOM of a joined file")
            }
            Fault::WrongBom => {
                ("wrong-bom", "the text is UTF-16 in one byte order only; its BOM must say so")
            }
            Fault::LostByte => {
                ("lost-byte", "all code units around have this byte, and text goes on one byte off")
            }
        }
    }

    /// What was wrong with two stretches side by side, of which both had this.
    pub(crate) fn beside(self, next: Fault) -> Fault {
        self.with(next, u8::max)
    }

    /// What was wrong with a stretch that had this, and below it `next`, which is of the same kind.
    pub(crate) fn over(self, next: Fault) -> Fault {
        self.with(next, u8::saturating_add)
    }

    fn with(self, next: Fault, layers: fn(u8, u8) -> u8) -> Fault {
        match (self, next) {
            (
                Fault::Mojibake { charset: a, layers: m },
                Fault::Mojibake { charset: b, layers: n },
            ) => {
                let charset = if matches!(a, MojibakeCharset::Iso8859_1) { b } else { a };
                Fault::Mojibake { charset, layers: layers(m, n) }
            }
            _ => self,
        }
    }

    /// Adds this to `faults`: `both` says what it is with one of the same kind.
    pub(crate) fn join(self, faults: &mut Vec<Fault>, both: fn(Fault, Fault) -> Fault) {
        match faults.iter_mut().find(|fault| fault.code() == self.code()) {
            Some(same) => *same = both(*same, self),
            None => faults.push(self),
        }
    }
}

/// One change to the text: `bytes` at `offset` become others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Where, in bytes from the start of the input.
    pub offset: u64,
    /// What stands there; empty where something is missing.
    pub bytes: Vec<u8>,
    /// What it becomes; empty where something is too much.
    pub becomes: Vec<u8>,
    /// What was wrong.
    pub fault: Fault,
    /// What else was wrong there, and showed when that was fixed: mojibake of a BOM that
    /// does not belong there.
    pub also: Vec<Fault>,
}

impl Fix {
    pub(crate) fn new(offset: u64, bytes: Vec<u8>, becomes: Vec<u8>, fault: Fault) -> Self {
        Self { offset, bytes, becomes, fault, also: Vec::new() }
    }

    /// All that was wrong, [`Fix::fault`] first.
    pub fn faults(&self) -> impl Iterator<Item = Fault> {
        once(self.fault).chain(self.also.iter().copied())
    }

    /// Why the fix has one reading, in a few words for each fault.
    #[must_use]
    pub fn why(&self) -> Cow<'static, str> {
        let add = |why: Cow<'static, str>, next: &Fault| {
            Cow::from(format!("{why}; and below that: {}", next.why()))
        };
        self.also.iter().fold(self.fault.why(), add)
    }
}

/// Bytes that could be two things, and so stay.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ambiguity {
    /// Where, in bytes from the start of the input.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What they could be, as [`Fault::code`] names it.
    pub code: &'static str,
    /// What they would read as either way; words where a reading is no text.
    pub readings: [String; 2],
    /// How likely each of the two is, in percent, if the model of text was asked.
    pub percent: Option<[u8; 2]>,
}

/// What a [`Repairer`](super::Repairer) gives. The bytes of [`Event::Kept`] and what those of
/// [`Event::Fix`] become, in order, are the repaired text; the other two come before the bytes
/// that they are about, and change nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Text that stays.
    Kept(&'a [u8]),
    /// Text that changes.
    Fix(&'a Fix),
    /// Text that could be two things, and stays.
    Ambiguous(&'a Ambiguity),
    /// Text that is ill-formed, and stays.
    IllFormed(Finding),
}
