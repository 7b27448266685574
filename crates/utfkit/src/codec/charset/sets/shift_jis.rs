//! Shift_JIS with the two planes of JIS X 0213.

use super::{Set, Shifts};
use crate::{
    codec::{
        charset::double::{to_shift_jis, trail},
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
};

/// Shift_JIS with the two planes of JIS X 0213.
pub(crate) struct ShiftJis {
    /// JIS X 0201.
    pub(super) roman: Set,
    pub(super) katakana: Set,
    /// JIS X 0213.
    pub(super) planes: [Set; 2],
}

/// The rows of the second plane: those of each lead byte from F0 to FC.
const ROWS: [[u8; 2]; 13] = [
    [0x21, 0x28],
    [0x23, 0x24],
    [0x25, 0x2C],
    [0x2D, 0x2E],
    [0x2F, 0x6E],
    [0x6F, 0x70],
    [0x71, 0x72],
    [0x73, 0x74],
    [0x75, 0x76],
    [0x77, 0x78],
    [0x79, 0x7A],
    [0x7B, 0x7C],
    [0x7D, 0x7E],
];

impl ShiftJis {
    /// Reads the sequence at the start of `src`.
    pub(super) fn first(&self, shifts: Shifts, src: &[u8], last: bool) -> Step {
        let ill_formed = |kind, len| Step::IllFormed { kind, len };
        let one = |set: &Set, byte| match set.decode([byte, 0]) {
            Some(value) => Step::Value { value, len: 1 },
            None => ill_formed(Kind::InvalidByte, 1),
        };
        if let (1.., Some(&trail)) = (shifts.half, src.first())
            && let Some((0, code)) = code(shifts.half, trail)
            && let Some((_, value)) = self.planes[0].pair(code)
        {
            return Step::Value { value, len: 1 };
        }
        match *src {
            [] => Step::Incomplete,
            [byte @ ..0x80, ..] => one(&self.roman, byte),
            [byte @ 0xA1..=0xDF, ..] => one(&self.katakana, byte - 0x80),
            [0x80 | 0xA0 | 0xFD.., ..] => ill_formed(Kind::InvalidByte, 1),
            [_] if !last => Step::Incomplete,
            [_] => ill_formed(Kind::Truncated, 1),
            [lead, trail, ..] => {
                let read = code(lead, trail);
                let Some((set, code)) =
                    read.and_then(|(plane, code)| Some((self.planes.get(plane)?, code)))
                else {
                    return ill_formed(Kind::Truncated, 1);
                };
                if let Some((value, _)) = set.pair(code) {
                    return Step::Value { value, len: 1 };
                }
                match set.decode(code) {
                    Some(value) => Step::Value { value, len: 2 },
                    // A byte of US-ASCII is read again.
                    None => ill_formed(Kind::Unassigned, if trail < 0x80 { 1 } else { 2 }),
                }
            }
        }
    }

    /// Returns the bytes of a character.
    pub(super) fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let mut encoded = Encoded::EMPTY;
        if let Some([byte, _]) = self.roman.encode(value) {
            encoded.push(byte);
        } else if let Some([byte, _]) = self.katakana.encode(value) {
            encoded.push(byte + 0x80);
        } else {
            let mut planes = (0..).zip(&self.planes);
            let (plane, code) =
                planes.find_map(|(plane, set)| Some((plane, set.encode(value)?)))?;
            bytes(plane, code)?.into_iter().for_each(|byte| encoded.push(byte));
        }
        Some(encoded)
    }

    /// Returns the state after a sequence.
    pub(super) fn after(bytes: &[u8]) -> Shifts {
        match bytes {
            [byte @ (0x81..=0x9F | 0xE0..=0xFC)] => Shifts { half: *byte, ..Shifts::default() },
            _ => Shifts::default(),
        }
    }
}

/// Returns the plane and the code of a pair of bytes.
fn code(lead: u8, trail: u8) -> Option<(usize, [u8; 2])> {
    let (half, column) = match trail {
        0x40..=0x7E => (0, trail - 0x1F),
        0x80..=0x9E => (0, trail - 0x20),
        0x9F..=0xFC => (1, trail - 0x7E),
        _ => return None,
    };
    match lead {
        0x81..=0x9F => Some((0, [(lead - 0x81) * 2 + 0x21 + half, column])),
        0xE0..=0xEF => Some((0, [(lead - 0xC1) * 2 + 0x21 + half, column])),
        0xF0..=0xFC => {
            let rows = ROWS[usize::from(lead - 0xF0)];
            Some((1, [rows[usize::from(half)], column]))
        }
        _ => None,
    }
}

/// Returns the pair of bytes of a code in a plane.
fn bytes(plane: usize, [row, column]: [u8; 2]) -> Option<[u8; 2]> {
    if plane == 0 {
        return Some(to_shift_jis([row, column]));
    }
    let (lead, _) = (0xF0..).zip(&ROWS).find(|(_, rows)| rows.contains(&row))?;
    Some([lead, trail(row, column)])
}
