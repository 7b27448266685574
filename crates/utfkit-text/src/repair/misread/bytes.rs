//! The legacy charset of bytes that are ill-formed in UTF-8, line by line.

use std::ops::Range;

use utfkit::utf8;

use crate::{
    model::{
        reread::Row,
        score::{BIT, Cost},
    },
    repair::misread::{
        judge::Judge,
        pages::{self, Costs, Set},
        words::is_space,
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
    /// The cost of each charset.
    pub(crate) costs: Costs,
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
        let mut found = Vec::new();
        let mut at = utf8::valid_up_to(text);
        while at < text.len() {
            let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |feed| feed + 1);
            let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |len| at + len + 1);
            let words = words(text, at, end, skip);
            // If there are letters, symbols are not evidence for a charset.
            let is_word =
                |word: &Range<usize>| read(0, &text[word.clone()]).chars().any(char::is_alphabetic);
            let with_letters: Vec<_> = words.iter().filter(|word| is_word(word)).cloned().collect();
            let words = if with_letters.is_empty() { words } else { with_letters };
            if !words.is_empty() {
                found.push((start..end, words));
            }
            at = end + utf8::valid_up_to(&text[end..]);
        }
        let scored: Vec<Costs> = found
            .iter()
            .take(MAX_LINES)
            .map(|(range, words)| self.costs_of_line(&text[range.clone()], words, text))
            .collect();
        self.of_window = [0; PAGES];
        for costs in &scored {
            let both = self.of_window.iter_mut().zip(costs);
            both.for_each(|(sum, cost)| *sum += (*cost).min(MAX_OF_LINE));
        }
        let of_file: Costs =
            std::array::from_fn(|page| self.of_earlier[page] + self.of_window[page]);
        let mut is_whole = true;
        let lines = found.into_iter().enumerate().map(|(at, (range, words))| {
            let own = scored.get(at);
            let total: Costs = std::array::from_fn(|page| {
                let own = own.map_or(0, |own| own[page]);
                let others = of_file[page] - own.min(MAX_OF_LINE);
                own + others.min(MAX_OF_FILE)
            });
            let least = total.iter().copied().min().unwrap_or(0);
            let best = total.iter().position(|&cost| cost == least).unwrap_or(0);
            let is_possible = |page: &usize| total[*page] <= least + POSSIBLE;
            let mut pages = (0..PAGES).filter(is_possible).fold(0, |pages, page| pages | 1 << page);
            if own.is_none() && self.is_noise_by(best, &words, text) {
                pages = 0;
            }
            let is_same = |page: usize| {
                let read = |page, word: &Range<usize>| read(page, &text[word.clone()]);
                // Symbols are not evidence for the letters.
                let is_sign = |word: &String| !word.chars().any(char::is_alphabetic);
                let both = words.iter().map(|word| (read(0, word), read(page, word)));
                both.into_iter().all(|(own, other)| own == other || is_sign(&own))
            };
            is_whole &=
                pages & 1 == 1 && (1..PAGES).all(|page| pages >> page & 1 == 0 || is_same(page));
            Line { range, pages, costs: total }
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
            let word = read(page, &text[word.clone()]);
            cost += self.memory.plain(word.chars());
            length += word.chars().count() as Cost + 1;
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

/// Returns the words of a line of `text` with ill-formed bytes. The first of these bytes is at `at`.
fn words(text: &[u8], at: usize, end: usize, skip: fn(&[u8]) -> usize) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut at = at;
    while at < end && words.len() < MAX_WORDS {
        let skipped = skip(&text[at..end]);
        if skipped == 0 {
            let from = words.last().map_or(0, |word| word.end);
            let word = word_around(text, at, from, end);
            at = word.end.max(at + 1);
            words.push(word);
        } else {
            at += skipped;
        }
        at += utf8::valid_up_to(&text[at..end]);
    }
    words
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
pub(crate) fn read(page: usize, bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for chunk in utf8::chunks(bytes) {
        text.push_str(chunk.text());
        for &byte in chunk.finding().iter().flat_map(utfkit::Finding::bytes) {
            text.push(pages::character(page, byte));
        }
    }
    text
}

/// Returns ill-formed `bytes`, decoded in the charset `page`.
pub(crate) fn decode(page: usize, bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| pages::character(page, byte)).collect()
}

/// Returns the name of the charset `page` of `text`.
pub(crate) fn name(page: usize, text: &str) -> &'static str {
    pages::charset(page, text).name()
}
