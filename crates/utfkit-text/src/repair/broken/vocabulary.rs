//! What a text has in UTF-8, be it as URLs have it: what its bytes that are ill-formed can be is
//! told by that.

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use crate::repair::broken::readings::small;
use crate::repair::mojibake;
use utfkit::utf8;

/// Bytes of a word: what is longer is none.
const LONGEST: usize = 256;

/// What a text has in UTF-8.
#[derive(Clone, Debug, Default)]
pub(crate) struct Own {
    /// The languages that have all its letters, as [`home`] tells them.
    pub(crate) home: Option<u64>,
    /// The words with such letters.
    words: BTreeSet<Vec<u8>>,
    /// Whether there is any character beyond ASCII.
    any: bool,
    /// Those of them that ISO-8859-1 has, as small ones: a bit for each from 80 on.
    letters: u128,
}

impl Own {
    pub(crate) fn of(text: &[u8]) -> Self {
        let text = &*unescaped(text);
        let is_whole = |word: &&[u8]| {
            word.len() <= LONGEST && !word.is_ascii() && std::str::from_utf8(word).is_ok()
        };
        let mut words = BTreeSet::new();
        for word in text.split(ends_word).filter(is_whole) {
            if !words.contains(word) {
                words.insert(word.to_vec());
            }
        }
        let (any, letters) = letters_of(text);
        Self { home: home_of(text), words, any, letters }
    }

    /// Whether there is none of UTF-8 beyond ASCII.
    pub(crate) fn is_empty(&self) -> bool {
        !self.any
    }

    /// Whether `letter`, which ISO-8859-1 has, is there, small or not.
    pub(crate) fn has_letter(&self, letter: char) -> bool {
        self.letters & bit(small(letter)) > 0
    }

    /// Whether `word`, in UTF-8, is one of them.
    pub(crate) fn has_word(&self, word: &[u8]) -> bool {
        self.words.contains(word)
    }

    /// Those of `strays`, which stand in `line`, in words that are none of these as ISO-8859-1
    /// reads them.
    pub(crate) fn lacks<'s>(
        &self,
        line: &[u8],
        strays: &'s [Range<usize>],
    ) -> Cow<'s, [Range<usize>]> {
        if self.words.is_empty() {
            return strays.into();
        }
        let mut lacking = Vec::new();
        let mut rest = strays;
        while let Some(first) = rest.first() {
            // No stray ends a word.
            let before = line[..first.start].iter().rposition(ends_word);
            let start = before.map_or(0, |end| end + 1);
            let len = line[first.end..].iter().position(ends_word);
            let end = len.map_or(line.len(), |len| first.end + len);
            let (inside, behind) = rest.split_at(rest.partition_point(|one| one.start < end));
            if end - start > LONGEST
                || !self.words.contains(read(line, start..end, inside).as_bytes())
            {
                lacking.extend_from_slice(inside);
            }
            rest = behind;
        }
        lacking.into()
    }
}

/// The bytes of `line` in `range` with `strays`, which lie in it, as ISO-8859-1 reads them.
fn read(line: &[u8], range: Range<usize>, strays: &[Range<usize>]) -> String {
    let between = |range: Range<usize>| std::str::from_utf8(&line[range]).unwrap_or("\0");
    let mut word = String::new();
    let mut done = range.start;
    for one in strays {
        word.push_str(between(done..one.start));
        word.extend(line[one.clone()].iter().copied().map(char::from));
        done = one.end;
    }
    word.push_str(between(done..range.end));
    word
}

/// The languages, a bit for each, that have all letters of Latin beyond ASCII which `text` has in
/// UTF-8, be it as URLs have it; `None` if it has none, or no language has them all.
pub(crate) fn home(text: &[u8]) -> Option<u64> {
    home_of(&unescaped(text))
}

fn home_of(text: &[u8]) -> Option<u64> {
    let is_own =
        |one: &char| !one.is_ascii() && mojibake::is_latin(*one) && mojibake::is_alphabetic(*one);
    let mut letters = utf8::chunks(text)
        .filter(|chunk| !chunk.text().is_ascii())
        .flat_map(|chunk| chunk.text().chars())
        .filter(is_own)
        .map(small)
        .peekable();
    letters.peek()?;
    Some(mojibake::languages_having(letters)).filter(|&languages| languages > 0)
}

/// Whether `text` has characters beyond ASCII in UTF-8, and those that ISO-8859-1 has, as
/// [`Own::letters`].
fn letters_of(text: &[u8]) -> (bool, u128) {
    let (mut any, mut letters) = (false, 0);
    for chunk in utf8::chunks(text).filter(|chunk| !chunk.text().is_ascii()) {
        any = true;
        // None beyond these has a small letter that ISO-8859-1 has, but for two.
        let near = |one: &char| matches!(one, '\u{80}'..='\u{17F}' | '\u{1E9E}' | '\u{212B}');
        letters |= chunk.text().chars().filter(near).fold(0, |all, one| all | bit(small(one)));
    }
    (any, letters)
}

/// Its bit in [`Own::letters`], if it has one.
fn bit(letter: char) -> u128 {
    match letter {
        '\u{80}'..='\u{FF}' => 1 << (letter as u32 - 0x80),
        _ => 0,
    }
}

fn ends_word(byte: &u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphabetic()
}

/// `text` with the bytes beyond ASCII that are escaped in it as in URLs.
fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| first == b'%');
        let digits = digits.and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        let byte = byte.filter(|byte| !byte.is_ascii());
        rest = if byte.is_some() { &behind[2..] } else { behind };
        bytes.push(byte.unwrap_or(first));
    }
    bytes.into()
}
