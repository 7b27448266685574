//! A piece of text with the file offsets of its characters.

use std::ops::Range;

use crate::audit::rules::Rule;
use crate::audit::rules::Severity;

use crate::audit::observation::Observation;
use crate::audit::observation::Position;
use crate::audit::offsets::Units;

/// A piece of text with the file offsets of its characters.
#[derive(Clone, Copy)]
pub struct Piece<'t> {
    /// The text.
    pub text: &'t str,
    /// The file offsets of its characters.
    pub offsets: Offsets<'t>,
}

/// The file offsets of the characters of a text.
#[derive(Clone, Copy)]
pub enum Offsets<'t> {
    /// The text is the file's own bytes, from this offset on.
    From(u64),
    /// The file offset of each character, at the index of its first byte, and the offset of the
    /// end.
    Each(&'t [u64]),
    /// Offsets that are computed, because all code units have the same size.
    Units(&'t Units),
}

impl Piece<'_> {
    /// Returns the file offset of the byte `at` of the text.
    pub fn offset(&self, at: usize) -> u64 {
        match self.offsets {
            Offsets::From(start) => start + at as u64,
            Offsets::Each(offsets) => offsets.get(at).copied().unwrap_or_default(),
            Offsets::Units(units) => units.offset(self.text, at),
        }
    }

    /// Passes the text at `range` to `pass` as a piece, unless it is empty.
    pub(crate) fn part(self, range: Range<usize>, pass: &mut dyn FnMut(Piece<'_>)) {
        let text = &self.text[range.clone()];
        if text.is_empty() {
            return;
        }
        match self.offsets {
            Offsets::From(start) => {
                pass(Piece { text, offsets: Offsets::From(start + range.start as u64) });
            }
            Offsets::Each(offsets) => {
                pass(Piece { text, offsets: Offsets::Each(&offsets[range.start..]) });
            }
            Offsets::Units(units) => {
                let rest = units.rest(self.text, range.start);
                pass(Piece { text, offsets: Offsets::Units(&rest) });
            }
        }
    }
}

/// A character of a piece.
#[derive(Clone, Copy)]
pub struct Here<'t> {
    /// The piece with the character.
    pub piece: Piece<'t>,
    /// The offset in the text of the piece, in bytes.
    pub at: usize,
    /// The character.
    pub character: char,
}

impl Here<'_> {
    /// Returns the observation of the character at `place`; `shows` requests its context.
    pub fn seen(self, rule: Rule, position: Position, shows: bool) -> Observation {
        let Here { piece, at, character } = self;
        let end = at + character.len_utf8();
        Observation {
            rule,
            severity: Severity::Note,
            position,
            length: piece.offset(end) - position.offset,
            point: Some(character.into()),
            finding: None,
            may_be_letter: false,
            detail: None,
            context: None,
            at: shows.then_some(at),
        }
    }
}
