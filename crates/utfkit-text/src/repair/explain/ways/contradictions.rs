//! Texts that no author wrote: a token was not damaged if it would become one.

use crate::repair::explain::tokens::units::{Unit, character, is_ascii_letter, is_high};
use crate::repair::explain::ways::alternative::Losses;
use crate::repair::explain::ways::channels::{Channel, NONE};

/// This many letters in the order of their code points are a table.
const TABLE: usize = 4;

/// This many letters without a repeated one are a list of letters, and seldom a word. A shorter list has
/// capitals and small letters.
const LONG_LIST: usize = 14;
const LIST: usize = 6;

/// Returns `true` if `token` was not `becomes` before a channel damaged it.
pub(super) fn is_contradicted(
    token: &[Unit],
    becomes: &[Unit],
    channel: Channel,
    lost: Losses,
) -> bool {
    mixes(becomes, lost) && !mixes(token, lost)
        || (is_rare(channel) || lost.is_any())
            && has_inner_capital(becomes)
            && !has_inner_capital(token)
        || channel.is_legacy() && has_late_capital(becomes)
        || matches!(channel, Channel::Gbk) && is_table(becomes)
}

/// Returns `true` if a single character of a script that is not mixed with Latin is next to a letter of
/// ASCII. If a space was eaten, no other script is.
fn mixes(units: &[Unit], lost: Losses) -> bool {
    // Greek letters are in formulas, and Chinese, Japanese and Korean text has Latin names.
    let is_other = |unit: Unit| match unit {
        0x400..0x1E00 | 0xFB1D..0xFE00 | 0xFE70..0xFEFF => true,
        0x2E80..0xFB00 => lost.spaces > 0,
        _ => false,
    };
    let mut others = (0..units.len()).filter(|&at| is_other(units[at]));
    let (Some(at), None) = (others.next(), others.next()) else { return false };
    let is_latin = |at: Option<usize>| {
        at.and_then(|at| units.get(at)).is_some_and(|&unit| is_ascii_letter(unit))
    };
    is_latin(at.checked_sub(1)) || is_latin(Some(at + 1))
}

/// Returns `true` if a capital is after a small letter.
fn has_late_capital(units: &[Unit]) -> bool {
    units.windows(2).any(|two| {
        is_high(two[0])
            && is_high(two[1])
            && character(two[0]).is_lowercase()
            && character(two[1]).is_uppercase()
    })
}

/// Returns `true` if the text was read once in another charset than windows-1252.
const fn is_rare(channel: Channel) -> bool {
    matches!(channel, Channel::Utf8([page, NONE, NONE]) if page > 0)
}

/// Returns `true` if a capital beyond ASCII is between two small letters.
fn has_inner_capital(units: &[Unit]) -> bool {
    units.windows(3).any(|three| {
        is_high(three[1])
            && character(three[1]).is_uppercase()
            && [three[0], three[2]].iter().all(|&unit| character(unit).is_lowercase())
    })
}

/// Returns `true` if a single wide character is next to a letter of ASCII. One sequence of three bytes is
/// there by chance.
pub(super) fn mixes_wide(units: &[Unit]) -> bool {
    let mut wide = (0..units.len()).filter(|&at| matches!(units[at], 0x2E80..0xFB00));
    let (Some(at), None) = (wide.next(), wide.next()) else { return false };
    at > 0 && is_ascii_letter(units[at - 1])
        || units.get(at + 1).is_some_and(|&unit| is_ascii_letter(unit))
}

/// Returns `true` if the letters are in the order of their code points.
fn is_table(units: &[Unit]) -> bool {
    units.windows(TABLE).any(|some| some.windows(2).all(|two| two[1] == two[0] + 1))
}

/// Returns `true` if the letters of `token` beyond ASCII are in the order of a charset (`àáâã`).
pub(super) fn is_ascending(token: &[Unit]) -> bool {
    let count = token.iter().filter(|&&unit| is_high(unit)).count();
    let ascending = token.windows(2).filter(|two| is_high(two[0]) && two[1] > two[0]).count();
    count >= 5 && 4 * ascending >= 3 * (count - 1)
}

/// Returns `true` if the letters of `token` beyond ASCII are a list: none of them is there twice, and
/// they are many, or some are capitals and small letters.
pub(super) fn is_list(token: &[Unit]) -> bool {
    let mut high: Vec<Unit> = token.iter().copied().filter(|&unit| is_high(unit)).collect();
    let count = high.len();
    high.sort_unstable();
    high.dedup();
    let has_both = |&&unit: &&Unit| {
        let small = character(unit).to_lowercase().next().map_or(unit, Unit::from);
        small != unit && high.binary_search(&small).is_ok()
    };
    let pairs = || high.iter().filter(has_both).count();
    count == high.len() && (count >= LONG_LIST || count >= LIST && pairs() > 1)
}

/// Returns `true` if `token` begins with a quotation mark. As a part of a sequence, it is after others,
/// so it is correct. It would have been damaged as well.
pub(super) fn has_correct_mark(token: &[Unit]) -> bool {
    matches!(token, [0xAB | 0x201C | 0x201E | 0x2039, _, ..])
}
