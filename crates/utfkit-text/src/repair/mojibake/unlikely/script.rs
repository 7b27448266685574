//! What a text that was restored may hold, and how sure one must be.

use std::ops::Range;

use crate::repair::mojibake::unlikely::{
    around::Surroundings,
    groups::Group::{self, Common, Dense, Digit, Greek, Latin, Letters, Mark, Never, Rare},
    lookup::{Traits, is_alphabetic, is_lowercase, is_uppercase, small},
    western::PROOF,
};

fn group(character: char) -> Group {
    Traits::of(character).group()
}

/// Whether `character` is a Latin letter beyond ASCII.
pub(crate) fn is_latin(character: char) -> bool {
    group(character) == Latin
}

/// Whether `character` is a combining mark of Latin letters.
pub(crate) fn is_mark(character: char) -> bool {
    group(character) == Mark
}

/// Whether `text` holds what hardly any text does, or a script that is none of those above.
pub(crate) fn is_unknown(text: &str) -> bool {
    text.chars().any(|character| group(character) == Never)
}

/// How many points ([`PROOF`] most of the time) against the text as it stands it takes to believe
/// in `restored` in the place of `range` of a text; `None` if nothing is enough.
pub(crate) fn needed(
    around: &Surroundings<'_>,
    range: Range<usize>,
    restored: &str,
) -> Option<u32> {
    let (before, after) = (around.before(&range), around.behind(&range));
    let mut left = before.chars().next_back();
    let first = restored.chars().next().zip(left);
    let last = restored.chars().next_back().zip(after.chars().next());
    // Where the bytes beside it were read wrongly too, another charset was meant.
    if [first, last].into_iter().flatten().any(|(edge, beside)| !may_end(edge, beside)) {
        return None;
    }
    let mut needed = 0;
    let letters = restored.chars().filter(|&character| is_foreign(group(character))).count();
    for (at, character) in restored.char_indices() {
        let rest = &restored[at + character.len_utf8()..];
        let right = rest.chars().next().or_else(|| after.chars().next());
        let group = group(character);
        // Digits and punctuation of a script stand beside letters of others.
        if is_alphabetic(character) && (clashes(group, left) || clashes(group, right)) {
            return None;
        }
        needed = needed.max(match group {
            Common => PROOF,
            Latin if breaks_case(left, character, right) => 14,
            Latin if is_in_token(before, after) => 14,
            Latin => latin(character, around, &range),
            Greek | Letters(_) if letters > 1 => PROOF,
            Dense(_) if letters > 1 => 12,
            Greek | Letters(_) | Dense(_) => alone(group, character, around, &range),
            Digit => 12,
            Mark | Rare => 14,
            Never => return None,
        });
        left = Some(character);
    }
    Some(needed)
}

/// Whether a stretch may have `edge` at its end, and `beside` behind it: ASCII, punctuation of any
/// script, a letter of a script without spaces. All else there speaks of a charset that is none of
/// ours.
fn may_end(edge: char, beside: char) -> bool {
    match u32::from(beside) {
        0..0x80 | 0xA0 | 0xA1 | 0xAB | 0xBB | 0xBF | 0xFEFF => true,
        0x2010..=0x2027 | 0x3000..=0x303F | 0xFF00..=0xFF65 => true,
        // A letter that was not read wrongly stands beside one that was only where there are no
        // spaces.
        _ => is_dense(group(beside)) && is_alphabetic(edge),
    }
}

/// How many points `letter` of `group` takes that stands alone: few, where there are others around.
fn alone(group: Group, letter: char, around: &Surroundings<'_>, range: &Range<usize>) -> u32 {
    if around.have_other(range, group.bits(), letter) {
        return 4;
    }
    match group {
        Greek => PROOF + 1,
        Letters(0x400 | 0x590 | 0x600) => 14,
        _ => 20,
    }
}

/// How many points a Latin letter takes: fewer, where it stands around, too.
fn latin(character: char, around: &Surroundings<'_>, range: &Range<usize>) -> u32 {
    let letter = u32::from(small(character));
    let is_same = match character {
        // All letters of Vietnamese are one.
        '\u{1EA0}'..='\u{1EF9}' => {
            around.have_small(range, |one| one == letter || (0x1EA0..=0x1EF9).contains(&one))
        }
        _ => around.have_small(range, |one| one == letter),
    };
    if is_same { 5 } else { PROOF }
}

/// Whether what stands around a letter is no word, but a name of a program's or a password.
fn is_in_token(before: &str, after: &str) -> bool {
    const SIGNS: &str = "#$%&*+<=>@^`{|}~\\";
    let left = || before.chars().rev().take_while(char::is_ascii_alphanumeric);
    let right = || after.chars().take_while(char::is_ascii_alphanumeric);
    // In the order in which they stand, a small letter and a capital behind it.
    let humps = |one: Option<char>, other: Option<char>| {
        one.is_some_and(|one| one.is_ascii_lowercase())
            && other.is_some_and(|other| other.is_ascii_uppercase())
    };
    let has_hump = left().zip(left().skip(1)).any(|(later, one)| humps(Some(one), Some(later)))
        || right().zip(right().skip(1)).any(|(one, later)| humps(Some(one), Some(later)));
    let is_sign = |one: Option<char>| one.is_some_and(|one| SIGNS.contains(one));
    left().chain(right()).any(|one| one.is_ascii_digit())
        || has_hump
        || is_sign(before.chars().next_back()) && is_sign(after.chars().next())
}

fn is_foreign(group: Group) -> bool {
    matches!(group, Greek | Letters(_) | Dense(_))
}

/// Whether no word has a letter of `group` beside `neighbour`.
fn clashes(group: Group, neighbour: Option<char>) -> bool {
    let Some(neighbour) = neighbour.filter(|&neighbour| is_alphabetic(neighbour)) else {
        return false;
    };
    let beside = if neighbour.is_ascii() { Latin } else { self::group(neighbour) };
    match (group, beside) {
        (Common | Mark | Digit | Rare | Never, _) | (_, Common | Mark | Digit | Rare) => false,
        // γ-globulin, IL2Rγc.
        (Greek, Latin) | (Latin, Greek) => !neighbour.is_ascii(),
        (Dense(_), Latin) => !neighbour.is_ascii(),
        (Latin, Dense(_)) => true,
        (group, beside) => group != beside && !(is_dense(group) && is_dense(beside)),
    }
}

fn is_dense(group: Group) -> bool {
    matches!(group, Dense(_))
}

/// A small letter among capitals, or a capital behind a small letter.
fn breaks_case(left: Option<char>, character: char, right: Option<char>) -> bool {
    let is_capital = |c: Option<char>| c.is_some_and(is_uppercase);
    match is_uppercase(character) {
        true => left.is_some_and(is_lowercase),
        false => is_lowercase(character) && is_capital(left) && is_capital(right),
    }
}
