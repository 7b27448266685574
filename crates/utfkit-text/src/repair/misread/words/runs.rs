//! The runs of a word that were misread in one way, and their text.

use std::ops::Range;

use utfkit::{Encoding, transcode};

use super::{find::is_control, gbk};
use crate::repair::misread::pages::{self, CONTROLS, GBK, Table};

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
    match way {
        CONTROLS => return controls(word),
        GBK => return self::gbk(word),
        _ => {}
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

/// Returns the runs of `word` that become UTF-8. If a part of a run does not, bytes were lost, and
/// the word stays.
fn gbk(word: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut all = Vec::new();
    for (at, character) in word.char_indices().filter(|(_, one)| !one.is_ascii()) {
        if runs.last().is_none_or(|last| last.range.end != at) {
            runs.push(Run { range: at..at, becomes: String::new() });
            all.push(Vec::new());
        }
        if let (Some(run), Some(bytes)) = (runs.last_mut(), all.last_mut()) {
            run.range.end = at + character.len_utf8();
            bytes.extend(gbk::bytes(character));
        }
    }
    for (run, bytes) in runs.iter_mut().zip(all) {
        let Ok(text) = String::from_utf8(bytes) else { return Vec::new() };
        run.becomes = text;
    }
    runs
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
