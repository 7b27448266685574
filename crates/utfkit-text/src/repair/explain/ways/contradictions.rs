//! Texts that no author wrote: a token was not damaged if it would become one.

use crate::model::letters::{Case, Kind, Letter};
use crate::repair::explain::tokens::units::{Unit, character, is_ascii_letter, is_high};
use crate::repair::explain::ways::alternative::Losses;
use crate::repair::explain::ways::channels::{Channel, NONE};
use crate::repair::explain::weights::contradictions::{ALPHABET, LIST, LONG_LIST, TABLE};

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
    units
        .windows(2)
        .any(|two| is_high(two[0]) && is_high(two[1]) && is_late_capital([two[0], two[1]]))
}

/// Returns `true` if the second unit is a capital, and the first a small letter.
pub(super) fn is_late_capital([before, unit]: [Unit; 2]) -> bool {
    is_high(unit) && character(unit).is_uppercase() && character(before).is_lowercase()
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

/// Returns `true` if `line` lists the letters of ASCII. Then its other letters are a list, too.
pub(crate) fn lists_letters(line: &[Unit]) -> bool {
    line.windows(ALPHABET)
        .any(|some| is_ascii_letter(some[0]) && some.windows(2).all(|two| two[1] == two[0] + 1))
}

/// Returns `true` if `line` has both quotation marks `«` and `»`. Then they are not letters.
pub(crate) fn has_quotes(line: &[Unit]) -> bool {
    line.contains(&0xAB) && line.contains(&0xBB)
}

/// Returns `true` if no quotation mark of `token` becomes another character.
pub(crate) fn keeps_quotes(token: &[Unit], becomes: &[Unit]) -> bool {
    token.iter().zip(becomes).all(|(own, to)| own == to || !matches!(own, 0xAB | 0xBB))
}

/// Returns `true` if `token` begins with a quotation mark. As a part of a sequence, it is after others,
/// so it is correct. It would have been damaged as well.
pub(super) fn has_correct_mark(token: &[Unit]) -> bool {
    matches!(token, [0xAB | 0x201C | 0x201E | 0x2039, _, ..])
}

/// Returns `true` if no author writes `units`: a sign or a capital is inside of a word, a word has
/// several scripts, or a character is not text. UTF-8 that is read in a charset is such text. With
/// `greek`, Greek letters may be among Latin ones, as in phonetic notation.
pub(crate) fn breaks_words(units: &[Unit], greek: bool) -> bool {
    let letters: Vec<Letter> = units.iter().map(|&unit| Letter::of(character(unit))).collect();
    let is_bad = |one: &Letter| matches!(one.kind, Kind::Bad | Kind::C1);
    let scripts: Vec<u32> =
        letters.iter().zip(units).map(|(letter, &unit)| script(letter.kind, unit)).collect();
    letters.iter().any(is_bad)
        || has_inner_sign(units, &letters, &scripts)
        || letters.windows(2).zip(units.windows(2)).any(|(two, units)| {
            let is_late = two[0].case == Case::Lower && two[1].case == Case::Upper;
            // `º` is after a number or a letter.
            let is_ordinal = matches!(units[0], 0xAA | 0xBA) && script(two[1].kind, units[1]) != 0;
            is_ordinal || is_late && units.iter().any(|&unit| is_high(unit))
        })
        || mixes_scripts(units, &scripts, greek)
}

/// Returns the number of the script of a character; `None` if it is not a letter, or Latin.
pub(crate) fn other_script(character: char) -> Option<u32> {
    let script = script(Letter::of(character).kind, character.into());
    (script > 1).then_some(script)
}

/// Returns a number for the script of a letter; 0 if the unit is not a letter.
const fn script(kind: Kind, unit: Unit) -> u32 {
    match kind {
        Kind::Ascii | Kind::Latin => 1,
        Kind::Greek => 2,
        Kind::Han | Kind::Kana => 3,
        Kind::Hangul => 4,
        Kind::Cyrillic | Kind::Hebrew | Kind::Arabic | Kind::Thai => 8 + kind as u32,
        // Phonetic and modifier letters are Latin.
        Kind::Letter if unit >= 0x250 && unit < 0x300 || unit >= 0x1D00 && unit < 0x1E00 => 1,
        Kind::Letter => 64 + (unit >> 7),
        _ => 0,
    }
}

/// Returns `true` if a sign is between two letters, or a line of a drawing is next to one.
fn has_inner_sign(units: &[Unit], letters: &[Letter], scripts: &[u32]) -> bool {
    let is_sign = |at: usize| {
        let is_usual = matches!(
            units[at],
            // The soft hyphen, the middle dot, apostrophes, hyphens and dashes.
            0xAD | 0xB7 | 0x2010..=0x2015 | 0x2018 | 0x2019 | 0x2BB | 0x2BC | 0x5BE | 0x5F3 | 0x5F4
        );
        !is_usual && matches!(letters[at].kind, Kind::Symbol | Kind::Punctuation | Kind::Box)
    };
    (0..units.len()).filter(|&at| is_high(units[at]) && is_sign(at)).any(|at| {
        let before = scripts[..at].last().is_some_and(|&script| script != 0);
        let rest = (at..units.len()).find(|&next| !(is_high(units[next]) && is_sign(next)));
        let after = rest.is_some_and(|next| scripts[next] != 0);
        let is_box = letters[at].kind == Kind::Box;
        before && after || is_box && (before || after)
    })
}

/// Returns `true` if two scripts meet inside of a word.
fn mixes_scripts(units: &[Unit], scripts: &[u32], greek: bool) -> bool {
    let is_half = |unit: Unit| (0xFF61..0xFFA0).contains(&unit);
    let is_pair = |at: usize| match (scripts[at], scripts[at + 1]) {
        (0, _) | (_, 0) | (1, 3 | 4) | (3 | 4, 1) => false,
        (1, 2) | (2, 1) => !greek,
        (3, 3) => is_half(units[at]) != is_half(units[at + 1]),
        (one, other) => one != other,
    };
    // A character between a letter and a small letter.
    let is_between = |at: usize| {
        scripts[at] == 1 && matches!(scripts[at + 1], 3 | 4) && matches!(units[at + 2], 0x61..=0x7A)
    };
    (0..units.len().saturating_sub(1)).any(is_pair)
        || (0..units.len().saturating_sub(2)).any(is_between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<Unit> {
        text.chars().map(Unit::from).collect()
    }

    #[test]
    fn a_capital_between_small_letters_is_an_inner_one() {
        for (text, expected) in [
            ("aÉb", true),
            ("éÉé", true),
            ("AÉb", false),
            ("aÉB", false),
            ("aEb", false),
            ("aÉ", false),
        ] {
            assert_eq!(has_inner_capital(&units(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_single_foreign_letter_in_latin_is_mixed() {
        for (text, eaten, expected) in [
            ("ab\u{43F}", false, true),
            ("\u{43F}ab", false, true),
            ("\u{43F}\u{440}a", false, false),
            ("\u{43F}.a", false, false),
            ("a\u{3B1}", false, false),
            // A wide character is no foreign letter, unless a space was eaten.
            ("ab中", false, false),
            ("ab中", true, true),
            ("中ab", true, true),
        ] {
            let lost = Losses { spaces: u16::from(eaten), ..Losses::default() };
            assert_eq!(mixes(&units(text), lost), expected, "{text} {eaten}");
        }
    }

    #[test]
    fn a_single_wide_character_at_a_letter_is_there_by_chance() {
        for (text, expected) in [
            ("ab中", true),
            ("中ab", true),
            ("中", false),
            (".中.", false),
            ("a中中", false),
            ("a中b中", false),
            ("é中", false),
        ] {
            assert_eq!(mixes_wide(&units(text)), expected, "{text}");
        }
    }

    #[test]
    fn many_different_letters_or_some_pairs_are_a_list() {
        for (text, expected) in [
            // Two pairs of a capital and a small letter among six letters.
            ("éÉàÀöü", true),
            ("éÉàöüß", false),
            ("éÉàÀö", false),
            // Fourteen letters without a pair, and thirteen.
            ("àáâãäåæçèéêëìí", true),
            ("àáâãäåæçèéêëì", false),
            // One of them is there twice.
            ("éÉàÀöé", false),
        ] {
            assert_eq!(is_list(&units(text)), expected, "{text}");
        }
    }
}
