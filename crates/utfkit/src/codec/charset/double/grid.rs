//! Characters of two bytes: a table to read them, and the codes in the order of their characters to
//! write them.

use crate::codec::charset::cells::NONE;

/// The characters of two bytes of a family of charsets.
pub(crate) struct Doubles {
    /// The number of the row of each lead byte, from 1. 0 if the byte begins no character.
    rows: [u8; 256],
    /// The characters of the rows, in little-endian order.
    cells: &'static [[u8; 2]],
    /// The codes to write, in the order of their characters.
    codes: &'static [[u8; 2]],
}

/// The first and the last trail byte.
const FIRST: u8 = 0x40;
const LAST: u8 = 0xFE;

/// The number of trail bytes.
const TRAILS: usize = (LAST - FIRST) as usize + 1;

impl Doubles {
    /// Creates the table from a file of `cargo xtask charsets`: the number of rows, their lead
    /// bytes, the characters of the rows, and the codes.
    pub(super) const fn new(file: &'static [u8]) -> Self {
        let (number, rest) = file.split_at(1);
        let (leads, rest) = rest.split_at(number[0] as usize);
        let (cells, codes) = rest.split_at(2 * TRAILS * leads.len());
        let mut rows = [0; 256];
        let mut row = 0;
        while row < leads.len() {
            rows[leads[row] as usize] = row as u8 + 1;
            row += 1;
        }
        Self { rows, cells: cells.as_chunks().0, codes: codes.as_chunks().0 }
    }

    /// Returns `true` if `byte` begins a character.
    fn is_lead(&self, byte: u8) -> bool {
        self.rows[usize::from(byte)] > 0
    }

    /// Returns the character of a code, or [`NONE`].
    fn character(&self, [lead, trail]: [u8; 2]) -> u16 {
        let row = usize::from(self.rows[usize::from(lead)]);
        let column = usize::from(trail).wrapping_sub(usize::from(FIRST));
        if row == 0 || column >= TRAILS {
            return NONE;
        }
        u16::from_le_bytes(self.cells[(row - 1) * TRAILS + column])
    }

    /// Returns the code of a character.
    fn code(&self, character: u16) -> Option<[u8; 2]> {
        let at = self.codes.binary_search_by_key(&character, |code| self.character(*code)).ok()?;
        Some(self.codes[at])
    }
}

/// A charset of a family: all characters of two bytes, or a part of them.
pub(crate) struct Part {
    pub(super) doubles: &'static Doubles,
    /// Ranges of codes that it lacks, in order.
    pub(super) lacks: &'static [[[u8; 2]; 2]],
    /// Codes with another character than in the family.
    pub(super) changes: &'static [(u16, u16)],
}

impl Part {
    /// Returns `true` if `byte` begins a character.
    pub(super) fn is_lead(&self, byte: u8) -> bool {
        self.doubles.is_lead(byte)
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
        let character = self.doubles.character(code);
        (character != NONE && !self.lacks(code)).then_some(character.into())
    }

    /// Returns the code of a character.
    pub(super) fn encode(&self, character: u32) -> Option<[u8; 2]> {
        let character = u16::try_from(character).ok().filter(|unit| *unit != NONE)?;
        if let Some((code, _)) = self.changes.iter().find(|(_, changed)| *changed == character) {
            return Some(code.to_be_bytes());
        }
        let code = self.doubles.code(character)?;
        let number = u16::from_be_bytes(code);
        let is_other = self.changes.iter().any(|(changed, _)| *changed == number);
        (!is_other && !self.lacks(code)).then_some(code)
    }

    fn lacks(&self, code: [u8; 2]) -> bool {
        let after = self.lacks.partition_point(|[first, _]| *first <= code);
        after > 0 && code <= self.lacks[after - 1][1]
    }
}
