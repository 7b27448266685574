//! Keeps the first words of a stream that are UTF-8 and not US-ASCII, in lines that are not UTF-8.

use std::ops::Range;

use crate::detect::weights::good_parts::GLUED;
use crate::detect::{
    model::meter::Meter,
    utf8::kept::{Kept, Meant, Others},
};

/// The first words that are UTF-8 and not US-ASCII, in lines that are not UTF-8. A part consists of the
/// words of a line between others that are not UTF-8.
#[derive(Clone, Debug)]
pub(crate) struct GoodParts {
    /// The first parts.
    kept: Kept,
    /// The longest ones of the others, and of those that are next to other bytes beyond US-ASCII.
    long: Kept,
    /// The word that may continue, and its offset and that of its line.
    open: Option<(Vec<u8>, u64, u64)>,
    /// The end of the last ill-formed subpart.
    after_error: Option<u64>,
    /// The number of words, including words that are not kept.
    pub(crate) count: u64,
}

impl Default for GoodParts {
    fn default() -> Self {
        let (kept, long) = (Kept::default(), Kept::of_long());
        Self { kept, long, open: None, after_error: None, count: 0 }
    }
}

impl GoodParts {
    /// Judges the parts among `others`.
    pub(crate) fn judge(&self, others: Others<'_>) -> Meant {
        let mut meant = self.kept.judge(others, true);
        let long = self.long.judge(others, true);
        let is_known = meant.line.as_ref().is_some_and(|line| line.is_sure);
        if let Some(line) = long.line.filter(|line| line.is_sure) {
            meant.are_several |= is_known || long.are_several;
            if !is_known {
                meant.line = Some(line);
            }
        }
        meant
    }

    /// Adds `bytes` at `offset`, in the line at the offset `line`. They have ill-formed subparts or not,
    /// and no line feed except at the end.
    ///
    /// Cost: a pass over the bytes.
    pub(crate) fn add(&mut self, bytes: &[u8], offset: u64, line: u64) {
        let mut at = 0;
        while let Some(found) = bytes[at..].iter().position(|byte| !byte.is_ascii()) {
            let word = word_around(bytes, at..at + found);
            at = word.end;
            self.end_word();
            let start = offset + word.start as u64;
            if is_good(&bytes[word.clone()]) && Some(start) != self.after_error {
                self.open = Some((bytes[word].to_vec(), start, line))
            } else {
                self.end();
                self.add_glued(&bytes[word], start, line);
            }
        }
        if at < bytes.len() {
            self.end_word();
        }
    }

    /// Adds an ill-formed subpart of `len` bytes at `offset`.
    pub(crate) fn add_error(&mut self, offset: u64, len: usize) {
        // The last word continues with the error.
        let glued = self.open.take_if(|(word, at, _)| *at + word.len() as u64 == offset);
        self.end();
        if let Some((word, at, line)) = glued {
            self.add_glued(&word, at, line);
        }
        self.after_error = Some(offset + len as u64);
    }

    /// Ends the part.
    pub(crate) fn end(&mut self) {
        self.end_word();
        self.kept.complete();
        self.long.complete();
    }

    /// Adds the parts of `word` at `offset` that are UTF-8, although other bytes beyond US-ASCII are
    /// next to them.
    fn add_glued(&mut self, word: &[u8], offset: u64, line: u64) {
        // Nearly all words end here, in less time than a decoder takes.
        if !word.windows(6).any(|bytes| is_wide(&bytes[..3]) && is_wide(&bytes[3..])) {
            return;
        }
        let mut at = offset;
        for chunk in word.utf8_chunks() {
            for part in chunk.valid().split_inclusive(|one| one < '\u{800}') {
                let wide = part.trim_end_matches(|one| one < '\u{800}');
                if wide.chars().count() >= GLUED && Meter::of(wide).odd == 0 {
                    self.long.push_glued(wide.as_bytes(), at, line);
                }
                at += part.len() as u64;
            }
            at += chunk.invalid().len() as u64;
        }
    }

    /// Counts the lines that begin in `block` at `offset`, with `feeds` line feeds before it.
    pub(crate) fn count(&mut self, block: &[u8], offset: u64, feeds: u64) {
        self.kept.count(block, offset, feeds);
        self.long.count(block, offset, feeds);
    }

    /// Ends the word.
    fn end_word(&mut self) {
        if let Some((word, offset, line)) = self.open.take() {
            self.count += 1;
            let kept = if self.kept.is_full() { &mut self.long } else { &mut self.kept };
            kept.push(&word, offset, line);
        }
    }
}

/// Returns the word of `bytes` that contains the byte at the end of `before`. It begins there or in
/// `before`.
fn word_around(bytes: &[u8], before: Range<usize>) -> Range<usize> {
    let in_word = |byte: &&u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let start = bytes[before.clone()].iter().rev().take_while(in_word).count();
    let end = bytes[before.end..].iter().take_while(in_word).count();
    before.end - start..before.end + end
}

/// Returns `true` if `bytes` have the form of a sequence of three bytes.
fn is_wide(bytes: &[u8]) -> bool {
    matches!(bytes, [0xE0..=0xEF, 0x80..=0xBF, 0x80..=0xBF])
}

/// Returns `true` if `word` is UTF-8, and someone may have written it.
fn is_good(word: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(word) else { return false };
    // In a word with letters of US-ASCII, other letters than Latin ones are there by chance.
    let joins = text.bytes().any(|byte| byte.is_ascii());
    if joins && !text.chars().all(is_latin) {
        return false;
    }
    Meter::of(text).odd == 0
}

/// Returns `true` for a Latin letter, and for any character that is not a letter.
fn is_latin(character: char) -> bool {
    !character.is_alphabetic() || matches!(character, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;

    const TOWN: &str =
        "\u{413}\u{443}\u{431}\u{430}\u{434}\u{43B}\u{44B}\u{43D}\u{441}\u{43A}\u{456}";

    /// Returns the text that is certainly UTF-8 in a text in ibm855.
    fn sure(parts: &GoodParts) -> Option<String> {
        let charset = "ibm855".parse().ok()?;
        let others = Others { charset, language: Some("be"), is_one_byte: true };
        let line = parts.judge(others).line?;
        line.is_sure.then_some(line.text)
    }

    /// In some charsets, short words are often UTF-8 by chance.
    #[test]
    fn a_long_part_after_many_short_ones_is_kept() {
        let mut parts = GoodParts::default();
        for number in 0..2000 {
            let word = format!("\u{436}{number}");
            parts.kept.push(word.as_bytes(), number, 0);
            parts.end();
        }
        assert!(parts.kept.is_full());
        assert_eq!(sure(&parts), None);
        parts.add(TOWN.as_bytes(), 9999, 0);
        parts.end();
        for number in 0..2000 {
            let word = format!("\u{436}\u{436}\u{436}\u{436}{number}");
            parts.long.push(word.as_bytes(), number, 0);
            parts.end();
        }
        assert_eq!(sure(&parts).as_deref(), Some(TOWN));
    }
}
