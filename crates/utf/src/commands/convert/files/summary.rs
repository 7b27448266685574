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
use crate::{input::left_out::Skips, process::names};

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

/// Where it is counted what was reached again.
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
        let unwritten = self.counts[2..AGAIN].iter().map(|count| count.load(Ordering::Relaxed));
        match unwritten.sum::<u64>() {
            0 => String::new(),
            1 => format!(": 1 file is not written to {to}, named above"),
            many => format!(": {many} files are not written to {to}, named above"),
        }
    }

    /// Whether there was anything but files that were reached once.
    pub(super) fn has_more(&self) -> bool {
        self.passed.any() || self.counts[AGAIN].load(Ordering::Relaxed) > 0
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
            What::NotText => 3,
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
