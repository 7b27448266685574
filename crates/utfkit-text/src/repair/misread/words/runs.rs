//! The runs of a word that were misread in one way, and their text.

use std::{iter, ops::Range};

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
    for unit in units(text, range, table, way).filter(|unit| unit.how != How::Stays) {
        match runs.last_mut().filter(|last| last.range.end == unit.range.start) {
            Some(last) if unit.how == How::Sequence => {
                last.range.end = unit.range.end;
                last.becomes.push(unit.becomes);
            }
            _ => runs.push(Run { range: unit.range, becomes: unit.becomes.to_string() }),
        }
    }
    runs
}

/// Returns the characters that the word of `text` in `range` becomes if it is UTF-8 in a charset.
pub(crate) fn characters(
    text: &str,
    range: Range<usize>,
    table: &Table,
    page: usize,
) -> impl Iterator<Item = char> {
    units(text, range, table, page).map(|unit| unit.becomes)
}

/// A character of a word, or several that become one.
struct Unit {
    range: Range<usize>,
    becomes: char,
    how: How,
}

/// The reason for which a character becomes another.
#[derive(PartialEq, Eq)]
enum How {
    Stays,
    /// A sequence of UTF-8.
    Sequence,
    /// A lead byte at the end of the word. The no-break space after it became a space.
    LostSpace,
}

/// Returns the units of the word of `text` in `range` if it is UTF-8 in the charset `page`.
fn units(
    text: &str,
    range: Range<usize>,
    table: &Table,
    page: usize,
) -> impl Iterator<Item = Unit> {
    let (word, after) = (&text[range.clone()], &text[range.end..]);
    let mut rest = word.chars();
    let byte_of = move |character| table.row(character).map_or(0, |row| row.bytes[page]);
    iter::from_fn(move || {
        let start = word.len() - rest.as_str().len();
        let character = rest.next()?;
        let unit = |end, becomes, how| Some(Unit { range: start..end, becomes, how });
        let end = word.len() - rest.as_str().len();
        let lead = byte_of(character);
        let len = match lead {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return unit(end, character, How::Stays),
        };
        let mut bytes = [lead, 0, 0, 0];
        let mut ahead = rest.clone();
        bytes[1..len].iter_mut().for_each(|byte| *byte = ahead.next().map_or(0, byte_of));
        let sequence = str::from_utf8(&bytes[..len]).ok().and_then(|text| text.chars().next());
        if let Some(becomes) = sequence {
            rest = ahead;
            return unit(word.len() - rest.as_str().len(), becomes, How::Sequence);
        }
        match (lead, after.strip_prefix(' ')) {
            (0xC2, Some(_)) if end == word.len() => unit(end + 1, '\u{A0}', How::LostSpace),
            (0xC3, Some(after)) if end == word.len() => {
                // Two spaces may have become one.
                let is_letter = after.chars().next().is_some_and(char::is_alphanumeric);
                unit(end + usize::from(!is_letter), 'à', How::LostSpace)
            }
            _ => unit(end, character, How::Stays),
        }
    })
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
        // A character that GBK does not have is a NUL here.
        let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        let Some(text) = text else { return Vec::new() };
        run.becomes = text;
    }
    runs
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
