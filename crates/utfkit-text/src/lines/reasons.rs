//! Collects the errors of a line.

use utfkit::error::Grouper;

use super::mark::Mark;

/// The maximum number of errors of a line that are kept. All are counted.
const MAX_NAMED: usize = 16;

/// The errors in one line: the first ones, and their number. Parts of one error are merged.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    named: Vec<Mark>,
    count: u64,
    grouper: Grouper,
    /// The end of the error in the grouper, and its field.
    run: Option<(u64, Option<u64>)>,
}

impl Reasons {
    /// Returns `true` if there is no error.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 && self.run.is_none()
    }

    /// Takes the next error.
    pub(super) fn push(&mut self, mark: Mark) {
        // A character that a receiver rejects is whole. A finding that was moved has no neighbors.
        let part =
            mark.finding.filter(|one| one.offset() == mark.offset && mark.receiver.is_none());
        let Some(finding) = part else {
            self.end_run();
            return self.add(mark);
        };
        let field = match self.run {
            Some((end, field)) if end == finding.offset() => field,
            _ => {
                self.end_run();
                mark.field
            }
        };
        self.run = Some((finding.end(), field));
        if let Some(whole) = self.grouper.push(finding) {
            self.add(Mark { field, ..whole.into() });
        }
    }

    /// Ends the line. Returns its first errors, and their number.
    pub(super) fn end(mut self) -> (Vec<Mark>, u64) {
        self.end_run();
        (self.named, self.count)
    }

    /// Ends the error in the grouper, because the next one is not adjacent.
    fn end_run(&mut self) {
        let Some((_, field)) = self.run.take() else { return };
        while let Some(whole) = self.grouper.finish() {
            self.add(Mark { field, ..whole.into() });
        }
    }

    fn add(&mut self, mark: Mark) {
        self.count += 1;
        if self.named.len() < MAX_NAMED {
            self.named.push(mark);
        }
    }
}
