//! A character of a piece of text.

use crate::audit::rules::Rule;
use crate::audit::rules::Severity;
use crate::streams::text::Piece;

use crate::audit::observation::Observation;
use crate::audit::observation::Position;

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
