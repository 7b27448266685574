//! Matches a pattern against lines.

use std::ops::Range;

use grep_matcher::{LineMatchKind, Matcher as _};
use grep_regex::RegexMatcher;

use super::{equivalent::Equivalent, literal::Literal, pattern::Pattern};

/// A pattern, as it is spelled in the text.
pub enum Matcher<'p> {
    /// These bytes.
    Literal(Box<Literal>),
    /// A regular expression, for text in UTF-8.
    Regex(&'p Pattern),
    /// All text that is canonically equivalent to a pattern, for text in UTF-8.
    Equivalent(&'p Equivalent),
    /// A pattern that the encoding cannot spell. It never matches.
    Nothing,
}

impl Matcher<'_> {
    /// Returns an offset in the first line of `text` with a match, at `from` or after it.
    ///
    /// `from` must be the start of a line, or the offset at which a line continues.
    pub fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        match self {
            Matcher::Literal(literal) => literal.find(text, from),
            Matcher::Regex(pattern) => find_regex(&pattern.regex, text, from),
            Matcher::Equivalent(equivalent) => {
                find_by_line(text, from, |line| equivalent.is_in(line))
            }
            Matcher::Nothing => None,
        }
    }

    /// Returns the range of the first line with a match in `text`, at `from` or after it, without
    /// the `feed` at its end.
    ///
    /// `from` must be the start of a line, or the offset at which a line continues.
    pub fn line(&self, text: &[u8], from: usize, feed: &Literal) -> Option<Range<usize>> {
        // The end of the last line does not begin another line.
        let place = self.find(text, from).filter(|&place| place < text.len())?;
        let start = feed.rfind(&text[from..place]).map_or(from, |at| from + at + feed.byte_len());
        Some(start..feed.find(text, place).unwrap_or(text.len()))
    }

    /// Appends the ranges of the matches in the line at `line` of `text` to `found`.
    pub fn matches(&self, text: &[u8], line: Range<usize>, found: &mut Vec<Range<usize>>) {
        self.each(text, line.start, line, |one| {
            found.push(one);
            true
        });
    }

    /// Calls `found` with the range of each match at `range` of `text`, until it returns `false`.
    ///
    /// `range` is a line or a part of one. The text from `before` to `range` belongs to the same
    /// line. There is no match if `range` is not in `text`, or begins before `before`.
    pub fn each(
        &self,
        text: &[u8],
        before: usize,
        range: Range<usize>,
        mut found: impl FnMut(Range<usize>) -> bool,
    ) {
        let Some(line) = text.get(before..range.end) else { return };
        let Some(at) = range.start.checked_sub(before).filter(|at| *at <= line.len()) else {
            return;
        };
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
            Matcher::Regex(pattern) => {
                let all = pattern
                    .regex
                    .find_iter_at(line, at, |one| found(before + one.start()..before + one.end()));
                // The matcher cannot fail.
                all.unwrap_or_default();
            }
            Matcher::Equivalent(equivalent) => {
                equivalent.each(line, at, |one| found(before + one.start..before + one.end));
            }
            Matcher::Nothing => {}
        }
    }

    /// Returns the number of bytes of a line that must be visible at once to find a match. For
    /// regular expressions it is not known, and 64 KiB is an estimate.
    pub fn reach(&self) -> usize {
        match self {
            Matcher::Literal(literal) => literal.byte_len(),
            Matcher::Regex(_) | Matcher::Equivalent(_) => 64 << 10,
            Matcher::Nothing => 1,
        }
    }

    /// Returns `true` if a line can be searched in pieces that overlap by the [reach](Self::reach),
    /// without losing a match.
    pub fn bears_cuts(&self) -> bool {
        matches!(self, Matcher::Literal(_) | Matcher::Nothing)
    }
}

/// Returns an offset in the first line with a match of `regex`, at `from` or after it.
fn find_regex(regex: &RegexMatcher, text: &[u8], from: usize) -> Option<usize> {
    let is_match = |line: &[u8]| regex.is_match(line).unwrap_or(false);
    if regex.line_terminator().is_none() {
        // The expression refers to the start or the end of the text, which must be those of the
        // line.
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

/// Returns the start of the first line for which `is_match` is `true`, at `from` or after it.
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

/// Returns the line of `text` that contains `place`, from `from` on.
fn line_around(text: &[u8], from: usize, place: usize) -> Range<usize> {
    let start = memchr::memrchr(b'\n', &text[from..place]).map_or(from, |feed| from + feed + 1);
    let end = memchr::memchr(b'\n', &text[place..]).map_or(text.len(), |feed| place + feed);
    start..end
}
