//! Carriage returns inside a line, at which a terminal begins to write over it.
//!
//! Where no line feed is in the text they end its lines, as on old Macs, if they are many and none
//! seems to hide another. That is known only when the first line is over, so what is found in it
//! waits.

use std::{mem, ops::Range};

use crate::audit::observation::Observation;

/// So many wait; of more in one line nobody wants to be told.
const MAX: usize = 64;

/// So many lines end with carriage returns in a text of an old Mac: of fewer it cannot be told from
/// one that hides a line.
const LINES: usize = 8;

/// What a line ends with that covers one before it.
const BLANKS: [char; 4] = [' '; 4];

/// What is not told yet.
#[derive(Default)]
pub(crate) struct Returns {
    /// At the end of the last piece: a line feed may follow.
    pub(crate) open: Option<Observation>,
    /// In the first line.
    first: Vec<Observation>,
    /// How many were to wait.
    lines: usize,
    /// Whether one of their lines covers others.
    covers: bool,
}

/// The carriage returns of `text`, from `from` on, that no line feed follows; the last may stand at
/// its end.
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

/// How many carriage returns `bytes` begin with.
fn returns(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| byte == b'\r').count()
}

impl Returns {
    /// The text goes on with `text`: gives what is told by that, and how many carriage returns of
    /// it belong to the last ones.
    pub(crate) fn go_on(&mut self, text: &str) -> (Option<Observation>, usize) {
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

    /// It waits for the first line feed.
    pub(crate) fn keep(&mut self, seen: Observation) {
        self.lines += 1;
        if self.first.len() < MAX {
            self.first.push(seen);
        }
    }

    /// Whether something found in the first line waits.
    pub(crate) fn waits(&self) -> bool {
        !self.first.is_empty()
    }

    /// A line feed ends a line: gives what waited for it.
    pub(crate) fn end_line(&mut self) -> Vec<Observation> {
        self.lines = 0;
        mem::take(&mut self.first)
    }

    /// A line ends with the characters `last`, at a carriage return or the end of the text.
    pub(crate) fn line(&mut self, last: &[char]) {
        self.covers |= last.ends_with(&BLANKS);
    }

    /// The text ends without one, or behind it: gives what no ends of lines are.
    pub(crate) fn end(&mut self) -> Vec<Observation> {
        let are_ends = self.lines + usize::from(self.open.is_some()) >= LINES && !self.covers;
        if are_ends { Vec::new() } else { mem::take(&mut self.first) }
    }

    /// What waits.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.open.iter_mut().chain(&mut self.first)
    }
}
