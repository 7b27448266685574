//! Keeps words that are UTF-8, and judges whether they are that by chance.

use std::ops::Range;

use utfkit::{Encoding, transcode};

use crate::detect::weights::Cost;
use crate::detect::weights::kept::{FOREIGN, LATIN, LONG, MAX, MAX_LONG, MAYBE, SURE};
use crate::detect::{
    detection::Utf8Line,
    judge::text::{cost_in, cost_in_language},
};

/// The words of a line, or of a part of it.
#[derive(Clone, Debug)]
struct Text {
    /// The offset of the line in the stream, and of the first word.
    line: u64,
    word: u64,
    /// The number of the line, from 1; 0 until it is counted.
    number: u64,
    /// The number of characters before the first word, in its line. Only known if a block has both.
    before: Option<u64>,
    /// The words, in the bytes that are kept.
    words: Range<usize>,
    /// Whether the text is next to other bytes beyond US-ASCII.
    is_glued: bool,
}

/// The text around the texts that are UTF-8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Others<'l> {
    pub(crate) charset: Encoding,
    /// The language of most of it, if that is known.
    pub(crate) language: Option<&'l str>,
    /// Whether each of its characters has one byte.
    pub(crate) is_one_byte: bool,
}

impl<'l> Others<'l> {
    /// Returns the facts about `bytes`, which are in `charset` and in `language`.
    pub(crate) fn of(bytes: &[u8], charset: Encoding, language: Option<&'l str>) -> Self {
        let characters = transcode::decode_lossy(bytes, charset).0.chars().count();
        Self { charset, language, is_one_byte: characters == bytes.len() }
    }
}

/// The judgement of texts that are UTF-8, among others in a charset.
#[derive(Debug, Default)]
pub(crate) struct Meant {
    /// The first text that is certainly UTF-8, or else the likeliest one.
    pub(crate) line: Option<Utf8Line>,
    /// The number of bits that all texts save as UTF-8.
    pub(crate) total: Cost,
    /// Whether several texts are certainly UTF-8.
    pub(crate) are_several: bool,
}

/// Words beyond US-ASCII that are UTF-8, by line or by part of a line. Equal texts are kept once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    bytes: Vec<u8>,
    texts: Vec<Text>,
    /// The number of texts that are complete.
    complete: usize,
    /// Whether a text is equal to an earlier one.
    repeats: bool,
    /// Whether a word did not fit.
    is_full: bool,
    /// Whether a longer text replaces a shorter one that is kept.
    prefers_long: bool,
}

impl Kept {
    /// Returns an empty list. In it, long texts replace short ones. These are often UTF-8 by chance.
    pub(crate) fn of_long() -> Self {
        Self { prefers_long: true, ..Self::default() }
    }

    /// Returns `true` if there are no texts.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns `true` if no more words can be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full && self.texts.len() == self.complete
    }

    /// Adds `word` at `offset` to the text. Its line begins at the offset `line`.
    pub(crate) fn push(&mut self, word: &[u8], offset: u64, line: u64) {
        let open = self.texts.get(self.complete);
        self.is_full |= if self.prefers_long {
            open.is_some_and(|open| open.words.len() + word.len() >= MAX_LONG)
        } else {
            self.bytes.len() + word.len() >= MAX
        };
        if self.is_full {
            return;
        }
        let start = self.bytes.len();
        self.bytes.extend_from_slice(word);
        self.bytes.push(b' ');
        let end = self.bytes.len();
        match self.texts.get_mut(self.complete) {
            Some(open) => open.words.end = end,
            None => self.texts.push(Text {
                line,
                word: offset,
                number: 0,
                before: None,
                words: start..end,
                is_glued: false,
            }),
        }
    }

    /// Adds `word` at `offset`, which is next to other bytes beyond US-ASCII, as a text.
    pub(crate) fn push_glued(&mut self, word: &[u8], offset: u64, line: u64) {
        self.complete();
        self.push(word, offset, line);
        self.texts[self.complete..].iter_mut().for_each(|text| text.is_glued = true);
        self.complete();
    }

    /// Ends the text. If an earlier text has the same words, only that one is kept.
    pub(crate) fn complete(&mut self) {
        if self.texts.len() == self.complete {
            return;
        }
        let (before, last) = self.texts.split_at(self.complete);
        let own = &self.bytes[last[0].words.clone()];
        if self.prefers_long && !last[0].is_glued && size(own) < LONG {
            self.drop_last();
        } else if before.iter().any(|text| &self.bytes[text.words.clone()] == own) {
            self.repeats = true;
            self.drop_last();
        } else {
            self.complete = self.texts.len();
        }
        if self.prefers_long {
            self.is_full = false;
            self.make_room();
        }
    }

    /// Removes the shortest texts until the others fit.
    fn make_room(&mut self) {
        while self.bytes.len() > MAX {
            let sizes = self.texts.iter().map(|text| size(&self.bytes[text.words.clone()]));
            let sizes = sizes.enumerate();
            let Some((shortest, _)) = sizes.min_by_key(|&(at, size)| (size, usize::MAX - at))
            else {
                return;
            };
            let words = self.texts.remove(shortest).words;
            for text in &mut self.texts[shortest..] {
                text.words = text.words.start - words.len()..text.words.end - words.len();
            }
            self.bytes.drain(words);
            self.complete = self.texts.len();
        }
    }

    /// Removes the text that is not complete.
    pub(crate) fn drop_last(&mut self) {
        let Some(text) = self.texts.get(self.complete) else { return };
        self.is_full = false;
        self.bytes.truncate(text.words.start);
        self.texts.truncate(self.complete);
    }

    /// Finds the positions of the new texts in `block` at `offset`. There are `feeds` line feeds before
    /// it.
    pub(crate) fn count(&mut self, block: &[u8], offset: u64, feeds: u64) {
        let place = |at: u64| (at.saturating_sub(offset) as usize).min(block.len());
        for text in self.texts.iter_mut().rev().take_while(|text| text.number == 0) {
            let line = place(text.line);
            text.number = feeds + count_feeds(&block[..line]) + 1;
            let before = block.get(line..place(text.word)).filter(|_| text.line >= offset);
            text.before = before.map(|before| {
                let count = |one: std::str::Utf8Chunk<'_>| {
                    one.valid().chars().count() + one.invalid().len()
                };
                before.utf8_chunks().map(count).sum::<usize>() as u64
            });
        }
    }

    /// Judges the texts among `others`. They are whole lines, or `are_parts` of lines.
    pub(crate) fn judge(&self, others: Others<'_>, are_parts: bool) -> Meant {
        let Others { charset, language, is_one_byte } = others;
        let mut meant = Meant::default();
        let mut best = 0;
        for kept in &self.texts {
            let words = &self.bytes[kept.words.clone()];
            let utf8 = cost_in(words, Encoding::Utf8);
            let other =
                if kept.is_glued { cost_within(words, charset) } else { cost_in(words, charset) };
            let own = language.and_then(|one| cost_in_language(words, Encoding::Utf8, one));
            let text = String::from_utf8_lossy(words);
            let is_latin = !is_one_byte && is_latin(&text);
            let saving = other - own.unwrap_or(Cost::MAX).min(utf8 + FOREIGN);
            let saving = saving + if is_latin { LATIN } else { 0 };
            meant.total += if kept.is_glued { 0 } else { other - utf8 };
            let is_sure = saving >= SURE && has_word(&text);
            let is_known = meant.line.as_ref().is_some_and(|line| line.is_sure);
            meant.are_several |= is_sure && (is_known || self.repeats);
            let is_better = match &meant.line {
                Some(line) if line.is_sure => false,
                Some(_) => is_sure || saving > best,
                // In other charsets, lines of two characters are often UTF-8 by chance.
                None if is_one_byte => saving >= MAYBE,
                None => is_sure || is_latin && saving >= MAYBE + LATIN,
            };
            if is_better {
                best = saving;
                meant.line = Some(Utf8Line {
                    number: kept.number,
                    offset: kept.line,
                    column: kept.before.filter(|_| are_parts).map(|before| before + 1),
                    is_part: are_parts,
                    text: text.trim_end().to_owned(),
                    is_sure,
                });
            }
        }
        meant
    }
}

/// Returns the cost of `bytes` as a part of a longer text in `charset`. The first and the last byte may
/// belong to characters that other bytes complete.
fn cost_within(bytes: &[u8], charset: Encoding) -> Cost {
    let bytes = bytes.trim_ascii();
    let ends = [0, 1].map(|last| bytes.len().saturating_sub(last));
    let starts = [0, 1].map(|first| bytes.len().min(first));
    let parts = starts.into_iter().flat_map(|start| ends.map(|end| start..end));
    let costs = parts.filter_map(|part| bytes.get(part)).map(|part| cost_in(part, charset));
    costs.min().unwrap_or(0)
}

/// Returns the number of bytes beyond US-ASCII in `words`.
fn size(words: &[u8]) -> usize {
    words.iter().filter(|byte| !byte.is_ascii()).count()
}

/// Returns the number of line feeds in `bytes`.
pub(crate) fn count_feeds(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// Returns `true` if `text` has two adjacent letters, one of them beyond US-ASCII. A single letter can
/// be two signs that a text is about.
fn has_word(text: &str) -> bool {
    let is_word = |(one, next): (char, char)| {
        one.is_alphabetic() && next.is_alphabetic() && !(one.is_ascii() && next.is_ascii())
    };
    text.chars().zip(text.chars().skip(1)).any(is_word)
}

/// Returns `true` if `text` is Latin and has at least two letters of ASCII, and no more other letters.
fn is_latin(text: &str) -> bool {
    let is_other = |one: &char| matches!(one, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    let others = text.chars().filter(|one| !one.is_ascii()).count();
    text.chars().all(|one| one.is_ascii() || is_other(&one)) && letters >= others.max(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A long text ends before the word that makes it too long, and the next one is kept.
    #[test]
    fn a_long_text_has_a_limit() {
        let mut kept = Kept::of_long();
        let half = vec![b'x'; MAX_LONG / 2 - 2];
        kept.push(&half, 0, 0);
        assert!(!kept.is_full);
        kept.push(&half, 100, 0);
        assert!(!kept.is_full);
        kept.push(b"xx", 200, 0);
        assert!(kept.is_full);
        kept.drop_last();
        kept.push(&half, 300, 1);
        assert!(!kept.is_full);
    }

    /// Words of all lines together have a limit.
    #[test]
    fn all_texts_have_a_limit() {
        let mut kept = Kept::default();
        kept.push(&[b'x'; MAX - 10], 0, 0);
        kept.complete();
        kept.push(&[b'y'; 8], MAX as u64, 1);
        assert!(!kept.is_full);
        kept.push(b"z", MAX as u64 + 9, 1);
        assert!(kept.is_full);
    }
}
