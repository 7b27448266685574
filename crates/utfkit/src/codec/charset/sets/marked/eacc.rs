//! EACC: the Chinese, Japanese and Korean set of MARC-8, whose codes have three bytes.
//!
//! A row has the codes with the same first two bytes. Most rows have few codes, so each row has a bit
//! for each of them, and the characters of all codes follow each other. There is no index to write:
//! the position of a character is searched.

/// The set of characters.
pub(super) static EACC: Eacc = Eacc::new(include_bytes!("../grids/eacc.bin"));

/// A set with codes of three bytes.
pub(super) struct Eacc {
    /// The first two bytes of the codes of a row, in their order.
    rows: &'static [[u8; 2]],
    /// The position of the first character of each row, in little-endian order.
    firsts: &'static [[u8; 2]],
    /// A bit for each code of a row, in little-endian order.
    bits: &'static [[u8; BITS]],
    /// The positions of the characters that are in plane 2, in little-endian order.
    beyond: &'static [[u8; 2]],
    /// The lower sixteen bits of the characters, in little-endian order.
    cells: &'static [[u8; 2]],
}

/// The number of bytes of a code.
pub(super) const WIDTH: usize = 3;

/// The number of bytes of the bits of a row.
const BITS: usize = 12;

/// The third byte of the first code of a row. The ideographic space has it.
const FIRST: u8 = 0x20;

/// The number of characters that are compared at once.
const CHUNK: usize = 64;

impl Eacc {
    /// Creates the set from a file of `cargo xtask charsets`: the number of rows and that of the
    /// characters in plane 2, of two bytes each, and the fields.
    const fn new(file: &'static [u8]) -> Self {
        let rows = u16::from_le_bytes([file[0], file[1]]) as usize;
        let beyond = u16::from_le_bytes([file[2], file[3]]) as usize;
        let (_, rest) = file.split_at(4);
        let (names, rest) = rest.split_at(2 * rows);
        let (firsts, rest) = rest.split_at(2 * rows);
        let (bits, rest) = rest.split_at(BITS * rows);
        let (beyond, cells) = rest.split_at(2 * beyond);
        Self {
            rows: names.as_chunks().0,
            firsts: firsts.as_chunks().0,
            bits: bits.as_chunks().0,
            beyond: beyond.as_chunks().0,
            cells: cells.as_chunks().0,
        }
    }

    /// Returns the character of a code, whose bytes are from 20 to 7E.
    pub(super) fn decode(&self, [first, second, third]: [u8; WIDTH]) -> Option<u32> {
        let row = self.rows.binary_search(&[first, second]).ok()?;
        let bits = self.bits(row)?;
        let bit = 1_u128.checked_shl(third.checked_sub(FIRST)?.into())?;
        if bits & bit == 0 {
            return None;
        }
        let before = (bits & (bit - 1)).count_ones() as usize;
        let at = usize::from(u16::from_le_bytes(*self.firsts.get(row)?)) + before;
        self.character(at)
    }

    /// Returns the first code of a character.
    ///
    /// Cost: it compares all characters, many at once, which takes a microsecond.
    pub(super) fn encode(&self, character: u32) -> Option<[u8; WIDTH]> {
        if !matches!(character >> 16, 0 | 2) {
            return None;
        }
        let low = (character as u16).to_le_bytes();
        // Without branches, the compiler can compare many at once.
        let is_in = |chunk: &[[u8; 2]]| chunk.iter().fold(false, |any, cell| any | (*cell == low));
        let chunks = self.cells.chunks(CHUNK).enumerate().filter(|(_, chunk)| is_in(chunk));
        let mut found = chunks.flat_map(|(number, chunk)| {
            let cells = (number * CHUNK..).zip(chunk);
            cells.filter(|(_, cell)| **cell == low).map(|(at, _)| at)
        });
        let at = found.find(|at| self.character(*at) == Some(character))?;
        let row =
            self.firsts.partition_point(|first| usize::from(u16::from_le_bytes(*first)) <= at);
        let row = row.checked_sub(1)?;
        let before = at - usize::from(u16::from_le_bytes(self.firsts[row]));
        let bits = self.bits(row)?;
        let column = (0..u128::BITS).filter(|bit| bits >> bit & 1 == 1).nth(before)?;
        let [first, second] = self.rows[row];
        Some([first, second, FIRST + column as u8])
    }

    /// Returns the bits of a row.
    fn bits(&self, row: usize) -> Option<u128> {
        let mut bytes = [0; 16];
        bytes[..BITS].copy_from_slice(self.bits.get(row)?);
        Some(u128::from_le_bytes(bytes))
    }

    /// Returns the character at a position.
    fn character(&self, at: usize) -> Option<u32> {
        let low = u16::from_le_bytes(*self.cells.get(at)?);
        let is_beyond = self.beyond.iter().any(|one| usize::from(u16::from_le_bytes(*one)) == at);
        Some(if is_beyond { 0x2_0000 } else { 0 } + u32::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_codes_read_back() {
        let (mut codes, mut seconds) = (0, 0);
        for first in 0x21..=0x7E {
            for (second, third) in (0x21..=0x7E).flat_map(|b| (0x20..=0x7E).map(move |c| (b, c))) {
                let code = [first, second, third];
                let Some(character) = EACC.decode(code) else { continue };
                codes += 1;
                let written = EACC.encode(character).unwrap();
                assert_eq!(EACC.decode(written), Some(character));
                seconds += usize::from(written != code);
            }
        }
        // The code tables of the Library of Congress, and their codes whose character has another one.
        assert_eq!((codes, EACC.cells.len()), (15_739, 15_739));
        assert!(seconds < 250, "{seconds}");
        assert_eq!(EACC.decode(*b"\x21\x75\x59"), Some(0x2_12C4));
        assert_eq!(EACC.encode(0x4E00).unwrap(), *b"\x21\x30\x21");
        assert_eq!([EACC.encode(0x1_4E00), EACC.encode(0x2_4E00), EACC.encode(0x416)], [None; 3]);
    }
}
