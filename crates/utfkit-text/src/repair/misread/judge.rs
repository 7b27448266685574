//! The knowledge about a file, and the search for words that may be damaged.

use std::array;

use crate::{
    model::score::{BIT, Cost},
    repair::misread::{
        memory::Memory,
        pages::{self, Costs, PAGES, Table, WAYS},
        words::{self, Word},
    },
};

/// The cost of the claim that a word was damaged: in an unknown file, and in a file or a line with a
/// known charset.
pub(crate) const WORD: u32 = BIT as u32;
pub(crate) const KNOWN_WORD: u32 = 6 * BIT as u32;

/// The number of lines, or parts of long lines, with the same charset after which the charset of the
/// file is known.
pub(crate) const KNOWN: u32 = 3;

/// A word with at least the first plain gain is certainly damaged. A word with less than the second
/// is not.
pub(crate) const SURE_WORD: Cost = 10 * BIT;
pub(crate) const HOPELESS_WORD: Cost = -8 * BIT;

/// A word that becomes worse by this much in the best language is not damaged. In languages of other
/// scripts, all words are bad, and the shorter one is cheaper.
const WORSE: Cost = 24 * BIT;

/// The maximum length of a word in bytes. Longer ones are cut.
const MAX_WORD: usize = 1000;

/// The number of lines that were misread in each way. Each part of a long line counts.
pub(crate) type Learned = [u32; WAYS];

/// Decides about texts. It remembers the charsets of the file.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    /// What is known about the charsets of the file.
    pub(super) used: Learned,
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
    ///
    /// Cost: this function determines the speed on clean text. Most words are in the cache.
    pub(crate) fn next(&mut self, text: &str, from: usize) -> Option<Word> {
        let table = pages::table();
        let mut from = from;
        loop {
            let range = words::next_word(text, from, MAX_WORD)?;
            from = range.end;
            if self.memory.verdict(words::key(text, &range)) == Some(false) {
                continue;
            }
            let word = Word { ways: words::ways(text, range.clone(), table), range };
            if self.may_be_damaged(text, &word, table) {
                return Some(word);
            }
        }
    }

    /// Returns `true` if any charset makes `word` cheaper in any language.
    pub(crate) fn may_be_damaged(&mut self, text: &str, word: &Word, table: &Table) -> bool {
        let key = words::key(text, &word.range);
        if let Some(known) = self.memory.verdict(key) {
            return known;
        }
        let own = &text[word.range.clone()];
        let mut plain = None;
        let is_damaged = each(word.ways).any(|page| {
            let plain = *plain.get_or_insert_with(|| self.memory.plain(own.chars()));
            // Most charsets make worse text, which is known without building the text.
            if page < PAGES {
                let becomes = words::characters(text, word.range.clone(), table, page);
                if plain - self.memory.plain(becomes) < HOPELESS_WORD {
                    return false;
                }
            }
            let runs = words::runs(text, word.range.clone(), table, page);
            let becomes = words::with(own, &runs);
            let gain = plain - self.memory.plain(becomes.chars());
            if runs.is_empty() || gain < HOPELESS_WORD {
                return false;
            }
            gain >= SURE_WORD || {
                let (own, other) = (self.memory.row(own), self.memory.row(&becomes));
                own.max_difference(&other) > Cost::from(WORD)
                    && other.best().1 < own.best().1 + WORSE
            }
        });
        self.memory.set_verdict(key, is_damaged);
        is_damaged
    }

    /// Returns what the text has shown until now.
    pub(crate) const fn learned(&self) -> Learned {
        self.used
    }

    /// Forgets what the text has shown since `before`.
    pub(crate) const fn forget_after(&mut self, before: Learned) {
        self.used = before;
    }

    /// Adds what the text had shown to what is known.
    pub(crate) fn recall(&mut self, learned: Learned) {
        self.used = array::from_fn(|way| self.used[way].max(learned[way]));
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
