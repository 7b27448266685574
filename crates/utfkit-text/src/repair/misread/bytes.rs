//! The legacy charset of bytes that are ill-formed in UTF-8, line by line.

use std::{ops::Range, rc::Rc};

use utfkit::utf8;

use crate::{
    model::{
        reread::Row,
        score::{BIT, Cost},
    },
    repair::{
        misread::{
            judge::Judge,
            pages::{self, Costs, Set},
        },
        parts::is_space,
    },
};

/// A charset is possible if its cost exceeds that of the best one by at most this.
pub(crate) const POSSIBLE: Cost = 8 * BIT;

/// The cost of the claim that an ill-formed sequence is a part of a UTF-8 character.
const CUT: Cost = 20 * BIT;

/// The maximum influence of a line on the others.
const MAX_OF_LINE: Cost = 12 * BIT;

/// The maximum influence of all lines of a file on one line.
const MAX_OF_FILE: Cost = 40 * BIT;

/// The maximum number of lines of a window whose costs are computed, of words per line, of other
/// words around them, and of bytes per word.
const MAX_LINES: usize = 16;
const MAX_WORDS: usize = 6;
const MAX_CONTEXT: usize = 4;
const MAX_WORD: usize = 60;

/// A text is noise if it costs more: per character, and in total.
const NOISE: Cost = 9 * BIT;
const NOISE_AT_ALL: Cost = 16 * BIT;

pub(crate) use crate::repair::misread::pages::PAGES;

/// A line with ill-formed bytes.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) range: Range<usize>,
    /// The possible charsets of the bytes.
    pub(crate) pages: Set,
    /// The cost of each charset. Most lines of a window share them.
    pub(crate) costs: Rc<Costs>,
}

impl Judge {
    /// Ends a window. Its costs count for the next ones.
    pub(crate) fn end_window(&mut self) {
        let both = self.of_earlier.iter_mut().zip(&mut self.of_window);
        both.for_each(|(sum, costs)| *sum += std::mem::take(costs));
    }

    /// Decides about each line of `text` with ill-formed bytes. `skip` returns the length of a
    /// sequence that has another reason.
    pub(crate) fn lines(&mut self, text: &[u8], skip: fn(&[u8]) -> usize) -> Vec<Line> {
        // A window may have a line for every two bytes, so the words of all lines are in one list.
        let (mut found, mut all_words) = (Vec::new(), Vec::new());
        let mut at = utf8::valid_up_to(text);
        while at < text.len() {
            let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |feed| feed + 1);
            let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |len| at + len + 1);
            let first = all_words.len();
            words(text, at, end, skip, &mut all_words);
            // If there are letters, symbols are not evidence for a charset.
            let is_word =
                |word: &Range<usize>| characters(0, &text[word.clone()]).any(char::is_alphabetic);
            let mut kept = first;
            for at in first..all_words.len() {
                if is_word(&all_words[at]) {
                    all_words.swap(kept, at);
                    kept += 1;
                }
            }
            if kept > first {
                all_words.truncate(kept);
            }
            if all_words.len() > first {
                found.push((start..end, first..all_words.len()));
            }
            // The next line often begins with such bytes. A kernel only pays for long text.
            at = match utf8::finding_at(text, end) {
                Some(_) => end,
                None => end + utf8::valid_up_to(&text[end..]),
            };
        }
        let scored: Vec<Costs> = found
            .iter()
            .take(MAX_LINES)
            .map(|(line, words)| {
                self.costs_of_line(&text[line.clone()], &all_words[words.clone()], text)
            })
            .collect();
        self.of_window = [0; PAGES];
        for costs in &scored {
            let both = self.of_window.iter_mut().zip(costs);
            both.for_each(|(sum, cost)| *sum += (*cost).min(MAX_OF_LINE));
        }
        let of_file: Costs =
            std::array::from_fn(|page| self.of_earlier[page] + self.of_window[page]);
        let mut is_whole = true;
        // The lines without own costs have the same costs.
        let others = Possible::of(None, &of_file);
        let lines = found.into_iter().enumerate().map(|(at, (range, words))| {
            let words = &all_words[words];
            let own = scored.get(at).map(|own| Possible::of(Some(own), &of_file));
            let Possible { costs, best, mut pages } = own.as_ref().unwrap_or(&others).clone();
            if own.is_none() && self.is_noise_by(best, words, text) {
                pages = 0;
            }
            let is_same = |page: usize| {
                let read = |page, word: &Range<usize>| characters(page, &text[word.clone()]);
                // Symbols are not evidence for the letters.
                let is_sign = |word| !read(0, word).any(char::is_alphabetic);
                words.iter().all(|word| read(0, word).eq(read(page, word)) || is_sign(word))
            };
            is_whole = is_whole
                && pages & 1 == 1
                && (1..PAGES).all(|page| pages >> page & 1 == 0 || is_same(page));
            Line { range, pages, costs }
        });
        let mut lines: Vec<Line> = lines.collect();
        // Text without UTF-8 is in one charset, so all of it is decoded, or nothing.
        if !is_whole && !utf8::chunks(text).any(|chunk| !chunk.text().is_ascii()) {
            lines.iter_mut().for_each(|line| line.pages &= !1);
        }
        lines
    }

    /// Returns the cost of a line in each charset, above the cost in the best one.
    fn costs_of_line(&mut self, line: &[u8], words: &[Range<usize>], text: &[u8]) -> Costs {
        let mut context = Row::ZERO;
        let around = line.split(|&byte| is_space(byte));
        let around = around.filter_map(|word| std::str::from_utf8(word).ok());
        let around = around.filter(|word| word.len() > 1 && word.len() < MAX_WORD);
        for word in around.take(MAX_CONTEXT) {
            context.add(&self.memory.row(word));
        }
        let costs: Costs = std::array::from_fn(|page| {
            let mut sum = context.clone();
            for word in words.iter().take(MAX_WORDS) {
                sum.add(&self.memory.row(&read(page, &text[word.clone()])));
            }
            sum.best().1 + pages::cost_of_bytes(page)
        });
        let least = costs.iter().copied().min().unwrap_or(0);
        costs.map(|cost| cost - least)
    }

    /// Returns `true` if `words`, decoded in the charset `page`, are not text.
    fn is_noise_by(&mut self, page: usize, words: &[Range<usize>], text: &[u8]) -> bool {
        let (mut cost, mut length) = (0, 0);
        for word in words.iter().take(MAX_WORDS) {
            let word = characters(page, &text[word.clone()]);
            length += 1;
            cost += self.memory.plain(word.inspect(|_| length += 1));
        }
        cost > NOISE * length + NOISE_AT_ALL
    }

    /// Returns `true` if the bytes in `range` of `text` may be a part of a UTF-8 character, although
    /// their word can be decoded in the charset `page`.
    pub(crate) fn may_be_cut(&mut self, text: &[u8], range: Range<usize>, page: usize) -> bool {
        let word = word_around(text, range.start, 0, text.len());
        let (before, after) =
            (&text[word.start..range.start], &text[range.end..word.end.max(range.end)]);
        let rest = [before, after].concat();
        let [whole, rest] = [&text[word], &rest].map(|bytes| self.memory.row(&read(page, bytes)));
        whole.best().1 > rest.best().1 + CUT
    }
}

/// The charsets in which a line may be.
#[derive(Clone)]
struct Possible {
    costs: Rc<Costs>,
    /// The cheapest charset.
    best: usize,
    pages: Set,
}

impl Possible {
    /// Returns the charsets of a line with its `own` costs, if they are known, in a file.
    fn of(own: Option<&Costs>, of_file: &Costs) -> Self {
        let costs: Costs = std::array::from_fn(|page| {
            let own = own.map_or(0, |own| own[page]);
            let others = of_file[page] - own.min(MAX_OF_LINE);
            own + others.min(MAX_OF_FILE)
        });
        let least = costs.iter().copied().min().unwrap_or(0);
        let best = costs.iter().position(|&cost| cost == least).unwrap_or(0);
        let is_possible = |page: &usize| costs[*page] <= least + POSSIBLE;
        let pages = (0..PAGES).filter(is_possible).fold(0, |pages, page| pages | 1 << page);
        Self { costs: Rc::new(costs), best, pages }
    }
}

/// Adds the words of a line of `text` with ill-formed bytes to `words`. The first of these bytes is
/// at `at`.
fn words(
    text: &[u8],
    at: usize,
    end: usize,
    skip: fn(&[u8]) -> usize,
    words: &mut Vec<Range<usize>>,
) {
    let most = words.len() + MAX_WORDS;
    let (mut at, mut from) = (at, 0);
    while at < end && words.len() < most {
        let skipped = skip(&text[at..end]);
        if skipped == 0 {
            let word = word_around(text, at, from, end);
            (at, from) = (word.end.max(at + 1), word.end);
            words.push(word);
        } else {
            at += skipped;
        }
        at += utf8::valid_up_to(&text[at..end]);
    }
}

/// Returns the word of `text` around `at`, within two bounds and with a maximum length.
pub(crate) fn word_around(text: &[u8], at: usize, from: usize, end: usize) -> Range<usize> {
    let near = at.saturating_sub(MAX_WORD / 2).max(from);
    let start = text[near..at].iter().rposition(|&byte| is_space(byte));
    let far = end.min(at + MAX_WORD / 2);
    let len = text[at..far].iter().position(|&byte| is_space(byte));
    start.map_or(near, |space| near + space + 1)..len.map_or(far, |len| at + len)
}

/// Returns `bytes` decoded as UTF-8, with the ill-formed ones decoded in the charset `page`.
fn read(page: usize, bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    text.extend(characters(page, bytes));
    text
}

/// Returns the characters of `bytes` as UTF-8, with the ill-formed ones decoded in the charset
/// `page`.
pub(crate) fn characters(page: usize, bytes: &[u8]) -> impl Iterator<Item = char> {
    // Words are short, so the kernels of `utfkit` do not pay.
    bytes.utf8_chunks().flat_map(move |chunk| {
        let ill_formed = chunk.invalid().iter().map(move |&byte| pages::character(page, byte));
        chunk.valid().chars().chain(ill_formed)
    })
}

/// Returns the characters of ill-formed `bytes` in the charset `page`.
pub(crate) fn decoded(page: usize, bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.iter().map(move |&byte| pages::character(page, byte))
}

/// Returns the name of the charset `page` of `text`.
pub(crate) fn name(page: usize, text: &str) -> &'static str {
    pages::charset(page, text).name()
}
