//! Counts the outcomes of all files.

use std::{
    fmt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::Sort;
use crate::{commands::output_tree::unwritten, input::left_out::Skips, process::names};

/// The counts, which a signal handler may read at any time.
pub(super) struct Summary {
    /// The verb for converted files.
    done: &'static str,
    counts: [AtomicU64; 7],
    /// The counts of entries that were skipped in directories.
    skips: Arc<Skips>,
    /// The name of the output directory, safe for a terminal.
    to: Option<String>,
}

/// The indices of the counts for files that are not text, for files that were reached again, and
/// for backups.
const NOT_TEXT: usize = 3;
const REACHED_AGAIN: usize = 5;
const BACKUP: usize = 6;

impl Summary {
    /// Creates the summary. `done` is the verb for converted files, and `skips` counts skipped
    /// entries.
    pub(super) fn new(done: &'static str, skips: Arc<Skips>) -> Self {
        Self { done, counts: Default::default(), skips, to: None }
    }

    /// Sets the output directory.
    pub(super) fn to(self, path: Option<&Path>) -> Self {
        Self { to: path.map(names::folder), ..self }
    }

    /// Returns `: 2 files were not written to out/ (see above)`, or nothing. Call it after the last
    /// file.
    pub(super) fn unwritten(&self) -> String {
        let Some(to) = &self.to else { return String::new() };
        let count = |at: usize| self.counts[at].load(Ordering::Relaxed);
        unwritten((2..REACHED_AGAIN).map(count).sum(), to)
    }

    /// Returns `true` if the summary has information that no other message has.
    pub(super) fn has_more(&self) -> bool {
        let is_counted = |at: usize| self.counts[at].load(Ordering::Relaxed) > 0;
        self.skips.any() || [NOT_TEXT, REACHED_AGAIN, BACKUP].into_iter().any(is_counted)
    }

    /// Returns the counts of skipped entries.
    pub(super) fn skips(&self) -> &Skips {
        &self.skips
    }

    pub(super) fn count(&self, sort: Sort) {
        let at = match sort {
            Sort::Converted => 0,
            Sort::AlreadyCorrect => 1,
            Sort::Unchanged => 2,
            Sort::NotText => NOT_TEXT,
            Sort::Failed => 4,
            Sort::ReachedAgain => REACHED_AGAIN,
            Sort::Backup => BACKUP,
            Sort::NotMeant => return,
        };
        self.counts[at].fetch_add(1, Ordering::Relaxed);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        let backup = match counts[BACKUP] {
            1 => "backup left unchanged (name it to change it)",
            _ => "backups left unchanged (name them to change them)",
        };
        let [right, unchanged, not_text, failed, again] =
            ["already correct", "left unchanged", "not text", "failed", "reached again"];
        let words = [self.done, right, unchanged, not_text, failed, again, backup];
        write!(f, "{} {}", counts[0], words[0])?;
        for (count, words) in counts.iter().zip(words).skip(1).filter(|(count, _)| **count > 0) {
            write!(f, ", {count} {words}")?;
        }
        write!(f, "{}", self.skips)
    }
}
