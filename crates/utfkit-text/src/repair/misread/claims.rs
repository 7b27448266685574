//! The cost of the claim that a text was misread.

use crate::{
    model::score::{BIT, Cost},
    repair::{
        characters::is_mark,
        misread::{
            candidates::Candidate,
            pages,
            words::{Run, Word},
        },
    },
};

/// The discount for sequences that hardly any text has: `Â`, `Ã` or `â` and a symbol, outside of
/// words in capitals.
const LIKELY: Cost = 8 * BIT;

/// The cost of sequences that people write: a letter and a punctuation mark after a letter of the
/// same case.
const HONEST: Cost = 10 * BIT;

/// The cost of a sequence that would become a lowercase letter among capitals or a mark without a
/// letter, and of `Å` as a unit.
const LOWER: Cost = 16 * BIT;

/// The cost of `kÅ` or `eÅ` as a unit, which are a capital after a lowercase letter, and of the
/// operators `Â±B`, and of `Î±0.1`.
const NOTATION: Cost = 30 * BIT;

/// The cost of each symbol outside of words in a line without other damage. Formulas and tables have
/// such symbols.
const SYMBOL: Cost = 36 * BIT;

/// The letters before `Å` as a unit: kilo, and the elementary charge.
const PREFIXES: [char; 4] = ['k', 'K', 'e', 'E'];

impl Candidate {
    /// Returns the cost of the claim that `text` was misread in this way.
    pub(crate) fn cost(&self, text: &str, found: &[Word]) -> Cost {
        let is_in_capitals = !text.bytes().any(|byte| byte.is_ascii_lowercase());
        let mut is_likely = self.page == 0;
        let (mut runs, mut symbols) = (0, 0);
        let mut cost = pages::cost(self.page);
        for (word, reading) in found.iter().zip(&self.readings) {
            let word = &text[word.range.clone()];
            for run in reading.iter().flat_map(|reading| &reading.runs) {
                is_likely &= is_likely_run(word, run) && !is_length(word, run);
                runs += 1;
                symbols += Cost::from(is_symbol(word, run));
                cost += cost_of_run(word, run, is_in_capitals);
            }
        }
        if symbols == runs {
            cost += SYMBOL * symbols;
        }
        cost - if is_likely { LIKELY } else { 0 }
    }
}

/// Returns the cost of the claim that `run` of `word` was misread, above that of its charset.
fn cost_of_run(word: &str, run: &Run, is_in_capitals: bool) -> Cost {
    // A lead character alone must not be a capital among other capitals.
    let is_lead = word[run.range.start..].chars().nth(1).is_none();
    // A text may mention the letter `Â`. A no-break space follows a number or a word.
    let is_capital = is_lead && (is_in_capitals || word == "Â");
    let is_length = is_length(word, run);
    let is_prefixed = is_length && word[..run.range.start].ends_with(PREFIXES);
    if is_prefixed || is_operator(word, run) {
        NOTATION
    } else if is_length || is_capital || is_lower_in_capitals(word, run) || is_bare_mark(word, run)
    {
        LOWER
    } else if is_honest(word, run) {
        HONEST
    } else {
        0
    }
}

/// Returns the part of `word` that `run` covers. The run may cover a space after it, too.
fn own_text<'w>(word: &'w str, run: &Run) -> &'w str {
    word.get(run.range.start..run.range.end.min(word.len())).unwrap_or_default()
}

/// Returns `true` if hardly any author means `run` in `word` as it is.
fn is_likely_run(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let after = word.get(run.range.end..).and_then(|rest| rest.chars().next());
    let mut own = own_text(word, run).chars();
    let is_capital = own.clone().next().is_some_and(char::is_uppercase);
    let is_sign = own.next().is_some_and(|one| matches!(one, 'Â' | 'Ã' | 'â'))
        && !own.next().is_some_and(|one| ('\u{2013}'..='\u{2026}').contains(&one));
    match before {
        Some('A'..='Z') => after.is_some_and(|one| one.is_ascii_lowercase()),
        Some(before) if before.is_uppercase() => false,
        Some(before) => is_sign || is_capital && before.is_ascii_lowercase(),
        None => is_sign,
    }
}

/// Returns `true` if `run` would become a combining mark without a letter before it.
fn is_bare_mark(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let is_letter = |one: char| one.is_alphanumeric() && !one.is_ascii();
    let mark = run.becomes.chars().next().filter(|&one| is_mark(one));
    mark.is_some_and(|mark| match before {
        Some(before) => !is_letter(before) && !matches!(mark, '\u{300}'..='\u{36F}'),
        None => true,
    })
}

/// Returns `true` if `run` may be a part of a formula or of a drawing: it begins with a symbol and is
/// not part of a word.
fn is_symbol(word: &str, run: &Run) -> bool {
    let own = own_text(word, run);
    let mut characters = own.chars();
    let (Some(first), second) = (characters.next(), characters.next()) else { return false };
    let is_pair = characters.next().is_none();
    let letters =
        |text: &mut dyn Iterator<Item = char>| text.take_while(|one| one.is_alphabetic()).count();
    let before = letters(&mut word[..run.range.start].chars().rev());
    let after = letters(&mut word.get(run.range.end..).unwrap_or_default().chars());
    match (first, second) {
        // In MacRoman, these are letters: `√∂` is `ö`. Names of variables are short.
        ('√', Some('π' | 'Ω' | '∂' | 'µ' | '∑' | '∏' | '∫')) | ('¬', Some(_)) if is_pair => {
            before <= 2 && after <= 2
        }
        ('\u{2500}'..='\u{259F}', Some('\u{2500}'..='\u{259F}')) if is_pair => {
            let is_box = |one: &char| matches!(one, '\u{2500}'..='\u{259F}');
            let boxes = word.chars().filter(is_box).count();
            2 * word.chars().filter(|one| one.is_alphabetic()).count() < boxes
        }
        _ => first > '\u{FF}' && !first.is_alphabetic() && before + after == 0,
    }
}

/// Returns `true` if `run` is the ångström, after a number or a prefix, and a symbol.
fn is_length(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].trim_end_matches(PREFIXES);
    let before = before.chars().next_back();
    before.is_none_or(|one| one.is_ascii_digit()) && own_text(word, run).starts_with('Å')
}

/// Returns `true` if `run` is the operator `Â` and a sign before another operator, or a capital and
/// `±` before a number.
fn is_operator(word: &str, run: &Run) -> bool {
    let after = word.get(run.range.end..).unwrap_or_default();
    match own_text(word, run) {
        "Â±" if after.starts_with(char::is_alphabetic) => true,
        own => {
            own.starts_with(char::is_uppercase)
                && own.chars().nth(1) == Some('±')
                && after.starts_with(|one: char| one.is_ascii_digit())
                && word[..run.range.start].is_empty()
                && own.chars().nth(2).is_none()
                && !own.starts_with('Â')
        }
    }
}

/// Returns `true` if an author may mean `run` as it is: a letter after a letter of the same case, then
/// punctuation; or two capitals.
fn is_honest(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let mut own = own_text(word, run).chars();
    let is_inside =
        word.get(run.range.end..).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let is_mark = |one: char| match one {
        '–' | '—' => true,
        '’' | '”' | '“' | '…' | '™' | '®' | '©' | '»' | '«' | '¡' => !is_inside,
        _ => false,
    };
    let is_like = |before: char, one: char| {
        before.is_uppercase() && one.is_uppercase() || before.is_lowercase() && one.is_lowercase()
    };
    match (before, own.next()) {
        (Some(before), Some(one)) => is_like(before, one) && own.all(is_mark),
        // A footnote of a capital, or two capitals.
        (None, Some(one)) if one.is_uppercase() && !is_inside => match (own.next(), own.next()) {
            (Some(second), None) => matches!(second, '†' | '‡') || second.is_uppercase(),
            _ => false,
        },
        _ => false,
    }
}

/// Returns `true` if `run` would become a lowercase letter in `word`, which is in capitals.
fn is_lower_in_capitals(word: &str, run: &Run) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let is_lower =
        |one: char| one.is_lowercase() && one != 'ß' && one.to_uppercase().next() != Some(one);
    capitals > 1
        && !word.bytes().any(|byte| byte.is_ascii_lowercase())
        && run.becomes.chars().any(is_lower)
}
