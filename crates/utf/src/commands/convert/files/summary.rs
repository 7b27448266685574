//! How many files became what.

use std::{
    fmt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::What;
use crate::{
    input::left_out::Skips,
    process::names::{self, counted},
};

/// Counts that a signal may ask for at any time.
pub(super) struct Summary {
    /// What was done to a file, in a word or two.
    done: &'static str,
    counts: [AtomicU64; 6],
    /// What of folders was passed by.
    passed: Arc<Skips>,
    /// The folder that is written to, fit for a terminal, if there is one.
    to: Option<String>,
}

/// Where files that are not text are counted, and files that were reached again.
const NOT_TEXT: usize = 3;
const AGAIN: usize = 5;

impl Summary {
    /// The summary of what is `done` in a word; `passed` counts what is passed by.
    pub(super) fn new(done: &'static str, passed: Arc<Skips>) -> Self {
        Self { done, counts: Default::default(), passed, to: None }
    }

    /// The same of what is written to the folder at `path`.
    pub(super) fn to(self, path: Option<&Path>) -> Self {
        Self { to: path.map(names::folder), ..self }
    }

    /// `: 2 files are not written to out/, named above`, or nothing: for the end of all, when
    /// nothing more is to come.
    pub(super) fn unwritten(&self) -> String {
        let Some(to) = &self.to else { return String::new() };
        let count = |at: usize| self.counts[at].load(Ordering::Relaxed);
        let (all, not_text) = ((2..AGAIN).map(count).sum::<u64>(), count(NOT_TEXT));
        if all == 0 {
            return String::new();
        }
        let files = counted(all, "file");
        let are = if all == 1 { "is" } else { "are" };
        let named = match not_text {
            0 => ", named above",
            _ if not_text == all => "",
            _ => ", named above except those that are not text",
        };
        format!(": {files} {are} not written to {to}{named}")
    }

    /// Whether only the summary says something of what was found.
    pub(super) fn has_more(&self) -> bool {
        let is_counted = |at: usize| self.counts[at].load(Ordering::Relaxed) > 0;
        self.passed.any() || is_counted(NOT_TEXT) || is_counted(AGAIN)
    }

    /// What of the operands was passed by.
    pub(super) fn passed(&self) -> &Skips {
        &self.passed
    }

    pub(super) fn count(&self, what: What) {
        let at = match what {
            What::Done => 0,
            What::Right => 1,
            What::LeftAlone => 2,
            What::NotText => NOT_TEXT,
            What::Failure => 4,
            What::Again => AGAIN,
            What::Passed => return,
        };
        self.counts[at].fetch_add(1, Ordering::Relaxed);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words =
            [self.done, "right already", "left alone", "not text", "failed", "reached again"];
        let counts = self.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        write!(f, "{} {}", counts[0], words[0])?;
        for (count, words) in counts.iter().zip(words).skip(1).filter(|(count, _)| **count > 0) {
            write!(f, ", {count} {words}")?;
        }
        write!(f, "{}", self.passed)
    }
}
