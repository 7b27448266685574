//! What is searched for, and where it is in a line.

use std::ops::Range;

use grep_matcher::{LineMatchKind, Matcher as _};
use grep_regex::RegexMatcher;

use super::{equivalent::Equivalent, literal::Literal};

/// What is searched for, as the text that is searched has it.
pub enum Matcher<'p> {
    /// These bytes.
    Literal(Box<Literal>),
    /// What a regular expression describes, in UTF-8.
    Regex(&'p RegexMatcher),
    /// What is canonically equivalent to something, in UTF-8.
    Equivalent(&'p Equivalent),
    /// Nothing: the encoding cannot spell it.
    Nothing,
}

impl Matcher<'_> {
    /// A place in the first line of `text`, at `from` or behind it, that has a match; `from` is
    /// where a line begins, or goes on.
    pub fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        match self {
            Matcher::Literal(literal) => literal.find(text, from),
            Matcher::Regex(regex) => find_regex(regex, text, from),
            Matcher::Equivalent(equivalent) => {
                find_by_line(text, from, |line| equivalent.is_in(line))
            }
            Matcher::Nothing => None,
        }
    }

    /// The first line with a match in `text` at `from` or behind it, without the `feed` that ends
    /// it; `from` is where a line begins, or goes on.
    pub fn line(&self, text: &[u8], from: usize, feed: &Literal) -> Option<Range<usize>> {
        // The end of a line that ends the text begins no other.
        let place = self.find(text, from).filter(|&place| place < text.len())?;
        let start = feed.rfind(&text[from..place]).map_or(from, |at| from + at + feed.byte_len());
        Some(start..feed.find(text, place).unwrap_or(text.len()))
    }

    /// Appends to `found` where the matches in `text`, a line at `line`, are.
    pub fn matches(&self, text: &[u8], line: Range<usize>, found: &mut Vec<Range<usize>>) {
        self.each(text, line.start, line, |one| {
            found.push(one);
            true
        });
    }

    /// Calls `found` with the place of each match at `range` of `text`, a line or a part of one,
    /// until it gives `false`. What is there from `before` on is of the same line.
    pub fn each(
        &self,
        text: &[u8],
        before: usize,
        range: Range<usize>,
        mut found: impl FnMut(Range<usize>) -> bool,
    ) {
        let (line, at) = (&text[before..range.end], range.start - before);
        match self {
            Matcher::Literal(literal) => {
                let mut at = range.start;
                while let Some(start) = literal.find(&text[..range.end], at) {
                    at = start + literal.byte_len();
                    if !found(start..at) {
                        return;
                    }
                }
            }
            Matcher::Regex(regex) => {
                let all = regex
                    .find_iter_at(line, at, |one| found(before + one.start()..before + one.end()));
                // It cannot fail.
                all.unwrap_or_default();
            }
            Matcher::Equivalent(equivalent) => {
                equivalent.each(line, at, |one| found(before + one.start..before + one.end));
            }
            Matcher::Nothing => {}
        }
    }

    /// How much of a line must be seen at once to find a match in it, in bytes; of regular
    /// expressions nobody can tell.
    pub fn reach(&self) -> usize {
        match self {
            Matcher::Literal(literal) => literal.byte_len(),
            Matcher::Regex(_) | Matcher::Equivalent(_) => 64 << 10,
            Matcher::Nothing => 1,
        }
    }

    /// Whether a line may be searched in pieces without losing a match, if they overlap by the
    /// [reach](Self::reach).
    pub fn bears_cuts(&self) -> bool {
        matches!(self, Matcher::Literal(_) | Matcher::Nothing)
    }
}

/// A place in the first line at `from` or behind it that `regex` matches in.
fn find_regex(regex: &RegexMatcher, text: &[u8], from: usize) -> Option<usize> {
    let is_match = |line: &[u8]| regex.is_match(line).unwrap_or(false);
    if regex.line_terminator().is_none() {
        // It asks for the start or the end of the text, which is the line.
        return find_by_line(text, from, is_match);
    }
    let mut at = from;
    loop {
        let found = regex.find_candidate_line(text.get(at..)?).ok()??;
        let place = match found {
            LineMatchKind::Confirmed(place) | LineMatchKind::Candidate(place) => at + place,
        };
        let line = line_around(text, at, place);
        if is_match(&text[line.clone()]) {
            return Some(line.start);
        }
        at = line.end + 1;
    }
}

/// The start of the first line at `from` or behind it of which `is_match` holds.
fn find_by_line(text: &[u8], from: usize, is_match: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let mut at = from;
    while at < text.len() {
        let line = line_around(text, at, at);
        if is_match(&text[line.clone()]) {
            return Some(at);
        }
        at = line.end + 1;
    }
    None
}

/// The line of `text` that `place` is in, which begins at `from` or behind it.
fn line_around(text: &[u8], from: usize, place: usize) -> Range<usize> {
    let start = memchr::memrchr(b'\n', &text[from..place]).map_or(from, |feed| from + feed + 1);
    let end = memchr::memchr(b'\n', &text[place..]).map_or(text.len(), |feed| place + feed);
    start..end
}
