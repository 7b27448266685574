//! The cost of the claim that a token was misread: authors write some sequences on purpose.

use std::ops::Range;

use icu_properties::props::GeneralCategory;

use crate::repair::explain::tokens::units::{Unit, character, is_ascii_letter};
use crate::repair::explain::ways::runs::runs;
use crate::repair::explain::weights::claims::{BARE, HONEST, LIKELY, LOWER, NOTATION};
use crate::{model::score::Cost, unicode::categories::category};

/// The letters before `Å` as a unit: kilo, and the elementary charge.
const PREFIXES: [char; 4] = ['k', 'K', 'e', 'E'];

/// A run of a token that becomes another text.
struct Run {
    range: Range<usize>,
    becomes: Vec<char>,
}

/// Returns the cost of the claim that `token` was `becomes` before it was read as windows-1252, or as
/// another charset.
pub(super) fn cost(token: &[Unit], becomes: &[Unit], is_western: bool) -> Cost {
    let word: Vec<char> = token.iter().map(|&unit| character(unit)).collect();
    let runs: Vec<Run> = runs(token, becomes)
        .into_iter()
        .map(|(range, to)| Run {
            range,
            becomes: becomes[to].iter().map(|&unit| character(unit)).collect(),
        })
        .collect();
    let is_likely = |run: &Run| is_likely(&word, run) && !is_length(&word, run);
    let discount = if is_western && runs.iter().all(is_likely) { LIKELY } else { 0 };
    runs.iter().map(|run| cost_of_run(&word, run)).sum::<Cost>() - discount
}

/// Returns `true` if `becomes` has a character that no text has, and that `token` does not have.
pub(super) fn makes_unknown(token: &[Unit], becomes: &[Unit]) -> bool {
    use GeneralCategory::{PrivateUse, Unassigned};
    becomes.iter().any(|&unit| {
        unit >= 0x250
            && category(unit).is_none_or(|category| matches!(category, PrivateUse | Unassigned))
            && !token.contains(&unit)
    })
}

/// Returns the cost of the claim that `run` of `word` was misread.
fn cost_of_run(word: &[char], run: &Run) -> Cost {
    let is_length = is_length(word, run);
    let is_prefixed =
        is_length && word[..run.range.start].last().is_some_and(|one| PREFIXES.contains(one));
    if is_prefixed || is_operator(word, run) || is_index(word, run) || is_formula(word, run) {
        NOTATION
    } else if is_lower_in_capitals(word, run) {
        LOWER
    } else if is_length || is_bare_mark(word, run) {
        BARE
    } else if is_honest(word, run) {
        HONEST * if run.range.len() > 2 { 2 } else { 1 }
    } else {
        0
    }
}

/// Returns `true` if hardly any author means `run` in `word` as it is.
fn is_likely(word: &[char], run: &Run) -> bool {
    let before = word[..run.range.start].last();
    let after = word[run.range.end..].first();
    let own = &word[run.range.clone()];
    let is_capital = own.first().is_some_and(|one| one.is_uppercase());
    // A space that was a no-break space is before a word.
    let rest = &word[run.range.start + 1..];
    let is_space = matches!(own, ['Â' | 'Ã'] | ['Â' | 'Ã', ' '])
        && rest.first() == Some(&' ')
        && rest.iter().filter(|one| one.is_alphabetic()).count() > 1;
    let is_sign = is_space
        || matches!(own, ['Â' | 'Ã' | 'â', second, ..] if !second.is_alphabetic() && !second.is_ascii())
            && !own.get(1).is_some_and(|one| ('\u{2013}'..='\u{2026}').contains(one));
    match before {
        Some('A'..='Z') => after.is_some_and(char::is_ascii_lowercase),
        Some(before) if before.is_uppercase() => false,
        Some(before) => is_sign || is_capital && before.is_ascii_lowercase(),
        None => is_sign,
    }
}

/// Returns `true` if `run` would become a combining mark without a letter before it.
fn is_bare_mark(word: &[char], run: &Run) -> bool {
    let is_mark = |one: &&char| category((**one).into()) == Some(GeneralCategory::NonspacingMark);
    let Some(mark) = run.becomes.first().filter(is_mark) else { return false };
    match word[..run.range.start].last() {
        Some(before) => {
            (before.is_ascii() || !before.is_alphanumeric())
                && !matches!(mark, '\u{300}'..='\u{36F}')
        }
        None => true,
    }
}

/// Returns `true` if `run` is the ångström, after a prefix or alone, and a symbol.
fn is_length(word: &[char], run: &Run) -> bool {
    word[run.range.start] == 'Å'
        && word[..run.range.start]
            .iter()
            .rev()
            .take_while(|one| one.is_alphabetic())
            .all(|one| PREFIXES.contains(one))
        && word.get(run.range.start + 1).is_some_and(|one| !one.is_alphabetic())
        && !run.range.is_empty()
}

/// Returns `true` if `run` is the operator `Â` and a sign before another operator.
fn is_operator(word: &[char], run: &Run) -> bool {
    word[run.range.clone()] == ['Â', '±']
        && word.get(run.range.end).is_some_and(|one| one.is_alphabetic())
}

/// Returns `true` if `run` is a root or a negation of a short variable, and letters in MacRoman.
fn is_formula(word: &[char], run: &Run) -> bool {
    matches!(word[run.range.clone()], ['√', 'π' | 'Ω' | '∂' | 'µ' | '∑' | '∏' | '∫'] | ['¬', _])
        && word.iter().filter(|one| one.is_ascii_alphabetic()).count() <= 2
}

/// Returns `true` if `run` is a letter and a space before a single capital, as in a list of letters.
fn is_index(word: &[char], run: &Run) -> bool {
    word[run.range.clone()].contains(&' ')
        && matches!(word[run.range.end..], [one] | [' ', one] if one.is_uppercase())
}

/// Returns `true` if an author may mean `run` as it is: a letter after a letter of the same case, then
/// punctuation; or two capitals.
fn is_honest(word: &[char], run: &Run) -> bool {
    let own = &word[run.range.clone()];
    let is_inside = word.get(run.range.end).is_some_and(|one| one.is_alphabetic());
    let is_mark = |one: &char| match one {
        '–' | '—' => true,
        '’' | '”' | '“' | '…' | '™' | '®' | '©' | '»' | '«' | '¡' => !is_inside,
        _ => false,
    };
    let is_like = |before: &char, one: &char| {
        before.is_uppercase() && one.is_uppercase() || before.is_lowercase() && one.is_lowercase()
    };
    match (word[..run.range.start].last(), own) {
        (Some(before), [one, rest @ ..]) => is_like(before, one) && rest.iter().all(is_mark),
        // A footnote of a capital, or two capitals.
        (None, [one, second]) if one.is_uppercase() && !is_inside => {
            matches!(second, '†' | '‡') || second.is_uppercase()
        }
        _ => false,
    }
}

/// Returns `true` if `run` would become a lowercase letter in `word`, which is in capitals.
fn is_lower_in_capitals(word: &[char], run: &Run) -> bool {
    let is_lower =
        |one: &char| one.is_lowercase() && *one != 'ß' && one.to_uppercase().next() != Some(*one);
    word.iter().filter(|one| one.is_ascii_uppercase()).count() > 1
        && !word.iter().any(|&one| is_ascii_letter(one.into()) && one.is_ascii_lowercase())
        && run.becomes.iter().any(is_lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence between capitals is seldom meant as one, and neither is a sign after `Ã`.
    #[test]
    fn sequences_that_hardly_any_author_means() {
        for (text, range, expected) in [
            ("Ã©", 0..2, true),
            ("éÃ©", 1..3, true),
            ("ÉÃ©", 1..3, false),
            ("AÃ©b", 1..3, true),
            ("AÃ©B", 1..3, false),
            ("AÃ©", 1..3, false),
            // Two letters, of which the first is a capital in a word.
            ("aÅŸ", 1..3, true),
            ("éÅŸ", 1..3, false),
            ("ÅŸ", 0..2, false),
            ("Ã a", 0..2, false),
            ("Ã ab", 0..2, true),
        ] {
            let word: Vec<char> = text.chars().collect();
            let run = Run { range, becomes: vec!['x'] };
            assert_eq!(is_likely(&word, &run), expected, "{text}");
        }
    }
}
