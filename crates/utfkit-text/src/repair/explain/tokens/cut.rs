//! Tokens: the parts of a line that are damaged or correct as a whole.
//!
//! A token is a run of letters and of characters and bytes beyond ASCII. It is cut at every other
//! character, so that JSON, SQL and HTML have the same tokens as prose. A space or a `?` belongs to a
//! token if it may stand for a byte of a sequence.

use std::ops::Range;

use crate::repair::explain::tokens::gate::{LOSSY, SPACED};
use crate::repair::explain::tokens::units::{
    RAW, REPLACEMENT, Unit, character, is_ascii_letter, is_high, is_raw,
};
use crate::repair::explain::ways::pages::{Row, Table};
use crate::repair::explain::weights::cut::MAX_TOKEN;

/// Returns the first token of `units` after `from`.
pub(crate) fn next(units: &[Unit], from: usize, table: &Table) -> Option<Range<usize>> {
    let start = (from..units.len()).find(|&at| is_part(units, at))?;
    let most = units.len().min(start + MAX_TOKEN);
    let mut end = start + 1;
    while end < most && (is_part(units, end) || joins(units, start, end, table)) {
        end += 1;
    }
    Some(start..end)
}

/// Returns `true` if the unit at `at` belongs to a token in any case.
fn is_part(units: &[Unit], at: usize) -> bool {
    let unit = units[at];
    if is_high(unit) || is_ascii_letter(unit) {
        return true;
    }
    let (Some(&before), after) = (at.checked_sub(1).map(|at| &units[at]), units.get(at + 1)) else {
        return false;
    };
    let is_letter = |unit: Unit| is_high(unit) || is_ascii_letter(unit);
    let is_middle = |unit: Unit| (0x80..0x2200).contains(&unit);
    match unit {
        0x27 if is_letter(before) && after.is_some_and(|&after| is_letter(after)) => true,
        // The digits of a character of four bytes in GB 18030.
        0x30..0x3A if is_raw(before) => {
            let is_second = at >= 3 && matches!(units[at - 2], 0x30..0x3A) && is_raw(units[at - 3]);
            is_second || after.is_some_and(|&after| is_raw(after))
        }
        // The second byte of a character in Shift_JIS, GBK or Big5.
        0x40..0x7F if is_raw(before) => true,
        0x40 | 0x5B..=0x60 | 0x7B..=0x7E => {
            is_middle(before) && after.is_some_and(|&after| is_middle(after))
        }
        _ => false,
    }
}

/// Returns `true` if the space at the start of `after` may stand for a byte of a sequence at the end of
/// `word`.
pub(crate) fn has_space(word: &str, after: &str, table: &Table) -> bool {
    let mut last = word.chars().rev().map(Unit::from);
    let mut units = [0; 5];
    (units[1], units[0]) = (last.next().unwrap_or(0), last.next().unwrap_or(0));
    units[2..].iter_mut().zip(after.chars()).for_each(|(unit, next)| *unit = next.into());
    joins(&units, 0, 2, table)
}

/// Returns `true` if a space after `word` may stand for a byte of a sequence at the end of `word`, if the
/// right characters follow.
pub(crate) fn may_have_space(word: &str, table: &Table) -> bool {
    let mut last = word.chars().rev();
    let mut row = || last.next().filter(|next| !next.is_ascii()).and_then(|next| table.row(next));
    let Some(last) = row() else { return false };
    let before = row().map_or(0, |before| before.leads[1] | before.leads[2]);
    (last.leads[0] | last.leads[1] | last.leads[2] | last.continues & before) & SPACED != 0
}

/// Returns `true` if the space or `?` at `at` may stand for a byte of a sequence in the token that
/// begins at `start`.
fn joins(units: &[Unit], start: usize, at: usize, table: &Table) -> bool {
    let is_space = units[at] == 0x20;
    if !is_space && units[at] != 0x3F {
        return false;
    }
    let allowed = if is_space { SPACED } else { LOSSY };
    let row = |at: usize| -> Option<&Row> {
        let unit = *units.get(at)?;
        (at >= start && (0x80..RAW).contains(&unit)).then(|| table.row(character(unit)))?
    };
    let Some(last) = row(at - 1) else {
        // Two bytes of a sequence were lost.
        let before = at.checked_sub(2).and_then(row);
        return matches!(units[at - 1], 0x3F | REPLACEMENT)
            && !is_space
            && before.is_some_and(|row| (row.leads[1] | row.leads[2]) & LOSSY != 0);
    };
    // A lead is directly before it, or a lead and a continuation. After the lead of a longer sequence,
    // another byte must follow.
    let next = match units.get(at + 1) {
        Some(0x3F | &REPLACEMENT) => LOSSY,
        _ => row(at + 1).map_or(0, |row| row.continues),
    };
    let mut pages = last.leads[0] | (last.leads[1] | last.leads[2]) & next;
    if let Some(before) = at.checked_sub(2).and_then(row) {
        pages |= last.continues & (before.leads[1] | before.leads[2]);
    }
    // In windows-1251, capital letters are leads. All Russian text has them.
    if is_space && pages & allowed == 1 << 1 {
        let is_alone = at == start + 1 || !is_high(units[at - 2]);
        // The other characters of the word were read in windows-1251 as well.
        let is_other = !is_alone && row(at - 2).is_none_or(|row| row.bytes[1] == 0);
        let is_lead = |row: &Row| (row.leads[0] | row.leads[1]) >> 1 & 1 == 1;
        return is_alone && matches!(units[at - 1], 0x412 | 0x413)
            || !is_other && row(at + 1).is_some_and(is_lead);
    }
    pages & allowed != 0
}

/// Returns `true` if no character beyond ASCII is next to a letter of ASCII.
pub(crate) fn is_alone(token: &[Unit]) -> bool {
    !token.windows(2).any(|two| {
        is_high(two[0]) && is_ascii_letter(two[1]) || is_ascii_letter(two[0]) && is_high(two[1])
    })
}
