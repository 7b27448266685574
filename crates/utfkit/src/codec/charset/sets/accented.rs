//! Charsets in which a letter with an accent is the byte of the accent and the byte of the letter:
//! ISO 6937, T.61 and ANSI X3.110. Unlike in ANSEL, only letters of their list can have an accent.

use crate::{
    codec::{
        charset::{
            cells::Table,
            variant::{compose, decompose},
        },
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
};

/// A charset with letters of two bytes. The accents are combining marks in its table.
pub(crate) struct Accented {
    pub(super) table: &'static Table,
    /// Whether a tilde and a space are a tilde.
    pub(super) has_tilde: bool,
}

/// Accents, with the characters that they are before a space.
const SPACING: [(u32, u32); 11] = [
    (TILDE, '~' as u32),
    (0x301, 0xB4),
    (0x304, 0xAF),
    (0x306, 0x2D8),
    (0x307, 0x2D9),
    (0x308, 0xA8),
    (0x30A, 0x2DA),
    (0x30B, 0x2DD),
    (0x30C, 0x2C7),
    (0x327, 0xB8),
    (0x328, 0x2DB),
];

const TILDE: u32 = 0x303;
const SPACE: u32 = 0x20;

impl Accented {
    /// Reads the sequence at the start of `src`.
    pub(super) fn first(&self, src: &[u8], last: bool) -> Step {
        let ill_formed = |kind, len| Step::IllFormed { kind, len };
        let Some(&byte) = src.first() else { return Step::Incomplete };
        let Some(value) = self.character(byte) else { return ill_formed(Kind::InvalidByte, 1) };
        if !is_accent(value) {
            return Step::Value { value, len: 1 };
        }
        match src.get(1).map(|byte| self.character(*byte)) {
            None if !last => Step::Incomplete,
            None | Some(None) => ill_formed(Kind::Truncated, 1),
            Some(Some(letter)) => match self.accented(letter, value) {
                Some(value) => Step::Value { value, len: 2 },
                None if letter < SPACE || is_accent(letter) => ill_formed(Kind::Truncated, 1),
                None => ill_formed(Kind::Unassigned, 2),
            },
        }
    }

    /// Returns the bytes of a character.
    pub(super) fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let mut encoded = Encoded::EMPTY;
        if is_accent(value) {
            return None;
        }
        if let Some(byte) = self.byte(value) {
            encoded.push(byte);
            return Some(encoded);
        }
        let spacing = SPACING.iter().find(|(_, spacing)| *spacing == value);
        let (letter, accent) =
            spacing.map(|(accent, _)| (SPACE, *accent)).or_else(|| decompose(value))?;
        if self.accented(letter, accent) != Some(value) {
            return None;
        }
        encoded.push(self.byte(accent)?);
        encoded.push(self.byte(letter)?);
        Some(encoded)
    }

    /// Returns the character that is `letter` with `accent`, if the list has it.
    fn accented(&self, letter: u32, accent: u32) -> Option<u32> {
        if letter == SPACE {
            let (_, spacing) = SPACING.iter().find(|(known, _)| *known == accent)?;
            return (accent != TILDE || self.has_tilde).then_some(*spacing);
        }
        // The list has all of Latin Extended-A, except three vowels with a breve.
        let is_listed = |value: &u32| {
            *value < 0x180 && !matches!(*value, 0x114 | 0x115 | 0x12C | 0x12D | 0x14E | 0x14F)
        };
        compose(letter, accent).filter(is_listed)
    }

    fn character(&self, byte: u8) -> Option<u32> {
        self.table.decode(byte).map(u32::from)
    }

    fn byte(&self, value: u32) -> Option<u8> {
        self.table.encode(char::from_u32(value)?)
    }
}

const fn is_accent(value: u32) -> bool {
    matches!(value, 0x300..0x370)
}
