//! The outcome of converting a file.

use super::{OperandFile, second_run::SecondRun};
use crate::{
    commands::convert::pipeline::Tally,
    files::folder::Folder,
    process::{exit::Exit, problem::Problem},
};

/// The outcome of converting a file, with its messages.
pub(in crate::commands::convert) struct Outcome {
    pub(super) sort: Sort,
    /// Lines for stderr.
    pub(super) messages: Vec<String>,
    /// A line for stdout.
    pub(super) listed: Option<String>,
    pub(super) exit: Exit,
    /// The name of the file, if another run would change it again, for each of
    /// [`Unstable::ALL`](crate::commands::convert::report::Unstable::ALL).
    pub(super) unstable: [Option<String>; 2],
    /// The directory where a name has changed, which is not synced yet.
    pub(super) folder: Option<Folder>,
}

/// The sort of the outcome, which the summary counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Converted,
    AlreadyCorrect,
    Unchanged,
    NotText,
    Failed,
    /// The file was reached before, by another path.
    ReachedAgain,
    /// The file is not one of those that were meant.
    NotMeant,
}

impl Outcome {
    pub(super) fn new(sort: Sort, messages: Vec<String>, exit: Exit) -> Self {
        Self { sort, messages, listed: None, exit, unstable: Default::default(), folder: None }
    }

    /// The file is unchanged, because of `why`.
    pub(super) fn unchanged(found: &OperandFile, why: &str) -> Self {
        let message = format!("utf: {}: left unchanged: {why}\n", found.name);
        Self::new(Sort::Unchanged, vec![message], Exit::Found)
    }

    /// Adds the name of the file if `second_run` would change it. `read` has the results
    /// of this run.
    pub(super) fn with_second_run(
        self,
        found: &OperandFile,
        read: &Tally,
        second_run: SecondRun<'_>,
    ) -> Self {
        let why = second_run.would_change(read);
        let done = self.sort == Sort::Converted;
        Self { unstable: why.map(|is| (is && done).then(|| found.name.clone())), ..self }
    }

    /// The file is not text, such as an image. Only the summary counts such files, because there
    /// may be thousands in a directory.
    pub(super) fn not_text() -> Self {
        Self::new(Sort::NotText, Vec::new(), Exit::Well)
    }

    /// The conversion failed.
    pub(super) fn problem(problem: &Problem) -> Self {
        Self::new(Sort::Failed, vec![format!("utf: {problem}\n")], Exit::Failure)
    }

    /// The file was reached before. The first outcome is reported.
    pub(super) fn reached_again() -> Self {
        Self::new(Sort::ReachedAgain, Vec::new(), Exit::Well)
    }

    /// The file is not one of those that were meant.
    pub(super) fn not_meant() -> Self {
        Self::new(Sort::NotMeant, Vec::new(), Exit::Well)
    }
}
