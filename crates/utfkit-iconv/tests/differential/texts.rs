//! Texts to convert.

use std::collections::{HashMap, HashSet};

use crate::{library::Library, list};

/// A small generator of random numbers, which repeats the same numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 8) as usize % limit
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(crate) fn text(&mut self, characters: &[char], len: usize) -> Vec<char> {
        (0..len).map(|_| self.pick(characters)).collect()
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next().to_le_bytes()[3]).collect()
    }

    /// Changes a byte, or leaves one out.
    pub(crate) fn damage(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let at = self.below(bytes.len());
        if self.below(2) == 0 {
            bytes.remove(at);
        } else {
            bytes[at] = self.next().to_le_bytes()[2];
        }
    }
}

/// The characters of a charset, according to glibc.
pub(crate) struct Repertoire {
    pub(crate) name: &'static str,
    pub(crate) characters: Vec<char>,
    set: HashSet<char>,
    bytes: HashMap<char, Vec<u8>>,
}

impl Repertoire {
    /// Returns those of all charsets, in the order of the list.
    pub(crate) fn all(glibc: &Library) -> Vec<Self> {
        list::ROWS.iter().map(|row| Self::of(glibc, row.glibc)).collect()
    }

    fn of(glibc: &Library, name: &'static str) -> Self {
        let mut to = glibc.open(name, "UTF-32LE").expect("a charset");
        let mut from = glibc.open("UTF-32LE", name).expect("a charset");
        let (mut characters, mut bytes) = (Vec::new(), HashMap::new());
        let all = (0..0x3000).chain((0x3000..0x30000).step_by(7)).chain(0x1F600..0x1F640);
        for character in all.filter_map(char::from_u32) {
            let value = u32::from(character).to_le_bytes();
            to.reset();
            from.reset();
            let call = to.convert(&value, 64);
            if call.error.is_none() && call.count == 0 {
                let mut spelled = call.output;
                spelled.extend(to.flush(64));
                // Only characters that are read back are text of the charset.
                let back = from.convert(&spelled, 64);
                if !spelled.is_empty() && back.output == value && back.read == spelled.len() {
                    characters.push(character);
                    bytes.insert(character, spelled);
                }
            }
        }
        Self { name, set: characters.iter().copied().collect(), characters, bytes }
    }

    /// Returns the characters that both charsets have.
    pub(crate) fn shared(&self, other: &Self) -> Vec<char> {
        self.characters.iter().copied().filter(|character| other.set.contains(character)).collect()
    }

    /// Returns characters that the other charset does not have.
    pub(crate) fn missing(&self, other: &Self) -> Vec<char> {
        let missing = self.characters.iter().copied();
        missing.filter(|character| !other.set.contains(character)).collect()
    }

    /// Returns the bytes of a text. Each character is spelled by itself, with its shifts.
    pub(crate) fn encode(&self, text: &[char]) -> Vec<u8> {
        text.iter().flat_map(|character| &self.bytes[character]).copied().collect()
    }
}
