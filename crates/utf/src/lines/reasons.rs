//! Why a line is bad.

use utfkit::error::Grouper;

use super::Mark;

/// How many of a line's mistakes are named; all are counted.
const MAX_NAMED: usize = 16;

/// What is wrong in one line: the first of it, and how much there is. Marks that are parts of one
/// mistake are one.
#[derive(Debug, Default)]
pub struct Reasons {
    named: Vec<Mark>,
    count: u64,
    grouper: Grouper,
    /// Where what the grouper holds ends, and the field that all of it is in.
    run: Option<(u64, Option<u64>)>,
}

impl Reasons {
    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.run.is_none()
    }

    /// Takes what is marked next.
    pub fn push(&mut self, mark: Mark) {
        // What a receiver refuses is a character, and what stands elsewhere than it says is no
        // neighbour.
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

    /// The line is over: the first of what is wrong, and how much is.
    pub fn end(mut self) -> (Vec<Mark>, u64) {
        self.end_run();
        (self.named, self.count)
    }

    /// What comes next is no neighbour of what the grouper holds.
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
