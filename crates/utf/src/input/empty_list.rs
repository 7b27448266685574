//! Reports a list of names that is empty, for commands that do not use `Files`.

use std::path::PathBuf;

use super::{left_out::Skips, operand::Operand};
use crate::{
    input::walk::args::{Entry, WalkArgs},
    process::problem::Problem,
};

/// What operands and a list named so far.
pub struct ListWatch {
    /// How many operands there are, if there is a list too.
    operands: Option<usize>,
    met: usize,
}

impl ListWatch {
    /// Nothing yet of what `paths` and the list name.
    pub fn of(walk: &WalkArgs, paths: &[PathBuf]) -> Self {
        Self { operands: walk.has_list().then_some(paths.len()), met: 0 }
    }

    /// Takes note of what an operand or a line of the list names.
    pub fn operand(&mut self, _: &Result<Operand, Problem>) {
        self.met += 1;
    }

    /// The same of what is at an entry, if that was named and not found in a folder. Where nothing
    /// is, and what could not be read, counts as named: so what a list names is never taken for
    /// nothing.
    pub fn entry(&mut self, entry: &Result<Entry, Problem>) {
        self.met += usize::from(entry.as_ref().map_or(true, |entry| !entry.walked));
    }

    /// Whether there is a list and it named nothing, now that all is read. Each operand comes
    /// first, and is one.
    pub fn is_list_empty(&self) -> bool {
        self.operands.is_some_and(|operands| self.met <= operands)
    }

    /// Says so on standard error, if that is so.
    pub fn tell_empty_list(&self) {
        let passed = Skips::default();
        passed.list_ended(self.is_list_empty());
        passed.tell_empty_list();
    }
}
