//! A charset of a family in EBCDIC: all characters of two bytes, or a part of them.

use super::grid::Grid;

/// The first and the last trail byte.
const FIRST: u8 = 0x40;
const LAST: u8 = 0xFE;

/// A charset of a family: all characters of two bytes, or a part of them.
pub(crate) struct Part {
    pub(super) grid: &'static Grid,
    /// One bit per cell of the grid: the charset lacks it. Empty if it lacks none.
    pub(super) lacks: &'static [u8],
    /// Codes with another character than in the family.
    pub(super) changes: &'static [(u16, u16)],
}

impl Part {
    /// Returns `true` if `byte` begins a character.
    pub(super) fn is_lead(&self, byte: u8) -> bool {
        self.grid.is_lead(byte)
    }

    /// Returns `true` if `byte` may end a character.
    pub(super) const fn is_trail(byte: u8) -> bool {
        matches!(byte, FIRST..=LAST)
    }

    /// Returns the character of a code.
    pub(super) fn decode(&self, code: [u8; 2]) -> Option<u32> {
        let number = u16::from_be_bytes(code);
        if let Some((_, character)) = self.changes.iter().find(|(changed, _)| *changed == number) {
            return Some((*character).into());
        }
        self.grid.decode(code).filter(|_| !self.lacks(code))
    }

    /// Returns the code of a character.
    pub(super) fn encode(&self, character: u32) -> Option<[u8; 2]> {
        let mut changes = self.changes.iter();
        if let Some((code, _)) = changes.find(|(_, changed)| u32::from(*changed) == character) {
            return Some(code.to_be_bytes());
        }
        let code = self.grid.encode(character)?;
        let number = u16::from_be_bytes(code);
        let is_other = self.changes.iter().any(|(changed, _)| *changed == number);
        (!is_other && !self.lacks(code)).then_some(code)
    }

    fn lacks(&self, code: [u8; 2]) -> bool {
        let at = self.grid.position(code);
        self.lacks.get(at / 8).is_some_and(|bits| bits >> (at % 8) & 1 == 1)
    }
}
