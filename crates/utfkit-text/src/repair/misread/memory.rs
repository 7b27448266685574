//! Caches of the costs of words and characters, because texts repeat them.

use std::fmt;

use crate::model::{
    reread::{self, Row},
    score::{Cost, Scored},
};

/// The sizes of the caches for words, rows and characters. They are powers of two.
const VERDICTS: usize = 1 << 13;
const ROWS: usize = 1 << 9;
const CHARACTERS: usize = 1 << 11;

/// Caches of computed costs. They do not change any result.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The keys of words, plus 1 if the word may be damaged.
    verdicts: Vec<u64>,
    rows: Vec<Option<Box<(u64, Row)>>>,
    characters: Vec<Option<(char, Scored)>>,
    text: Vec<Scored>,
}

impl Memory {
    /// Returns whether the word with this key may be damaged, if that is known.
    pub(crate) fn verdict(&self, key: u64) -> Option<bool> {
        let known = self.verdicts.get(place(key, VERDICTS))?;
        (known & !1 == key).then_some(known & 1 == 1)
    }

    /// Stores whether the word with this key may be damaged.
    pub(crate) fn set_verdict(&mut self, key: u64, is_damaged: bool) {
        self.verdicts.resize(VERDICTS, 0);
        self.verdicts[place(key, VERDICTS)] = key | u64::from(is_damaged);
    }

    /// Returns the costs of `word` in all languages.
    pub(crate) fn row(&mut self, word: &str) -> Row {
        let key = hash(word);
        self.rows.resize(ROWS, None);
        if let Some(known) = &self.rows[place(key, ROWS)]
            && known.0 == key
        {
            return known.1.clone();
        }
        self.score(word.chars());
        let row = Row::of(&self.text);
        self.rows[place(key, ROWS)] = Some(Box::new((key, row.clone())));
        row
    }

    /// Returns the cost of the characters of a word without any language.
    pub(crate) fn plain(&mut self, word: impl Iterator<Item = char>) -> Cost {
        self.score(word);
        reread::plain(&self.text)
    }

    /// Sets `self.text` to the characters of a word and a space.
    fn score(&mut self, word: impl Iterator<Item = char>) {
        self.characters.resize(CHARACTERS, None);
        self.text.clear();
        for character in word.chain([' ']) {
            let place = &mut self.characters[character as usize % CHARACTERS];
            let scored = match place {
                Some((same, scored)) if *same == character => *scored,
                _ => place.insert((character, Scored::of(character))).1,
            };
            self.text.push(scored);
        }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Returns the index of `key` in a cache of this size.
const fn place(key: u64, size: usize) -> usize {
    (key >> 32) as usize % size
}

/// Returns a hash of `word`, whose lowest bits are 10.
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
    (hash ^ hash >> 29) & !1 | 2
}
