//! Keeps the first words of a stream that are UTF-8 and not US-ASCII, in lines that are not UTF-8.

use std::ops::Range;

use utfkit::Encoding;

use crate::detect::{
    model::meter::Meter,
    utf8::kept::{Kept, Meant},
};

/// The first words that are UTF-8 and not US-ASCII, in lines that are not UTF-8. A part consists of the
/// words of a line between others that are not UTF-8.
#[derive(Debug, Default)]
pub(crate) struct GoodParts {
    kept: Kept,
    /// The word that may continue, and its offset and that of its line.
    open: Option<(Vec<u8>, u64, u64)>,
    /// The end of the last ill-formed subpart.
    after_error: Option<u64>,
    /// The number of words, including words that are not kept.
    pub(crate) count: u64,
}

impl GoodParts {
    /// Judges the parts in a text in `charset`, most of which is in `language`, if that is known.
    pub(crate) fn judge(&self, charset: Encoding, language: Option<&str>) -> Meant {
        self.kept.judge(charset, language, true)
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
            match is_good(&bytes[word.clone()]) && Some(start) != self.after_error {
                true => self.open = Some((bytes[word].to_vec(), start, line)),
                false => self.end(),
            }
        }
        if at < bytes.len() {
            self.end_word();
        }
    }

    /// Adds an ill-formed subpart of `len` bytes at `offset`.
    pub(crate) fn add_error(&mut self, offset: u64, len: usize) {
        // The last word continues with the error.
        self.open = self.open.take().filter(|(word, at, _)| at + word.len() as u64 != offset);
        self.end();
        self.after_error = Some(offset + len as u64);
    }

    /// Ends the part.
    pub(crate) fn end(&mut self) {
        self.end_word();
        self.kept.complete();
    }

    /// Counts the lines that begin in `block` at `offset`, with `feeds` line feeds before it.
    pub(crate) fn count(&mut self, block: &[u8], offset: u64, feeds: u64) {
        self.kept.count(block, offset, feeds);
    }

    /// Ends the word.
    fn end_word(&mut self) {
        if let Some((word, offset, line)) = self.open.take() {
            self.count += 1;
            self.kept.push(&word, offset, line);
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
