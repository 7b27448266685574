//! Bytes of a legacy charset among UTF-8.

use std::{collections::BTreeMap, mem, ops::Range, rc::Rc};

use crate::repair::{
    broken::{
        ill_formed::{Outcome, artifact_len},
        interrupted,
    },
    edit::Edit,
    events::Fault,
    found::{Doubt, Reading},
    misread::bytes::{self, Line},
    window::Window,
};
use utfkit::utf8;

/// The maximum number of symbols that are searched in a window.
const MAX_SYMBOLS: usize = 64;

/// The maximum number of adjacent bytes that are decoded at once.
const MAX: usize = 64;

/// The maximum number of readings that are kept.
const MAX_READINGS: usize = 256;

/// The lines of a window with ill-formed bytes.
///
/// A window may have such bytes in every line, so most of the work for a line is done once.
#[derive(Default)]
pub(crate) struct Strays {
    lines: Option<Vec<Line>>,
    /// The number of lines before the last position.
    passed: usize,
    /// Symbols, and whether the window also has them in UTF-8.
    symbols: BTreeMap<String, bool>,
    others: Option<Others>,
    /// The two readings of some bytes, and the charset of the second one.
    readings: BTreeMap<Vec<u8>, (usize, [Rc<str>; 2])>,
    /// The memory for the western reading.
    room: String,
}

/// The charsets in which bytes of a line may be, except for the first one.
struct Others {
    line: Line,
    /// The factor of [`bytes::POSSIBLE`].
    more: i64,
    /// The charsets, by their costs.
    pages: Vec<usize>,
}

impl Others {
    fn new(line: &Line, more: i64) -> Self {
        let is_possible =
            |page: &usize| line.costs[*page] <= line.costs[0] + more * bytes::POSSIBLE;
        let mut pages: Vec<usize> = (1..bytes::PAGES).filter(is_possible).collect();
        pages.sort_by_key(|&page| line.costs[page]);
        Self { line: line.clone(), more, pages }
    }

    fn is_of(&self, line: &Line, more: i64) -> bool {
        Rc::ptr_eq(&self.line.costs, &line.costs) && self.more == more
    }
}

impl Strays {
    /// Fixes the bytes at `at` if they are windows-1252 and not likely in another charset. The
    /// positions come in the order of the text.
    pub(crate) fn fix(&mut self, window: &Window<'_>, at: usize) -> Outcome {
        let text = window.text;
        // Sequences that programs write are not in a charset, and are decoded only on request.
        if artifact_len(&text[at..]) > 0 {
            return Outcome::Nothing;
        }
        let lines =
            self.lines.get_or_insert_with(|| window.judge.borrow_mut().lines(text, artifact_len));
        let passed = lines[self.passed..].iter().take_while(|line| line.range.end <= at);
        self.passed += passed.count();
        let Some(line) = lines.get(self.passed).filter(|line| line.pages != 0).cloned() else {
            return Outcome::Nothing;
        };
        let range = at..end(text, at);
        let mut western = mem::take(&mut self.room);
        western.clear();
        western.extend(bytes::decoded(0, &text[range.clone()]));
        let outcome = self.decide(window, &line, range, &western);
        self.room = western;
        outcome
    }

    /// Decides about the bytes of `line` in `range`, which are `western` in windows-1252.
    fn decide(
        &mut self,
        window: &Window<'_>,
        line: &Line,
        range: Range<usize>,
        western: &str,
    ) -> Outcome {
        let own = &window.text[range.clone()];
        let more = self.margin(window.text, &range, western);
        if let Some(other) = self.other(line, more, own, western) {
            let gain = line.costs[0] - line.costs[other];
            let doubt = doubt(range, self.readings(other, own, western).into());
            return Outcome::Doubt(doubt.with_gain(gain, None));
        }
        if line.pages & 1 == 0 {
            return Outcome::Nothing;
        }
        let is_cut =
            is_lead(own[0]) && window.judge.borrow_mut().may_be_cut(window.text, range.clone(), 0);
        if is_cut || is_cut_sign(own) {
            let cut = "a part of a UTF-8 sequence";
            return Outcome::Doubt(doubt(range, (western.to_owned(), cut)));
        }
        if western.chars().any(|one| matches!(one, '\u{80}'..='\u{9F}')) {
            return Outcome::Nothing;
        }
        Outcome::Fix(Edit::new(range, western, Fault::StrayByte))
    }

    /// Returns the best possible charset of `line` in which the bytes `own` are other characters.
    fn other(&mut self, line: &Line, more: i64, own: &[u8], western: &str) -> Option<usize> {
        let known = self.others.take().filter(|others| others.is_of(line, more));
        let others = self.others.insert(known.unwrap_or_else(|| Others::new(line, more)));
        let is_other = |page: &usize| !bytes::decoded(*page, own).eq(western.chars());
        others.pages.iter().copied().find(is_other)
    }

    /// Returns the two readings of the bytes `own`, each with the name of its charset.
    fn readings(&mut self, other: usize, own: &[u8], western: &str) -> [Rc<str>; 2] {
        if let Some((page, readings)) = self.readings.get(own)
            && *page == other
        {
            return readings.clone();
        }
        let named = |page, reading: &str| -> Rc<str> {
            [reading, " of ", bytes::name(page, reading)].concat().into()
        };
        let reading: String = bytes::decoded(other, own).collect();
        let readings = [named(0, western), named(other, &reading)];
        if self.readings.len() >= MAX_READINGS {
            self.readings.clear();
        }
        self.readings.insert(own.to_vec(), (other, readings.clone()));
        readings
    }

    /// Returns the factor of [`bytes::POSSIBLE`] by which `reading` of the bytes in `range` must be
    /// better than others. A symbol that the window also has in UTF-8 does not need evidence. A word
    /// with a capital after a lowercase letter needs more.
    fn margin(&mut self, text: &[u8], range: &Range<usize>, reading: &str) -> i64 {
        match margin(text, range, reading) {
            2 if self.has_in_utf8(text, reading) => 0,
            2 => 2,
            margin => {
                let word = bytes::word_around(text, range.start, 0, text.len());
                let is_odd = has_odd_case(bytes::characters(0, &text[word]));
                margin.max(if is_odd { 2 } else { 0 })
            }
        }
    }

    fn has_in_utf8(&mut self, text: &[u8], symbol: &str) -> bool {
        if let Some(&known) = self.symbols.get(symbol) {
            return known;
        }
        // Each search may read the whole window.
        if self.symbols.len() >= MAX_SYMBOLS {
            return false;
        }
        let found = memchr::memmem::find(text, symbol.as_bytes()).is_some();
        self.symbols.insert(symbol.to_owned(), found);
        found
    }
}

fn doubt<A: Into<Reading>, B: Into<Reading>>(range: Range<usize>, readings: (A, B)) -> Doubt {
    Doubt::new(range, Fault::StrayByte.code(), readings)
}

/// Returns the factor for `reading` of the bytes in `range`, without the rest of the text. All charsets
/// have symbols, and these follow any character, so they need more evidence than letters. A quotation
/// mark next to a letter is like a letter. A fraction after a number does not need evidence.
fn margin(text: &[u8], range: &Range<usize>, reading: &str) -> i64 {
    let before = range.start.checked_sub(1).map(|at| text[at]);
    let adjacent = [before, text.get(range.end).copied()].into_iter().flatten();
    let is_adjacent = adjacent.into_iter().any(|byte| byte.is_ascii_alphanumeric());
    let is_digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
    let is_after_number = is_digit(before) && !is_digit(text.get(range.end).copied());
    let of_character = |one: char| match one {
        '\u{2013}'..='\u{2026}' if is_adjacent => 1,
        '¼' | '½' | '¾' | '²' | '³' | '°' if is_after_number => 0,
        _ if one.is_alphabetic() => 1,
        _ => 2,
    };
    reading.chars().map(of_character).max().unwrap_or(1)
}

/// Returns `true` if a capital follows a lowercase letter in `word`, and one of them is not ASCII.
fn has_odd_case(word: impl Iterator<Item = char>) -> bool {
    let mut before = None;
    word.into_iter().any(|next| {
        let one = before.replace(next);
        let is_odd = |one: char| {
            (!one.is_ascii() || !next.is_ascii()) && one.is_lowercase() && next.is_uppercase()
        };
        one.is_some_and(is_odd)
    })
}

/// Returns `true` if `byte` begins characters that are common in texts.
const fn is_lead(byte: u8) -> bool {
    matches!(byte, 0xC2..=0xF0)
}

/// Returns `true` if `bytes` have the start of a dash, a quotation mark or an arrow in UTF-8. In
/// windows-1252, `â` is not followed by `€` or a sign like it.
fn is_cut_sign(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [0xE2, 0x80..=0x86]))
}

/// Returns the end of the adjacent ill-formed bytes at `at`.
fn end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while let Some(finding) = utf8::finding_at(text, end).filter(|_| end - at < MAX) {
        if end > at && (artifact_len(&text[end..]) > 0 || interrupted::is_at(text, end)) {
            break;
        }
        end = finding.end() as usize;
    }
    end
}
