//! Keeps the first lines of a stream that are UTF-8 and not US-ASCII. In a text in a charset, such
//! a line is UTF-8 or is there by chance, and its words show which.

use crate::detect::utf8::kept::{Kept, Meant, Others};

/// The first lines that are UTF-8 and not US-ASCII. Lines with the same words are kept once.
#[derive(Clone, Debug, Default)]
pub(crate) struct GoodLines(Kept);

impl GoodLines {
    /// Returns `true` if there are no such lines.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Judges the lines among `others`.
    pub(crate) fn judge(&self, others: Others<'_>) -> Meant {
        self.0.judge(others, false)
    }

    /// Adds `text` at `offset`. Its first line begins at the offset `line`.
    ///
    /// Cost: nothing after enough words.
    pub(crate) fn add(&mut self, text: &str, offset: u64, line: u64) {
        let mut start = line;
        let mut at = offset;
        for part in text.split_inclusive('\n') {
            if self.0.is_full() {
                return;
            }
            let words = part.split_ascii_whitespace().filter(|word| !word.is_ascii());
            words.for_each(|word| self.0.push(word.as_bytes(), start, start));
            at += part.len() as u64;
            if part.ends_with('\n') {
                self.complete();
                start = at;
            }
        }
    }

    /// Ends the line. If an earlier line has the same words, only that one is kept.
    pub(crate) fn complete(&mut self) {
        self.0.complete();
    }

    /// Removes the line that is not complete, because it is not UTF-8.
    pub(crate) fn drop_line(&mut self) {
        self.0.drop_last();
    }

    /// Counts the lines that begin in `block` at `offset`, with `feeds` line feeds before it.
    pub(crate) fn count(&mut self, block: &[u8], offset: u64, feeds: u64) {
        self.0.count(block, offset, feeds);
    }
}
