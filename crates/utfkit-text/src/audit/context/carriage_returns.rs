//! Carriage returns inside a line, where a terminal overwrites the line.
//!
//! In a text without line feeds, carriage returns are line ends, as on old Macs, if there are many
//! and no line seems to cover another. This is known only at the end of the first line, so its
//! observations wait.

use std::{mem, ops::Range};

use crate::audit::observation::Observation;

/// The maximum number of observations that wait; nobody reads more of one line.
const MAX: usize = 64;

/// The minimum number of lines in a text of an old Mac. A text with fewer may hide a line instead.
const LINES: usize = 8;

/// The end of a line that covers a longer line before it.
const BLANKS: [char; 4] = [' '; 4];

/// The pending observations.
#[derive(Default)]
pub(crate) struct Returns {
    /// The returns at the end of the last piece, which a line feed may follow.
    pub(crate) open: Option<Observation>,
    /// The observations in the first line.
    first: Vec<Observation>,
    /// The number of observations in the first line, including those above the maximum.
    lines: usize,
    /// Whether one of the lines seems to cover another.
    covers: bool,
}

/// Returns the next run of carriage returns in `text`, from `from` on, that no line feed follows.
/// The run may be at the end of `text`.
pub(crate) fn next(text: &str, mut from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    loop {
        let start = from + memchr::memchr(b'\r', bytes.get(from..)?)?;
        let end = start + returns(&bytes[start..]);
        if bytes.get(end) != Some(&b'\n') {
            return Some(start..end);
        }
        from = end;
    }
}

/// Returns the number of carriage returns at the start of `bytes`.
fn returns(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| byte == b'\r').count()
}

impl Returns {
    /// Takes `text`, the next text. Returns the open observation if it is now certain, and the
    /// number of carriage returns at the start of `text` that belong to it.
    pub(crate) fn continue_with(&mut self, text: &str) -> (Option<Observation>, usize) {
        if self.open.is_none() {
            return (None, 0);
        }
        let len = returns(text.as_bytes());
        match text.as_bytes().get(len) {
            None => (None, len),
            Some(b'\n') => {
                self.open = None;
                (None, len)
            }
            Some(_) => (self.open.take(), len),
        }
    }

    /// Keeps an observation until the first line feed.
    pub(crate) fn keep(&mut self, seen: Observation) {
        self.lines += 1;
        if self.first.len() < MAX {
            self.first.push(seen);
        }
    }

    /// Returns `true` if observations in the first line are pending.
    pub(crate) fn waits(&self) -> bool {
        !self.first.is_empty()
    }

    /// Ends a line at a line feed, and returns what waited for it.
    pub(crate) fn end_line(&mut self) -> Vec<Observation> {
        self.lines = 0;
        mem::take(&mut self.first)
    }

    /// Notes the characters `last` at the end of a line, before a carriage return or the end of the
    /// text.
    pub(crate) fn line(&mut self, last: &[char]) {
        self.covers |= last.ends_with(&BLANKS);
    }

    /// Ends the text. Returns the pending observations, unless the carriage returns are line ends.
    pub(crate) fn end(&mut self) -> Vec<Observation> {
        let are_ends = self.lines + usize::from(self.open.is_some()) >= LINES && !self.covers;
        if are_ends { Vec::new() } else { mem::take(&mut self.first) }
    }

    /// Returns the pending observations.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.open.iter_mut().chain(&mut self.first)
    }
}
