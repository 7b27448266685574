//! The characters of all bytes, and an index from the characters to the bytes.

/// The characters of all bytes, and an index from the characters to the bytes.
pub(crate) struct Table {
    /// [`NONE`] if the byte has no character.
    characters: [u16; 256],
    /// A hash table of the bytes. Its keys are their characters.
    slots: [u8; SLOTS],
    /// The maximum distance of a byte from its own slot.
    reach: u8,
    /// Whether characters of each 256 have bytes.
    pages: [bool; 256],
    /// Whether ASCII text has the same bytes.
    is_ascii_compatible: bool,
}

/// The characters of all tables, in little-endian order.
const CELLS: &[u8] = include_bytes!("cells.bin");

/// The value for a byte without a character.
pub(crate) const NONE: u16 = 0xFFFF;

/// The number of slots.
const SLOTS: usize = 512;

impl Table {
    /// Creates the table with this number. The bytes of `only_read` are decoded, but never written.
    pub(crate) const fn at(number: usize, only_read: &[u8]) -> Self {
        let mut table = Self {
            characters: [NONE; 256],
            slots: [0; SLOTS],
            reach: 0,
            pages: [false; 256],
            is_ascii_compatible: true,
        };
        // Every slot holds a byte. A slot that is not used holds 0, as if it were free.
        let mut used = [false; SLOTS];
        let mut byte = 0;
        while byte < 256 {
            let at = (number * 256 + byte) * 2;
            let character = u16::from_le_bytes([CELLS[at], CELLS[at + 1]]);
            table.characters[byte] = character;
            if character != NONE {
                table.pages[(character >> 8) as usize] = true;
            }
            if byte < 0x80 && character != byte as u16 {
                table.is_ascii_compatible = false;
            }
            if character != NONE && !contains(only_read, byte as u8) {
                let mut distance = 0;
                while used[slot(character, distance)] {
                    distance += 1;
                }
                used[slot(character, distance)] = true;
                table.slots[slot(character, distance)] = byte as u8;
                if distance > table.reach as usize {
                    table.reach = distance as u8;
                }
            }
            byte += 1;
        }
        table
    }

    /// Returns `true` if ASCII text has the same bytes.
    pub(crate) const fn is_ascii_compatible(&self) -> bool {
        self.is_ascii_compatible
    }

    /// Returns `false` if it does not have `character`, nor one near it.
    pub(crate) fn may_have(&self, character: u32) -> bool {
        let page = usize::try_from(character >> 8).ok();
        page.and_then(|page| self.pages.get(page)).is_some_and(|page| *page)
    }

    /// Returns the character of `byte`.
    pub(crate) fn decode(&self, byte: u8) -> Option<char> {
        let character = self.characters[usize::from(byte)];
        char::from_u32(character.into()).filter(|_| character != NONE)
    }

    /// Returns the byte of `character`.
    pub(crate) fn encode(&self, character: char) -> Option<u8> {
        let character = u16::try_from(u32::from(character)).ok().filter(|unit| *unit != NONE)?;
        (0..=usize::from(self.reach))
            .map(|distance| self.slots[slot(character, distance)])
            .find(|byte| self.characters[usize::from(*byte)] == character)
    }

    /// Returns the characters of `src`, up to the first byte without a character.
    pub(crate) fn values(&self, src: &[u8]) -> impl Iterator<Item = u32> {
        let characters = src.iter().map(|&byte| self.characters[usize::from(byte)]);
        characters.take_while(|character| *character != NONE).map(u32::from)
    }
}

const fn contains(bytes: &[u8], byte: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == byte {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns a slot of `character`: its own one, or one that is `distance` after it.
const fn slot(character: u16, distance: usize) -> usize {
    // Fibonacci hashing: the upper bits of the product are well mixed.
    let own = (character as u32).wrapping_mul(0x9E37_79B1) >> 23;
    (own as usize + distance) % SLOTS
}

/// The characters of the bytes 15 and 25 in EBCDIC.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Newline {
    /// U+0085 and U+000A, as in the tables of IBM.
    Ibm,
    /// U+000A and U+0085, as on z/OS, whose lines end with byte 15.
    Zos,
}

impl Newline {
    /// Returns the character in this variant for that of the table, or the other way round.
    pub(crate) const fn swap(self, character: char) -> char {
        match (self, character) {
            (Newline::Zos, '\n') => '\u{85}',
            (Newline::Zos, '\u{85}') => '\n',
            _ => character,
        }
    }
}
