//! Bytes of a legacy charset among UTF-8.

use std::ops::Range;

use crate::repair::{
    broken::ill_formed::{Outcome, finding, of_programs},
    edit::Edit,
    events::Fault,
    found::Doubt,
    misread::bytes::{self, Line},
    window::Window,
};
use utfkit::utf8;

/// The most bytes side by side that are read at once.
const MAX: usize = 64;

/// What is known of the lines of a window that have ill-formed bytes.
#[derive(Default)]
pub(crate) struct Strays {
    lines: Option<Vec<Line>>,
}

impl Strays {
    /// Fixes the bytes at `at`, if they are characters of windows-1252 and can be nothing else.
    pub(crate) fn fix(&mut self, window: &Window<'_>, at: usize) -> Outcome {
        let text = window.text;
        // What programs write is no text in a charset, and never read without being asked for.
        if of_programs(&text[at..]) > 0 {
            return Outcome::Nothing;
        }
        let lines =
            self.lines.get_or_insert_with(|| window.judge.borrow_mut().lines(text, of_programs));
        let line = lines.partition_point(|line| line.range.end <= at);
        let Some(line) = lines.get(line).filter(|line| line.pages != 0) else {
            return Outcome::Nothing;
        };
        let range = at..end(text, at);
        let read = |page: usize| bytes::read(page, &text[range.clone()]);
        let western = read(0);
        let more = margin(text, &range, &western);
        let is_possible = |page: usize| line.costs[page] <= line.costs[0] + more * bytes::POSSIBLE;
        // The best charset in which they would be something else.
        let other = (1..bytes::PAGES)
            .filter(|&page| is_possible(page) && read(page) != western)
            .min_by_key(|&page| line.costs[page]);
        if line.pages & 1 == 0 || other.is_some() {
            let Some(other) = other else { return Outcome::Nothing };
            let reading = |page| [&read(page), " of ", bytes::name(page, &read(page))].concat();
            return doubt(range.clone(), (reading(0), reading(other)));
        }
        let is_cut =
            is_lead(text[at]) && window.judge.borrow_mut().may_be_cut(text, range.clone(), 0);
        if is_cut {
            return doubt(range, (western, "a sequence that was cut".to_owned()));
        }
        if western.chars().any(|one| matches!(one, '\u{80}'..='\u{9F}')) {
            return Outcome::Nothing;
        }
        Outcome::Fix(Edit::new(range, western, Fault::StrayByte))
    }
}

fn doubt(range: Range<usize>, readings: (String, String)) -> Outcome {
    Outcome::Doubt(Doubt::new(range, Fault::StrayByte.code(), readings))
}

/// How much better than others `reading` of the bytes in `range` must be. Signs are in all charsets,
/// and follow anything, so they need more evidence than letters. A quotation mark beside a letter
/// needs no more, and a fraction after a digit, or a sign that the text has in UTF-8, needs none.
fn margin(text: &[u8], range: &Range<usize>, reading: &str) -> i64 {
    let before = range.start.checked_sub(1).map(|at| text[at]);
    let beside = [before, text.get(range.end).copied()].into_iter().flatten();
    let is_beside = beside.into_iter().any(|byte| byte.is_ascii_alphanumeric());
    let is_after_digit = before.is_some_and(|byte| byte.is_ascii_digit());
    let of_character = |one: char| match one {
        '\u{2013}'..='\u{2026}' if is_beside => 1,
        '¼' | '½' | '¾' | '²' | '³' | '°' if is_after_digit => 0,
        _ if one.is_alphabetic() => 1,
        _ => 2,
    };
    match reading.chars().map(of_character).max().unwrap_or(1) {
        2 if memchr::memmem::find(text, reading.as_bytes()).is_some() => 0,
        margin => margin,
    }
}

/// Whether characters that texts have begin with `byte`.
const fn is_lead(byte: u8) -> bool {
    matches!(byte, 0xC2..=0xF0)
}

/// Where the ill-formed bytes at `at` end, with those beside them.
fn end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while end < text.len() && end - at < MAX && utf8::finding_at(text, end).is_some() {
        if end > at && of_programs(&text[end..]) > 0 {
            break;
        }
        end = finding(text, end).end() as usize;
    }
    end
}
