//! Caches of the costs of words and characters, because texts repeat them.

use std::fmt;

use crate::model::{
    reread::{Plain, Row},
    score::{Cost, Scored},
};

/// The sizes of the caches for words, rows and characters. They are powers of two.
const VERDICTS: usize = 1 << 15;
const ROWS: usize = 1 << 12;
const CHARACTERS: usize = 1 << 11;

/// Caches of computed costs.
///
/// They change a result only if two words of a file have the same hash: 30 bits of the hash tell
/// words of the same place apart, and all 64 bits tell rows apart.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The tags of words, plus 1 if the word may be damaged.
    verdicts: Vec<u32>,
    rows: Vec<Option<Box<(u64, Row)>>>,
    characters: Vec<Option<(char, Scored)>>,
    text: Vec<Scored>,
}

impl Memory {
    /// Returns whether the word with this key may be damaged, if that is known.
    pub(crate) fn verdict(&self, key: u64) -> Option<bool> {
        let known = self.verdicts.get(key as usize % VERDICTS)?;
        (known & !1 == tag(key)).then_some(known & 1 == 1)
    }

    /// Stores whether the word with this key may be damaged.
    pub(crate) fn set_verdict(&mut self, key: u64, is_damaged: bool) {
        if self.verdicts.is_empty() {
            self.verdicts = vec![0; VERDICTS];
        }
        self.verdicts[key as usize % VERDICTS] = tag(key) | u32::from(is_damaged);
    }

    /// Returns the costs of `word` in all languages.
    pub(crate) fn row(&mut self, word: &str) -> Row {
        let key = hash(word);
        self.rows.resize(ROWS, None);
        // Two words of a line that repeats may want the same place, so there is a second one.
        let first = key as usize % ROWS;
        let places = [first, first ^ 1];
        let known = places.iter().find_map(|&at| self.rows[at].as_ref().filter(|row| row.0 == key));
        if let Some(known) = known {
            return known.1.clone();
        }
        self.score(word);
        let row = Row::of(&self.text);
        let new = Some(Box::new((key, row.clone())));
        self.rows[first ^ 1] = std::mem::replace(&mut self.rows[first], new);
        row
    }

    /// Returns the cost of the characters of a word without any language.
    pub(crate) fn plain(&mut self, word: impl Iterator<Item = char>) -> Cost {
        let mut plain = Plain::default();
        word.chain([' ']).for_each(|character| plain.push(self.scored(character)));
        plain.cost()
    }

    /// Sets `self.text` to the characters of `word` and a space.
    fn score(&mut self, word: &str) {
        self.text.clear();
        for character in word.chars().chain([' ']) {
            let scored = *self.scored(character);
            self.text.push(scored);
        }
    }

    /// Returns the costs of a character.
    fn scored(&mut self, character: char) -> &Scored {
        if self.characters.is_empty() {
            self.characters = vec![None; CHARACTERS];
        }
        let place = &mut self.characters[character as usize % CHARACTERS];
        if !matches!(place, Some((same, _)) if *same == character) {
            *place = None;
        }
        &place.get_or_insert_with(|| (character, Scored::of(character))).1
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Returns the half of `key` that distinguishes words in the same place of a cache. It is even, and
/// never 0.
const fn tag(key: u64) -> u32 {
    (key >> 32) as u32 & !1 | 2
}

/// Returns a hash of `word`.
pub(crate) fn hash(word: &str) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let add = |hash: u64, part: u64| (hash.rotate_left(23) ^ part).wrapping_mul(MULTIPLIER);
    let mut parts = word.as_bytes().chunks_exact(8);
    let mut hash = word.len() as u64;
    for part in &mut parts {
        let part = part.first_chunk::<8>().copied().unwrap_or_default();
        hash = add(hash, u64::from_le_bytes(part));
    }
    let rest = parts.remainder().iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte));
    let hash = add(hash, rest);
    hash ^ hash >> 29
}
