//! A stretch of text that is looked at, and where in the file its characters are.

use crate::audit::rules::Rule;
use crate::audit::rules::Severity;

use crate::audit::observation::Observation;
use crate::audit::observation::Place;
use crate::audit::offsets::Units;

/// A stretch of text, and where in the file its characters are.
#[derive(Clone, Copy)]
pub struct Piece<'t> {
    /// The text.
    pub text: &'t str,
    /// Where its characters are.
    pub offsets: Offsets<'t>,
}

/// Where the characters of a text are in a file.
#[derive(Clone, Copy)]
pub enum Offsets<'t> {
    /// The text is the file's own, from this offset on.
    From(u64),
    /// For each byte of the text that begins a character, the offset of that; and that of the end.
    Each(&'t [u64]),
    /// Each character has code units of the same size.
    Units(&'t Units),
}

impl Piece<'_> {
    /// The offset in the file of the byte `at` of the text.
    pub fn offset(&self, at: usize) -> u64 {
        match self.offsets {
            Offsets::From(start) => start + at as u64,
            Offsets::Each(offsets) => offsets.get(at).copied().unwrap_or_default(),
            Offsets::Units(units) => units.offset(self.text, at),
        }
    }
}

/// Where a character of a piece stands.
#[derive(Clone, Copy)]
pub struct Here<'t> {
    /// The stretch that it stands in.
    pub piece: Piece<'t>,
    /// Where it is in the text of that, in bytes.
    pub at: usize,
    /// The character.
    pub character: char,
}

impl Here<'_> {
    /// What is seen of the character, at `place`.
    pub fn seen(self, rule: Rule, place: Place, shows: bool) -> Observation {
        let Here { piece, at, character } = self;
        let end = at + character.len_utf8();
        Observation {
            rule,
            severity: Severity::Note,
            place,
            length: piece.offset(end) - place.offset,
            point: Some(character.into()),
            mistake: None,
            may_be_letter: false,
            told: None,
            context: None,
            at: shows.then_some(at),
        }
    }
}
