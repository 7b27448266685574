//! The knowledge about a file, and the search for words that may be damaged.

use crate::{
    model::score::{BIT, Cost},
    repair::misread::{
        memory::{Memory, hash},
        pages::{self, Costs, PAGES, Table, WAYS},
        words::{self, Word},
    },
};

/// The cost of the claim that a word was damaged: in an unknown file, and in a file or a line with a
/// known charset.
pub(crate) const WORD: u32 = BIT as u32;
pub(crate) const KNOWN_WORD: u32 = 6 * BIT as u32;

/// The number of lines with the same charset after which the charset of the file is known.
pub(crate) const KNOWN: u32 = 3;

/// A word with at least the first plain gain is certainly damaged. A word with less than the second
/// is not.
pub(crate) const SURE_WORD: Cost = 10 * BIT;
pub(crate) const HOPELESS_WORD: Cost = -8 * BIT;

/// The number of bytes on each side of an offset that count as its word.
pub(crate) const MAX_SIDE: usize = 500;

/// Decides about texts. It remembers the charsets of the file.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    /// The number of lines that were misread in each way.
    pub(crate) used: [u32; WAYS],
    /// The costs of the lines with ill-formed bytes in this window, by charset.
    pub(crate) of_window: Costs,
    /// The sum of these costs for earlier windows.
    pub(crate) of_earlier: Costs,
    pub(crate) memory: Memory,
}

impl Judge {
    pub(crate) fn new() -> Judge {
        Judge {
            used: [0; WAYS],
            of_window: [0; PAGES],
            of_earlier: [0; PAGES],
            memory: Memory::default(),
        }
    }

    /// Returns the first word of `text` after `from` that may be damaged.
    pub(crate) fn next(&mut self, text: &str, from: usize) -> Option<Word> {
        let table = pages::table();
        let mut from = from;
        loop {
            let word = words::next(text, table, from, MAX_SIDE)?;
            if self.may_be_damaged(text, &word, table) {
                return Some(word);
            }
            from = word.range.end;
        }
    }

    /// Returns `true` if any charset makes `word` cheaper in any language.
    pub(crate) fn may_be_damaged(&mut self, whole: &str, word: &Word, table: &Table) -> bool {
        let text = &whole[word.range.clone()];
        // The next character matters only if a space may be part of the damage.
        let key = hash(text) ^ word.ways.rotate_left(32);
        if self.memory.is_sound(key) {
            return false;
        }
        let mut own = None;
        let is_damaged = each(word.ways).any(|page| {
            let runs = words::runs(whole, word.range.clone(), table, page);
            let becomes = words::with(text, &runs);
            let gain = self.memory.plain(text) - self.memory.plain(&becomes);
            if runs.is_empty() || gain < HOPELESS_WORD {
                return false;
            }
            if gain >= SURE_WORD {
                return true;
            }
            let own = own.get_or_insert_with(|| self.memory.row(text));
            own.max_difference(&self.memory.row(&becomes)) > Cost::from(WORD)
        });
        if !is_damaged {
            self.memory.set_sound(key);
        }
        is_damaged
    }

    /// Returns `true` if the charset that the file was read in is known.
    pub(crate) fn knows_charset(&self) -> bool {
        self.used.iter().any(|&used| used >= KNOWN)
    }

    /// Returns `true` if the file is known to be misread in the way `page`.
    pub(crate) fn is_known(&self, page: usize) -> bool {
        self.used[page] >= KNOWN
    }
}

/// Returns the numbers of the charsets in `set`.
pub(crate) fn each(set: pages::Set) -> impl Iterator<Item = usize> {
    (0..WAYS).filter(move |page| set >> page & 1 == 1)
}
