//! Reports a list of names that is empty, for commands that do not use `Files`.

use std::path::PathBuf;

use super::{left_out::Skips, operand::Operand};
use crate::{
    input::walk::args::{Entry, WalkArgs},
    process::problem::Problem,
};

/// Counts the names that operands and a list gave so far.
pub struct ListWatch {
    /// The number of operands, if there is also a list.
    operands: Option<usize>,
    met: usize,
}

impl ListWatch {
    /// Creates a count for `paths` and the list of `walk`.
    pub fn of(walk: &WalkArgs, paths: &[PathBuf]) -> Self {
        Self { operands: walk.has_list().then_some(paths.len()), met: 0 }
    }

    /// Counts an operand or a line of the list.
    pub fn operand(&mut self, _: &Result<Operand, Problem>) {
        self.met += 1;
    }

    /// Counts an entry that was named, not found in a directory. A missing or unreadable entry
    /// counts as named, so a list that names one is not reported as empty.
    pub fn entry(&mut self, entry: &Result<Entry, Problem>) {
        self.met += usize::from(entry.as_ref().map_or(true, |entry| !entry.walked));
    }

    /// Returns `true` if there is a list and it named nothing. Call it after the last entry.
    ///
    /// Each operand comes before the list and counts once.
    pub fn is_list_empty(&self) -> bool {
        self.operands.is_some_and(|operands| self.met <= operands)
    }

    /// Reports an empty list on stderr.
    pub fn tell_empty_list(&self) {
        let passed = Skips::default();
        passed.list_ended(self.is_list_empty());
        passed.tell_empty_list();
    }
}
