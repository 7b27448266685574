//! The words of a text that may contain UTF-8 in the characters of a charset.

use std::ops::Range;

use utfkit::{Encoding, transcode, utf8};

use super::pages::{self, ALL_LEGACY, ALL_PAGES, CONTROLS, Row, Set, Table};

/// The charsets in which a sequence is incomplete after a character: one, two or three more bytes
/// must follow.
#[derive(Clone, Copy, Default)]
struct Open([Set; 3]);

impl Open {
    /// Adds a character. Returns the charsets in which it completes a sequence.
    fn push(&mut self, row: &Row) -> Set {
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
        for character in rest.chars() {
            if character.is_ascii() {
                if character == ' ' && leads_space != 0 {
                    return Some(Word::around(text, table, from..at, most));
                }
                break;
            }
            at += character.len_utf8();
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
const fn is_control(character: char) -> bool {
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
    let (mut open, mut ways) = (Open::default(), 0);
    let (mut many, mut most, mut last, mut leads_space) = (0, 0, '\0', 0);
    for character in text[range.clone()].chars() {
        let Some(row) = table.row(character) else {
            (open, many, leads_space) = (Open::default(), 0, 0);
            continue;
        };
        ways |= open.push(row);
        many = many_of(many, row, character == last);
        last = character;
        most = most.max(many);
        leads_space = row.leads_space;
        ways |= Set::from(is_control(character)) << CONTROLS;
    }
    if text[range.end..].starts_with(' ') {
        ways |= leads_space;
    }
    // Controls of a sequence are not single controls.
    if ways & 1 != 0 {
        ways &= !(1 << CONTROLS);
    }
    // A word that is UTF-8 in some charset was not in a legacy charset.
    if most >= MANY && ways & ALL_PAGES == 0 { ways | ALL_LEGACY } else { ways }
}

/// A run of sequences in a word, and the characters that they become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) range: Range<usize>,
    pub(crate) becomes: String,
}

/// Returns the runs that were misread in this way in the word of `text` in `range`. The last one may
/// include a space after the word.
pub(crate) fn runs(text: &str, range: Range<usize>, table: &Table, way: usize) -> Vec<Run> {
    let word = &text[range.clone()];
    if way == CONTROLS {
        return controls(word);
    }
    if let Some(encoding) = pages::encoding(way) {
        return legacy(word, table, encoding).into_iter().collect();
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut bytes = Vec::new();
    let mut places = Vec::new();
    for (at, character) in word.char_indices() {
        let byte = table.row(character).map_or(0, |row| row.bytes[way]);
        if byte == 0 {
            add_runs(&bytes, &places, at, &mut runs);
            bytes.clear();
            places.clear();
        } else {
            bytes.push(byte);
            places.push(at);
        }
    }
    add_runs(&bytes, &places, word.len(), &mut runs);
    if let (Some(&lead), Some(&at)) = (bytes.last(), places.last()) {
        runs.extend(lost_space(lead, at, word.len(), &text[range.end..]));
    }
    runs
}

/// Returns the run of a lead byte in `at..end`, at the end of a word, whose no-break space became the
/// space at the start of `rest`.
fn lost_space(lead: u8, at: usize, end: usize, rest: &str) -> Option<Run> {
    let after = rest.strip_prefix(' ')?;
    let is_letter = after.chars().next().is_some_and(char::is_alphanumeric);
    match lead {
        0xC2 => Some(Run { range: at..end + 1, becomes: "\u{A0}".to_owned() }),
        // Two spaces may have become one.
        0xC3 => Some(Run { range: at..end + usize::from(!is_letter), becomes: "à".to_owned() }),
        _ => None,
    }
}

/// Returns the runs of controls, which become characters of windows-1252.
fn controls(word: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, character) in word.char_indices().filter(|&(_, character)| is_control(character)) {
        let byte = [u32::from(character) as u8];
        let Some(encoding) = pages::encoding(CONTROLS) else { break };
        let (read, _) = transcode::decode_lossy(&byte, encoding);
        match runs.last_mut().filter(|last| last.range.end == at) {
            Some(last) => {
                last.range.end = at + 2;
                last.becomes.push_str(&read);
            }
            None => runs.push(Run { range: at..at + 2, becomes: read.into_owned() }),
        }
    }
    runs
}

/// Returns the run from the first to the last non-ASCII character of `word`, decoded in `encoding`.
fn legacy(word: &str, table: &Table, encoding: Encoding) -> Option<Run> {
    let byte = |character: char| match character {
        '\0'..='\x7F' => Some(character as u8),
        _ => table.row(character).map(|row| row.bytes[0]).filter(|&byte| byte > 0),
    };
    let bytes: Option<Vec<u8>> = word.chars().map(byte).collect();
    let bytes = bytes?;
    let (read, findings) = transcode::decode_lossy(&bytes, encoding);
    if findings > 0 || read.chars().any(|one| matches!(one, '\u{80}'..='\u{9F}')) {
        return None;
    }
    let start = bytes.iter().position(|byte| !byte.is_ascii())?;
    let both = word.bytes().rev().zip(read.bytes().rev());
    let same = both.take_while(|(one, other)| one == other && one.is_ascii()).count();
    let same = same.min(word.len() - start).min(read.len().checked_sub(start)?);
    let becomes = read[start..read.len() - same].to_owned();
    Some(Run { range: start..word.len() - same, becomes })
}

/// Adds the runs of `bytes`. Their characters begin at `places`, and the last one ends at `end`.
fn add_runs(bytes: &[u8], places: &[usize], end: usize, runs: &mut Vec<Run>) {
    let mut at = 0;
    while at < bytes.len() {
        let len = match bytes[at] {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 0,
        };
        let sequence = bytes.get(at..at + len).filter(|_| len > 0);
        let Some(text) = sequence.and_then(|sequence| std::str::from_utf8(sequence).ok()) else {
            at += 1;
            continue;
        };
        let range = places[at]..places.get(at + len).copied().unwrap_or(end);
        match runs.last_mut().filter(|last| last.range.end == range.start) {
            Some(last) => {
                last.range.end = range.end;
                last.becomes.push_str(text);
            }
            None => runs.push(Run { range, becomes: text.to_owned() }),
        }
        at += len;
    }
}

/// Returns `word` with the `runs` replaced.
pub(crate) fn with(word: &str, runs: &[Run]) -> String {
    let mut text = String::with_capacity(word.len());
    let mut done = 0;
    for run in runs {
        text.push_str(&word[done..run.range.start]);
        text.push_str(&run.becomes);
        // The last run may include a space after the word.
        done = run.range.end.min(word.len());
    }
    text.push_str(&word[done..]);
    text
}
