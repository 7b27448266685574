//! The units of a line: characters, and the bytes that are not UTF-8.

use std::ops::Range;

/// A code point, or [`RAW`] plus a byte that is ill-formed.
pub(crate) type Unit = u32;

/// The number that distinguishes an ill-formed byte from a code point.
pub(crate) const RAW: Unit = 0x11_0000;

/// U+FFFD.
pub(crate) const REPLACEMENT: Unit = 0xFFFD;

const NEXT_LINE: char = '\u{85}';

/// Returns `true` if U+0085 ends lines in `text`: it is after ASCII. In mojibake, it is after the lead of
/// a sequence.
pub(crate) fn has_next_line(text: &[u8]) -> bool {
    let mut bytes = [0; 2];
    let mut ends = memchr::memmem::find_iter(text, NEXT_LINE.encode_utf8(&mut bytes));
    ends.any(|at| at > 0 && text[at - 1].is_ascii_graphic())
}

/// Returns the character of a unit. An ill-formed byte is U+FFFD.
pub(crate) fn character(unit: Unit) -> char {
    char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns `true` if the unit is an ill-formed byte.
pub(crate) const fn is_raw(unit: Unit) -> bool {
    unit >= RAW
}

/// Returns `true` if the unit is a character or a byte beyond ASCII.
pub(crate) const fn is_high(unit: Unit) -> bool {
    unit >= 0x80
}

/// Returns `true` if the unit is a letter of ASCII.
pub(crate) const fn is_ascii_letter(unit: Unit) -> bool {
    matches!(unit, 0x41..=0x5A | 0x61..=0x7A)
}

/// Returns the bytes of `units`. Ill-formed bytes stay as they are.
pub(crate) fn bytes(units: &[Unit]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for &unit in units {
        if is_raw(unit) {
            bytes.push(unit as u8);
        } else {
            bytes.extend_from_slice(character(unit).encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    bytes
}

/// A line as units, with the position of each in the line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// Whether U+0085 ends lines, and so is in no token.
    pub(crate) has_next_line: bool,
    pub(crate) units: Vec<Unit>,
    /// The position of each unit in bytes, and the length of the line.
    places: Vec<u32>,
}

impl Line {
    /// Reads the units of `line`.
    pub(crate) fn read(&mut self, line: &[u8]) {
        self.units.clear();
        self.places.clear();
        let mut at = 0;
        for chunk in line.utf8_chunks() {
            for (offset, character) in chunk.valid().char_indices() {
                let is_end = self.has_next_line && character == NEXT_LINE;
                self.units.push(if is_end { 0x0A } else { character.into() });
                self.places.push((at + offset) as u32);
            }
            at += chunk.valid().len();
            for &byte in chunk.invalid() {
                self.units.push(RAW | u32::from(byte));
                self.places.push(at as u32);
                at += 1;
            }
        }
        self.places.push(line.len() as u32);
    }

    /// Returns the bytes of the line that the units in `range` have.
    pub(crate) fn place(&self, range: Range<usize>) -> Range<usize> {
        self.places[range.start] as usize..self.places[range.end] as usize
    }
}
