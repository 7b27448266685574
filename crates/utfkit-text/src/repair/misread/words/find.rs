//! The search for words that may contain UTF-8 in the characters of a charset.

use std::ops::Range;

use utfkit::utf8;

use super::gbk::{self, Scan};
use crate::repair::misread::pages::{ALL_LEGACY, ALL_PAGES, CONTROLS, GBK, Pages, Row, Set, Table};

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

/// Returns the first word of `text` after `from` that may have been misread, with at most `most`
/// bytes on each side of the sequence.
///
/// Cost: this function determines the speed on clean text. It reads each character once and does
/// not use the model.
pub(crate) fn next(text: &str, table: &Table, from: usize, most: usize) -> Option<Word> {
    let bytes = text.as_bytes();
    let mut at = from;
    let mut open = Open::default();
    loop {
        at += ascii_prefix(&bytes[at..]);
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let (mut many, mut last, mut leads_space) = (0, '\0', 0);
        let mut scan = Scan::default();
        for character in rest.chars() {
            if character.is_ascii() {
                if character == ' ' && leads_space != 0 {
                    return Some(Word::around(text, table, from..at, most));
                }
                break;
            }
            at += character.len_utf8();
            if (character >= gbk::FIRST || scan.is_open()) && scan.push(character) {
                return Some(Word::around(text, table, from..at, most));
            }
            let Some(row) = table.row(character) else {
                (open, many, leads_space) = (Open::default(), 0, 0);
                continue;
            };
            many = many_of(many, row, character == last);
            last = character;
            leads_space = row.leads_space;
            if open.push(row) != 0 || many == MANY || is_control(character) {
                return Some(Word::around(text, table, from..at, most));
            }
        }
        open = Open::default();
    }
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

/// Returns `true` if `byte` ends a word.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl Word {
    /// Returns the word of `text` around the end of `found`, with at most `most` bytes on each side.
    fn around(text: &str, table: &Table, found: Range<usize>, most: usize) -> Word {
        let (bytes, at) = (text.as_bytes(), found.end);
        let near = utf8::floor_boundary(bytes, at.saturating_sub(most)).max(found.start);
        let start = bytes[near..at].iter().rposition(|&byte| is_space(byte));
        let start = start.map_or(near, |space| near + space + 1);
        let far = utf8::floor_boundary(bytes, at + most);
        let len = bytes[at..far].iter().position(|&byte| is_space(byte));
        let range = start..len.map_or(far, |len| at + len);
        let ways = ways(text, range.clone(), table);
        Word { range, ways }
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

/// Returns the ways in which the word of `text` in `range` may have been misread.
fn ways(text: &str, range: Range<usize>, table: &Table) -> Set {
    let (mut open, mut ways): (_, Set) = (Open::default(), 0);
    let mut scan = Scan::default();
    let (mut many, mut most, mut last, mut leads_space) = (0, 0, '\0', 0);
    for character in text[range.clone()].chars() {
        ways |= Set::from(scan.push(character)) << GBK;
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
