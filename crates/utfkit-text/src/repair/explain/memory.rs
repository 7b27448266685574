//! Caches of tokens, rows and characters, because texts repeat them.

use std::{collections::HashMap, fmt, sync::Arc};

use crate::model::{
    letters::Kind,
    reread::{self, Row},
    score::{BIT, Cost, Scored},
};
use crate::repair::explain::tokens::gate::Gate;
use crate::repair::explain::tokens::units::{Unit, character, is_ascii_letter, is_high, is_raw};
use crate::repair::explain::ways::alternative::{Alternative, RowId};
use crate::repair::explain::ways::channels::Channel;
use crate::repair::explain::ways::pages;

/// The sizes of the caches for words and characters. They are powers of two.
const VERDICTS: usize = 1 << 15;
const CHARACTERS: usize = 1 << 11;

/// The number of units after which the caches of tokens and rows are emptied.
const MAX_UNITS: usize = 1 << 19;

/// The number of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenId(u32);

/// The key of texts with lost bytes: the channel, whether bytes may have been dropped, and the
/// language.
pub(crate) type InLanguage = (Channel, bool, usize);

/// A token with the facts about it that do not depend on the text around it.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) gate: Gate,
    /// The cost of mixed scripts.
    pub(crate) mixed: Cost,
    /// The number of raw bytes, and of characters and bytes beyond ASCII.
    pub(crate) raw: u16,
    pub(crate) high: u16,
    /// The number of letters and characters beyond ASCII.
    pub(crate) letters: u16,
    pub(crate) row: Option<RowId>,
    /// The ways in which it may have been damaged, and the same with dropped bytes in a charset.
    pub(crate) alternatives: Option<Arc<[Alternative]>>,
    pub(crate) dropped: Option<(u8, Arc<[Alternative]>)>,
    /// The texts with lost bytes in the language that was asked last, by channel and dropped bytes.
    pub(crate) in_language: Option<(InLanguage, Arc<[Alternative]>)>,
    /// The texts that it was if all of the line was in another charset.
    pub(crate) legacy: Option<Arc<[Alternative]>>,
    /// These texts for the Latin charsets.
    pub(crate) latin: Option<Arc<[Alternative]>>,
}

/// The verdict about a word after the first look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// It is not damaged in any way.
    Closed,
    /// It has letters of windows-1252, which may have been others in a whole line.
    Western,
    /// It may be damaged.
    Open,
    /// A space after it may be a byte of it, or its end was cut off. So the next characters decide.
    Depends,
}

/// Caches of computed costs.
///
/// The cache of words changes a result only if two words of a file have the same hash in 44 bits.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The tags of words, plus the verdict about each.
    verdicts: Vec<u32>,
    characters: Vec<Option<(Unit, Scored)>>,
    rows: HashMap<Box<[Unit]>, RowId>,
    row_list: Vec<Row>,
    tokens: HashMap<Box<[Unit]>, TokenId>,
    token_list: Vec<Token>,
    /// The charsets that raw bytes can be in, with the cost of each above the best one.
    raw: Vec<(u8, Cost)>,
    /// The number of units in the caches.
    size: usize,
    text: Vec<Scored>,
}

impl Memory {
    /// Returns the verdict about the word with this key, if it is known.
    pub(crate) fn verdict(&self, key: u64) -> Option<Verdict> {
        let known = self.verdicts.get(key as usize % VERDICTS)?;
        (known & !3 == tag(key)).then_some(match known & 3 {
            0 => Verdict::Closed,
            1 => Verdict::Western,
            2 => Verdict::Open,
            _ => Verdict::Depends,
        })
    }

    /// Stores the verdict about the word with this key.
    pub(crate) fn set_verdict(&mut self, key: u64, verdict: Verdict) {
        if self.verdicts.is_empty() {
            self.verdicts = vec![0; VERDICTS];
        }
        self.verdicts[key as usize % VERDICTS] = tag(key) | verdict as u32;
    }

    /// Empties the caches of tokens and rows if they are large. Their numbers are void afterwards.
    pub(crate) fn make_room(&mut self) {
        if self.size > MAX_UNITS {
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.row_list.clear();
        self.tokens.clear();
        self.token_list.clear();
        self.size = 0;
    }

    /// Sets the charsets that raw bytes can be in, with the cost of each above the best one. The
    /// numbers of tokens and rows are void afterwards.
    pub(crate) fn set_raw(&mut self, raw: Vec<(u8, Cost)>) {
        if self.raw != raw {
            // The texts of tokens depend on the charsets.
            self.clear();
            self.raw = raw;
        }
    }

    /// Returns the charsets that raw bytes can be in.
    pub(crate) fn raw(&self) -> impl Iterator<Item = u8> {
        self.raw.iter().map(|(charset, _)| *charset)
    }

    /// Returns the cost of the claim that text is in the charset of a channel, compared with others.
    pub(crate) fn price(&self, channel: Channel) -> Cost {
        let Channel::Raw(charset) = channel else { return channel.price() };
        self.raw.iter().find(|(one, _)| *one == charset).map_or(0, |(_, cost)| *cost)
    }

    /// Returns the number of a token, which [`make_room`](Self::make_room) makes void.
    pub(crate) fn token(&mut self, units: &[Unit]) -> TokenId {
        if let Some(&known) = self.tokens.get(units) {
            return known;
        }
        let gate = Gate::of(units.iter().copied(), pages::table());
        let count = |is: fn(Unit) -> bool| units.iter().filter(|&&unit| is(unit)).count() as u16;
        let token = Token {
            gate,
            mixed: self.mixed(units),
            raw: count(is_raw),
            high: count(is_high),
            letters: count(|unit| is_high(unit) || is_ascii_letter(unit)),
            row: None,
            alternatives: None,
            dropped: None,
            in_language: None,
            legacy: None,
            latin: None,
        };
        let id = TokenId(self.token_list.len() as u32);
        self.token_list.push(token);
        self.tokens.insert(units.into(), id);
        self.size += units.len() + 16;
        id
    }

    /// Returns the facts about a token.
    pub(crate) fn of_token(&mut self, id: TokenId) -> &mut Token {
        &mut self.token_list[id.0 as usize]
    }

    /// Returns the costs of a token in all languages.
    pub(crate) fn row_of(&mut self, id: TokenId, units: &[Unit]) -> RowId {
        if let Some(row) = self.of_token(id).row {
            return row;
        }
        let row = self.row(units);
        self.of_token(id).row = Some(row);
        row
    }

    /// Returns the costs of `units` in all languages. Spaces separate words.
    pub(crate) fn row(&mut self, units: &[Unit]) -> RowId {
        if let Some(&known) = self.rows.get(units) {
            return known;
        }
        let mut sum = Row::ZERO;
        for word in units.split(|&unit| unit == 0x20).filter(|word| !word.is_empty()) {
            self.text.clear();
            for unit in word.iter().copied().chain([0x20]) {
                let scored = *self.scored(unit);
                self.text.push(scored);
            }
            sum.add(&Row::of(&self.text));
        }
        let id = self.add_row(sum);
        self.rows.insert(units.into(), id);
        self.size += units.len() + 40;
        id
    }

    /// Adds a row that other texts do not share.
    pub(crate) fn add_row(&mut self, row: Row) -> RowId {
        self.row_list.push(row);
        self.size += 40;
        RowId(self.row_list.len() as u32 - 1)
    }

    /// Returns a row.
    pub(crate) fn costs(&self, id: RowId) -> &Row {
        &self.row_list[id.0 as usize]
    }

    /// Returns the plain cost of `units`: without any language.
    pub(crate) fn plain(&mut self, units: &[Unit]) -> Cost {
        let mut last = None;
        units.iter().map(|&unit| self.step(last.replace(unit), unit)).sum()
    }

    /// Returns the plain cost of `unit` after `last`.
    pub(crate) fn step(&mut self, last: Option<Unit>, unit: Unit) -> Cost {
        let before = last.map(|last| *self.scored(last));
        reread::step(before.as_ref(), self.scored(unit))
    }

    /// Returns `true` if the unit is a letter or mark beyond ASCII.
    pub(crate) fn is_letter(&mut self, unit: Unit) -> bool {
        let kind = self.scored(unit).kind();
        (Kind::Latin..=Kind::Letter).contains(&kind) || kind == Kind::Mark
    }

    /// Returns the cost of the scripts that `units` mix inside of words.
    pub(crate) fn mixed(&mut self, units: &[Unit]) -> Cost {
        let (mut sum, mut last) = (0, 0);
        for &unit in units {
            let script = match self.scored(unit).kind() {
                Kind::Mark => continue,
                Kind::Ascii => 1,
                Kind::Latin => 2,
                Kind::Cyrillic => 3,
                Kind::Greek => 4,
                Kind::Hebrew => 5,
                Kind::Arabic => 6,
                Kind::Thai => 7,
                Kind::Han | Kind::Kana => 8,
                Kind::Hangul => 9,
                Kind::Letter => 16 + (unit >> 7),
                _ => 0,
            };
            if script != 0 && last != 0 && script != last {
                sum += match (script.min(last), script.max(last)) {
                    (1, 2) => 0,
                    (1, 8 | 9) => 2,
                    (1 | 2, 4) => 3,
                    (8, 9) => 4,
                    _ => 22,
                };
            }
            last = script;
        }
        sum * BIT
    }

    /// Returns the costs of a unit.
    pub(crate) fn scored(&mut self, unit: Unit) -> &Scored {
        if self.characters.is_empty() {
            self.characters = vec![None; CHARACTERS];
        }
        let place = &mut self.characters[unit as usize % CHARACTERS];
        if !matches!(place, Some((same, _)) if *same == unit) {
            *place = None;
        }
        &place.get_or_insert_with(|| (unit, Scored::of(character(unit)))).1
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Returns the half of `key` that distinguishes words in the same place of a cache. Its last two bits
/// are 0, and it is never 0.
const fn tag(key: u64) -> u32 {
    (key >> 32) as u32 & !3 | 4
}

/// Returns a hash of `word`.
pub(crate) fn hash(word: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    // The low half of a product has nothing of the high bits, so both halves count.
    let add = |hash: u64, part: u64| {
        let product = u128::from(hash.rotate_left(23) ^ part) * u128::from(MULTIPLIER);
        product as u64 ^ (product >> 64) as u64
    };
    let mut parts = word.chunks_exact(8);
    let mut hash = word.len() as u64;
    for part in &mut parts {
        let part = part.first_chunk::<8>().copied().unwrap_or_default();
        hash = add(hash, u64::from_le_bytes(part));
    }
    let rest = parts.remainder().iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte));
    let hash = add(hash, rest);
    hash ^ hash >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Words that differ in one byte have different keys, wherever the byte is.
    #[test]
    fn similar_words_have_different_keys() {
        let words = (0..20).flat_map(|at| {
            (0..=u8::MAX).filter(|&byte| byte != b'a').map(move |byte| {
                let mut word = [b'a'; 20];
                word[at] = byte;
                word
            })
        });
        let mut keys = HashSet::new();
        for word in words {
            let key = hash(&word);
            assert!(keys.insert((key as usize % VERDICTS, tag(key))), "{word:?}");
        }
    }
}
