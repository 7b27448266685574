//! The events of a repair: kept text, fixes, ambiguous parts and ill-formed parts.

use std::{borrow::Cow, iter::once};

use crate::repair::explain::MojibakeCharset;
use utfkit::{Encoding, Finding};

/// The kind of damage that a fix removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// Line breaks inside a sequence of UTF-8 (Corrigendum #1, notes after C12).
    InterruptedSequence,
    /// A supplementary character as a pair of surrogates (UTR #26; Corrigendum #1, D36 c).
    SurrogatePair,
    /// U+0000 as `C0 80`, which Java writes.
    ModifiedNul,
    /// A character in more bytes than it needs.
    Overlong,
    /// UTF-8 that was read as another charset and encoded again.
    Mojibake {
        /// The charset; ISO-8859-1 if windows-1252 gives the same text.
        charset: MojibakeCharset,
        /// The number of times.
        layers: u8,
    },
    /// Text in a legacy charset that was read as another.
    Misread {
        /// The encoding of the text.
        encoding: Encoding,
        /// The charset that it was read in.
        charset: MojibakeCharset,
    },
    /// Bytes of a legacy charset among UTF-8.
    StrayByte {
        /// The charset.
        encoding: Encoding,
    },
    /// Ill-formed bytes, decoded in an encoding that the caller named.
    Reread,
    /// U+FEFF at the start of a line.
    StrayBom,
    /// A BOM of the wrong byte order, or more than one BOM.
    WrongBom,
    /// A byte that is missing in UTF-16.
    LostByte,
}

impl Fault {
    /// Returns the stable code of this fault, such as `mojibake`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.texts().0
    }

    /// Returns the reason for the fix, in a few words.
    #[must_use]
    pub fn why(self) -> Cow<'static, str> {
        if let Fault::Mojibake { charset, layers } = self {
            let often = if layers > 1 { ", more than once" } else { "" };
            return format!("UTF-8 read as {} and encoded again{often}", charset.name()).into();
        }
        if let Fault::Misread { encoding, charset } = self {
            return format!("{encoding} read as {}", charset.name()).into();
        }
        if let Fault::StrayByte { encoding } = self {
            return format!("bytes of {encoding} among UTF-8").into();
        }
        self.texts().1.into()
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Fault::InterruptedSequence => (
                "interrupted-sequence",
                "the bytes around the line break are one complete sequence",
            ),
            Fault::SurrogatePair => {
                ("surrogate-pair", "two surrogates in CESU-8 are one character")
            }
            Fault::ModifiedNul => ("modified-nul", "C0 80 is U+0000 in Java's modified UTF-8"),
            Fault::Overlong => {
                ("overlong", "a form that is longer than necessary, decoded on request")
            }
            Fault::Mojibake { .. } => {
                ("mojibake", "UTF-8 read as another charset and encoded again")
            }
            Fault::Misread { .. } => ("misread", "a legacy charset read as another"),
            Fault::StrayByte { .. } => ("stray-byte", "bytes of a legacy charset among UTF-8"),
            Fault::Reread => {
                ("reread", "ill-formed, or UTF-8 by chance; decoded in the named encoding")
            }
            Fault::StrayBom => {
                ("stray-bom", "U+FEFF at the start of a line is the BOM of a joined file")
            }
            Fault::WrongBom => {
                ("wrong-bom", "the text is UTF-16 in one byte order only, and its BOM must name it")
            }
            Fault::LostByte => (
                "lost-byte",
                "all adjacent code units have this byte, and the text continues one byte off",
            ),
        }
    }

    /// Returns the fault of two adjacent parts with the faults `self` and `next` of one kind.
    pub(crate) fn next_to(self, next: Fault) -> Fault {
        self.with(next, u8::max)
    }

    /// Returns the fault of a part with the fault `self`, and with `next` of the same kind below it.
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

    /// Adds this fault to `faults`. `both` joins it with a fault of the same kind.
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
    /// The offset in bytes from the start of the input.
    pub offset: u64,
    /// The bytes before the fix; empty if something was missing.
    pub bytes: Vec<u8>,
    /// The bytes after the fix; empty if bytes are removed.
    pub becomes: Vec<u8>,
    /// The kind of damage.
    pub fault: Fault,
    /// Other damage that appeared when the first was fixed, such as a stray BOM in mojibake.
    pub also: Vec<Fault>,
    /// The probability of the new bytes against all other interpretations, in percent. `None` if the
    /// model of text was not used, because the bytes have only one interpretation.
    pub percent: Option<u8>,
    /// Whether a byte was lost, and the fix guesses it.
    pub is_guess: bool,
}

impl Fix {
    pub(crate) fn new(offset: u64, bytes: Vec<u8>, becomes: Vec<u8>, fault: Fault) -> Self {
        Self { offset, bytes, becomes, fault, also: Vec::new(), percent: None, is_guess: false }
    }

    /// Returns all faults, [`Fix::fault`] first.
    pub fn faults(&self) -> impl Iterator<Item = Fault> {
        once(self.fault).chain(self.also.iter().copied())
    }

    /// Returns the reason for the fix, in a few words per fault.
    #[must_use]
    pub fn why(&self) -> Cow<'static, str> {
        let add = |why: Cow<'static, str>, next: &Fault| {
            Cow::from(format!("{why}; and below that: {}", next.why()))
        };
        self.also.iter().fold(self.fault.why(), add)
    }
}

/// Bytes with two likely interpretations, which stay.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ambiguity {
    /// The offset in bytes from the start of the input.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The code of the possible damage, see [`Fault::code`].
    pub code: &'static str,
    /// The two interpretations: texts, or descriptions if an interpretation is not text. The
    /// likelier one is the first, if `percent` is known.
    pub readings: [String; 2],
    /// The probability of each interpretation in percent, if the model of text was used.
    pub percent: Option<[u8; 2]>,
}

/// An event of a [`Repairer`](super::Repairer). The bytes of [`Event::Kept`] and the new bytes of
/// [`Event::Fix`], in order, are the repaired text. The other two events come before their bytes
/// and change nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Text that stays.
    Kept(&'a [u8]),
    /// Text that changes.
    Fix(&'a Fix),
    /// Text with two likely interpretations, which stays.
    Ambiguous(&'a Ambiguity),
    /// Ill-formed text, which stays.
    IllFormed(Finding),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_the_layers() {
        let charset = MojibakeCharset::Windows1252;
        let why = |layers| Fault::Mojibake { charset, layers }.why();
        assert_eq!(why(1), "UTF-8 read as windows-1252 and encoded again");
        assert_eq!(why(2), "UTF-8 read as windows-1252 and encoded again, more than once");
        assert_eq!(why(3), why(2));
    }
}
