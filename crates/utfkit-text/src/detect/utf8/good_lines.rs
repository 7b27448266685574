//! Keeps the first lines of a stream that are UTF-8 and not US-ASCII. In a text in a charset, such
//! a line is UTF-8 or is there by chance, and its words show which.

use std::ops::Range;

use utfkit::Encoding;

use crate::detect::{
    detection::Utf8Line,
    judge::candidate::{BIT, Cost},
    judge::text::{cost_in, cost_in_language},
};

/// The maximum number of bytes that are kept.
const MAX: usize = 2 << 10;
/// The number of bits that a line must save as UTF-8 to be that for certain, or maybe.
const SURE: Cost = 20 * BIT;
const MAYBE: Cost = 6 * BIT;
/// The cost of a line in another language than that of the text. Among many languages, one often
/// has words by chance.
const FOREIGN: Cost = 6 * BIT;

/// A line that is UTF-8.
#[derive(Clone, Debug)]
pub(crate) struct GoodLine {
    /// The offset of the line in the stream.
    pub(crate) offset: u64,
    /// The number of the line, from 1; 0 until it is counted.
    pub(crate) number: u64,
    /// The words beyond US-ASCII, in the bytes that are kept.
    words: Range<usize>,
}

/// The judgement of the lines that are UTF-8, in a text in a charset.
#[derive(Debug, Default)]
pub(crate) struct Meant {
    /// The first line that is certainly UTF-8, or else the likeliest one.
    pub(crate) line: Option<Utf8Line>,
    /// The number of bits that all lines save as UTF-8.
    pub(crate) total: Cost,
    /// Whether several lines are certainly UTF-8.
    pub(crate) are_several: bool,
}

/// The first lines that are UTF-8 and not US-ASCII. Lines with the same words are kept once.
#[derive(Debug, Default)]
pub(crate) struct GoodLines {
    words: Vec<u8>,
    lines: Vec<GoodLine>,
    /// The number of lines that are complete.
    complete: usize,
    /// Whether a line has the same words as an earlier one.
    repeats: bool,
    /// Whether a word did not fit.
    is_full: bool,
    /// The number of line feeds in the blocks before.
    feeds: u64,
}

impl GoodLines {
    /// Returns `true` if there are no such lines.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Judges the lines in a text in `charset`, most of which is in `language`, if that is known.
    pub(crate) fn judge(&self, charset: Encoding, language: Option<&str>) -> Meant {
        let mut meant = Meant::default();
        let mut best = 0;
        for line in &self.lines {
            let words = &self.words[line.words.clone()];
            let [utf8, other] = [Encoding::Utf8, charset].map(|one| cost_in(words, one));
            let own = language.and_then(|one| cost_in_language(words, Encoding::Utf8, one));
            let saving = other - own.unwrap_or(Cost::MAX).min(utf8 + FOREIGN);
            meant.total += other - utf8;
            let text = String::from_utf8_lossy(words);
            let is_sure = saving >= SURE && has_word(&text);
            let is_known = meant.line.as_ref().is_some_and(|line| line.is_sure);
            meant.are_several |= is_sure && (is_known || self.repeats);
            let is_better = match &meant.line {
                Some(line) if line.is_sure => false,
                Some(_) => is_sure || saving > best,
                None => saving >= MAYBE,
            };
            if is_better {
                best = saving;
                let text = text.trim_end().to_owned();
                let (number, offset) = (line.number, line.offset);
                meant.line = Some(Utf8Line { number, offset, text, is_sure });
            }
        }
        meant
    }

    /// Adds `text` at `offset`. Its first line begins at the offset `line`.
    ///
    /// Cost: nothing after enough words.
    pub(crate) fn add(&mut self, text: &str, offset: u64, line: u64) {
        let mut start = line;
        let mut at = offset;
        for part in text.split_inclusive('\n') {
            if self.is_full && self.lines.len() == self.complete {
                return;
            }
            self.keep(part, start);
            at += part.len() as u64;
            if part.ends_with('\n') {
                self.complete();
                start = at;
            }
        }
    }

    /// Keeps the words beyond US-ASCII of `part`, in the line at the offset `line`.
    fn keep(&mut self, part: &str, line: u64) {
        for word in part.split_ascii_whitespace().filter(|word| !word.is_ascii()) {
            self.is_full |= self.words.len() + word.len() >= MAX;
            if self.is_full {
                return;
            }
            let start = self.words.len();
            self.words.extend_from_slice(word.as_bytes());
            self.words.push(b' ');
            let end = self.words.len();
            match self.lines.last_mut() {
                Some(last) if last.offset == line => last.words.end = end,
                _ => self.lines.push(GoodLine { offset: line, number: 0, words: start..end }),
            }
        }
    }

    /// Ends the line. If an earlier line has the same words, only that one is kept.
    pub(crate) fn complete(&mut self) {
        if self.lines.len() == self.complete {
            return;
        }
        let (before, last) = self.lines.split_at(self.complete);
        let own = &self.words[last[0].words.clone()];
        match before.iter().any(|line| &self.words[line.words.clone()] == own) {
            true => {
                self.repeats = true;
                self.drop_line();
            }
            false => self.complete = self.lines.len(),
        }
    }

    /// Removes the line that is not complete, because it is not UTF-8.
    pub(crate) fn drop_line(&mut self) {
        let Some(line) = self.lines.get(self.complete) else { return };
        self.is_full = false;
        self.words.truncate(line.words.start);
        self.lines.truncate(self.complete);
    }

    /// Counts the line feeds of `block` at `offset`, and with them the lines that begin there.
    pub(crate) fn count(&mut self, block: &[u8], offset: u64) {
        let feeds = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count() as u64;
        let new = self.lines.iter_mut().rev().take_while(|line| line.number == 0);
        for line in new {
            let before = line.offset.saturating_sub(offset) as usize;
            line.number = self.feeds + feeds(&block[..before.min(block.len())]) + 1;
        }
        self.feeds += feeds(block);
    }
}

/// Returns `true` if `text` has two adjacent letters, one of them beyond US-ASCII. A single letter can
/// be two signs that a text is about.
fn has_word(text: &str) -> bool {
    let is_word = |(one, next): (char, char)| {
        one.is_alphabetic() && next.is_alphabetic() && !(one.is_ascii() && next.is_ascii())
    };
    text.chars().zip(text.chars().skip(1)).any(is_word)
}
