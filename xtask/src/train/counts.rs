//! The counts of symbols, pairs and triples of symbols in the text of a language.

use std::collections::{BTreeMap, HashMap};

use utfkit_text::model::letters::Letter;

use super::misread::Misread;

/// The weight of a symbol of real text, compared with a symbol of lingua's tables.
const TEXT: f64 = 2.0;
/// The number of letters that lingua's tables count as.
const LETTERS: f64 = 3e6;
/// The characters that follow a word, and their shares.
const ENDS: [(char, f64); 3] = [(' ', 0.8), (',', 0.1), ('.', 0.1)];
/// Pairs and triples with a lower expected count are not counted.
const RARE: f64 = 0.3;

/// Symbols, with their counts.
#[derive(Default)]
pub(super) struct Counts {
    /// This map is ordered because sums of floating-point numbers depend on the order.
    pub(super) single: BTreeMap<u32, f64>,
    pub(super) pairs: HashMap<[u32; 2], f64>,
    pub(super) triples: HashMap<[u32; 3], f64>,
}

impl Counts {
    /// Counts a text.
    pub(super) fn text(&mut self, text: &str) {
        let mut symbols: Vec<u32> = text.chars().map(|c| Letter::of(c).symbol).collect();
        symbols.dedup_by(|second, first| *first == 0x20 && *second == 0x20);
        for &one in &symbols {
            *self.single.entry(one).or_default() += TEXT;
        }
        for pair in symbols.windows(2) {
            *self.pairs.entry([pair[0], pair[1]]).or_default() += TEXT;
        }
        for triple in symbols.windows(3) {
            *self.triples.entry([triple[0], triple[1], triple[2]]).or_default() += TEXT;
        }
    }

    /// Counts the n-grams of a table of letters inside words.
    ///
    /// If the counts of the n-grams with a prefix do not add up to the count of the prefix, the
    /// rest is the number of words that end there. Misread n-grams are not counted, but their
    /// prefixes are not ends of words.
    pub(super) fn ngrams(
        &mut self,
        ngrams: &BTreeMap<Vec<char>, f64>,
        words: bool,
        misread: Misread,
    ) {
        let get = |letters: &[char]| ngrams.get(letters).copied();
        let mut rest: BTreeMap<Vec<char>, f64> = BTreeMap::new();
        for (letters, &chance) in ngrams {
            let symbols: Vec<u32> = letters.iter().map(|&c| Letter::of(c).symbol).collect();
            let all =
                (0..letters.len() - 1).try_fold(1.0, |all, end| Some(all * get(&letters[..=end])?));
            let Some(before) = all else { continue };
            let times = chance * before * LETTERS;
            if letters.len() > 1 && times < RARE {
                continue;
            }
            let is_misread = letters.iter().any(|&letter| misread.has(letter));
            match symbols[..] {
                _ if is_misread => {}
                [one] => *self.single.entry(one).or_default() += times,
                [first, second] => *self.pairs.entry([first, second]).or_default() += times,
                [first, second, third] if words => {
                    *self.triples.entry([first, second, third]).or_default() += times;
                }
                _ => continue,
            }
            if letters.len() < 3 && !is_misread {
                rest.insert(letters.clone(), times);
            }
            if let Some(rest) = rest.get_mut(&letters[..letters.len() - 1]) {
                *rest -= times;
            }
        }
        if !words {
            return;
        }
        for (letters, times) in rest {
            if times <= 0.5 {
                continue;
            }
            let symbols: Vec<u32> = letters.iter().map(|&c| Letter::of(c).symbol).collect();
            for (end, share) in ENDS {
                match symbols[..] {
                    [one] => *self.pairs.entry([one, end.into()]).or_default() += times * share,
                    [first, second] => {
                        *self.triples.entry([first, second, end.into()]).or_default() +=
                            times * share;
                    }
                    _ => {}
                }
            }
        }
    }
}
