//! The search for words that may contain UTF-8 in the characters of a charset.

use std::ops::Range;

use utfkit::utf8;

use super::gbk::{self, Scan};
use crate::repair::{
    misread::{
        memory::hash,
        pages::{ALL_LEGACY, ALL_PAGES, CONTROLS, GBK, Pages, Row, Set, Table},
    },
    parts::is_space,
};

/// The charsets in which a sequence is incomplete after a character: one, two or three more bytes
/// must follow.
#[derive(Clone, Copy, Default)]
struct Open([Pages; 3]);

impl Open {
    /// Adds a character. Returns the charsets in which it completes a sequence.
    fn push(&mut self, row: &Row) -> Pages {
        let Open([one, two, three]) = *self;
        let [of_two, of_three, of_four] = row.leads;
        let on = row.continues;
        self.0 = [of_two | two & on, of_three | three & on, of_four];
        one & on
    }
}

/// A word of a text, with the ways in which it may have been misread.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) range: Range<usize>,
    pub(crate) ways: Set,
}

/// This many adjacent non-ASCII characters of windows-1252 may be text in another charset.
const MANY: usize = 3;

/// Returns the first word of `text` after `from` with a non-ASCII character. It begins at `from` or
/// after a space. A word of more than `most` bytes is cut, if possible where no sequence continues.
pub(crate) fn next_word(text: &str, from: usize, most: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let at = from + ascii_prefix(&bytes[from..]);
    if at == bytes.len() {
        return None;
    }
    let start = bytes[from..at].iter().rposition(|&byte| is_space(byte));
    let start = start.map_or(from, |space| from + space + 1).max(at.saturating_sub(most / 2));
    let far = bytes.len().min(start.saturating_add(most));
    let end = at + len_to_space(&bytes[at..far]);
    if end < far || end == bytes.len() {
        return Some(start..end);
    }
    let end = utf8::floor_boundary(bytes, far);
    let ascii = bytes[at..end].iter().rposition(u8::is_ascii);
    Some(start..ascii.map_or(end, |ascii| at + ascii + 1))
}

/// Returns a key for the word of `text` in `range`. A space after the word may be part of the damage.
pub(crate) fn key(text: &str, range: &Range<usize>) -> u64 {
    let is_followed = text.as_bytes().get(range.end) == Some(&b' ');
    hash(&text[range.clone()]) ^ u64::from(is_followed) << 63
}

/// Returns `true` if `character` is a control whose byte is `€`, `Œ`, `œ`, `™`, a quotation mark or
/// a dash in windows-1252. Other charsets have letters at the other bytes.
pub(super) const fn is_control(character: char) -> bool {
    matches!(character, '\u{80}' | '\u{8C}' | '\u{91}'..='\u{97}' | '\u{99}' | '\u{9C}')
}

/// Returns the number of adjacent characters of windows-1252 after `many` and the one of `row`.
/// Repetitions of a character do not count.
const fn many_of(many: usize, row: &Row, is_repeated: bool) -> usize {
    if row.bytes[0] == 0 { 0 } else { many + !is_repeated as usize }
}

/// Returns the number of ASCII bytes at the start of `bytes`.
fn ascii_prefix(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let high = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
        if high != 0 {
            return at + high.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Returns the number of bytes of `text` before the first space.
fn len_to_space(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        // The high bit of each byte up to U+0020. A byte after such a byte may have it wrongly.
        let eight = u64::from_le_bytes(*eight);
        let low = eight.wrapping_sub(0x2121_2121_2121_2121) & !eight & 0x8080_8080_8080_8080;
        if low != 0 {
            at += low.trailing_zeros() as usize / 8;
            if is_space(text[at]) {
                return at;
            }
            at += 1;
        } else {
            at += 8;
        }
    }
    at + text[at..].iter().take_while(|&&byte| !is_space(byte)).count()
}

impl Word {
    /// Returns the first word of `text` after `from` that may have been misread.
    pub(crate) fn next(text: &str, table: &Table, from: usize) -> Option<Word> {
        let mut from = from;
        loop {
            let range = next_word(text, from, usize::MAX)?;
            let ways = ways(text, range.clone(), table);
            if ways != 0 {
                return Some(Word { range, ways });
            }
            from = range.end;
        }
    }
}

/// Returns all words of `text` with a non-ASCII character of windows-1252. If one of them was in
/// another legacy charset, all may have been.
pub(crate) fn western(text: &str, table: &Table) -> Vec<Word> {
    let is_western = |character: char| table.row(character).is_some_and(|row| row.bytes[0] != 0);
    let base = text.as_ptr() as usize;
    let words = text.split(|character: char| u8::try_from(character).is_ok_and(is_space));
    let words = words.filter(|word| word.chars().any(is_western)).map(|word| {
        let start = word.as_ptr() as usize - base;
        let range = start..start + word.len();
        Word { ways: ways(text, range.clone(), table) | ALL_LEGACY, range }
    });
    words.collect()
}

/// Returns the ways in which the word of `text` in `range` may have been misread. It does not use the
/// model.
pub(crate) fn ways(text: &str, range: Range<usize>, table: &Table) -> Set {
    let (mut open, mut ways): (_, Set) = (Open::default(), 0);
    let mut scan = Scan::default();
    let (mut many, mut most, mut last, mut leads_space) = (0, 0, '\0', 0);
    let mut is_letter = false;
    for character in text[range.clone()].chars() {
        let is_after_letter = std::mem::replace(&mut is_letter, character.is_ascii_alphabetic());
        if is_letter {
            ways |= Set::from(scan.is_complete()) << GBK;
        }
        if character >= gbk::FIRST || scan.is_open() {
            ways |= Set::from(scan.push(character, is_after_letter)) << GBK;
        }
        let Some(row) = table.row(character) else {
            (open, many, leads_space) = (Open::default(), 0, 0);
            continue;
        };
        ways |= Set::from(open.push(row));
        many = many_of(many, row, character == last);
        last = character;
        most = most.max(many);
        leads_space = row.leads_space;
        ways |= Set::from(is_control(character)) << CONTROLS;
    }
    if text[range.end..].starts_with(' ') {
        ways |= Set::from(leads_space);
    }
    // Controls of a sequence are not single controls.
    if ways & 1 != 0 {
        ways &= !(1 << CONTROLS);
    }
    // A word that is UTF-8 in some charset was not in a legacy charset.
    if most >= MANY && ways & ALL_PAGES == 0 { ways | ALL_LEGACY } else { ways }
}
