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

/// The discount of what hardly any text has: `Â`, `Ã` or `â` and a sign, not in a word in capitals.
const LIKELY: Cost = 8 * BIT;

/// The cost of what is written like that: a capital and a mark after capitals, or becomes a
/// lowercase letter among them, a mark alone, or `Å` as a unit.
const HONEST: Cost = 10 * BIT;
const LOWER: Cost = 16 * BIT;

/// The cost of each formula in a line that has nothing else that was misread.
const FORMULA: Cost = 30 * BIT;

impl Candidate {
    /// The cost of the claim that `text` was misread so.
    pub(crate) fn cost(&self, text: &str, found: &[Word]) -> Cost {
        let words = found.iter().zip(&self.readings);
        let (mut is_likely, mut more) = (self.page == 0, 0);
        let (mut runs, mut formulas) = (0, 0);
        for (word, reading) in words {
            let word = &text[word.range.clone()];
            for run in reading.iter().flat_map(|reading| &reading.runs) {
                is_likely &= is_likely_run(word, run);
                formulas += usize::from(is_formula(word, run));
                runs += 1;
                // Of a lead alone the line must show that it is not a capital among others.
                let is_lead = word[run.range.start..].chars().nth(1).is_none();
                // The letter `Â` is named alone; a no-break space follows a number or a word.
                let is_alone = word == "Â";
                let is_capital =
                    is_lead && (is_alone || !text.bytes().any(|byte| byte.is_ascii_lowercase()));
                let is_lower = is_lower_in_capitals(word, run);
                more += match () {
                    () if is_lower
                        || is_capital
                        || is_length(word, run)
                        || is_bare_mark(word, run) =>
                    {
                        LOWER
                    }
                    () if is_honest(word, run) => HONEST,
                    () => 0,
                };
            }
        }
        // A line of nothing but formulas is about them.
        if formulas == runs {
            more += FORMULA * formulas as Cost;
        }
        pages::cost(self.page) + more - if is_likely { LIKELY } else { 0 }
    }
}

/// What `run` takes of `word`; it may take a space after it as well.
fn own_text<'w>(word: &'w str, run: &Run) -> &'w str {
    word.get(run.range.start..run.range.end.min(word.len())).unwrap_or_default()
}

/// Whether `run`, in `word`, is hardly ever meant as it is.
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

/// Whether `run` makes a mark in `word` that has no letter to stand on.
fn is_bare_mark(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let is_letter = |one: char| one.is_alphanumeric() && !one.is_ascii();
    let mark = run.becomes.chars().next().filter(|&one| is_mark(one));
    mark.is_some_and(|mark| match before {
        Some(before) => !is_letter(before) && !matches!(mark, '\u{300}'..='\u{36F}'),
        None => true,
    })
}

/// Whether `run` begins with a sign beyond Latin, and is not part of a word.
fn is_formula(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let after = word.get(run.range.end..).and_then(|rest| rest.chars().next());
    let is_letter = |one: Option<char>| one.is_some_and(char::is_alphabetic);
    let is_sign = |one: char| one > '\u{FF}' && !one.is_alphabetic();
    !is_letter(before) && !is_letter(after) && own_text(word, run).starts_with(is_sign)
}

/// Whether `run` is the unit of length, and a sign.
fn is_length(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    before.is_none_or(|one| one.is_ascii_digit()) && own_text(word, run).starts_with('Å')
}

/// Whether `run` may be meant as it is: a letter after one in the same case, and marks.
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
        _ => false,
    }
}

/// Whether `run` puts a lowercase letter into `word`, which is in capitals.
fn is_lower_in_capitals(word: &str, run: &Run) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let is_lower =
        |one: char| one.is_lowercase() && one != 'ß' && one.to_uppercase().next() != Some(one);
    capitals > 1
        && !word.bytes().any(|byte| byte.is_ascii_lowercase())
        && run.becomes.chars().any(is_lower)
}
