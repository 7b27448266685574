//! The outcome of converting a file.

use super::{OperandFile, second_run::Again};
use crate::{
    commands::convert::pipeline::Tally,
    files::folder::Folder,
    process::{exit::Exit, problem::Problem},
};

/// The outcome of converting a file, with its messages.
pub(in crate::commands::convert) struct Outcome {
    pub(super) what: What,
    /// Lines for stderr.
    pub(super) told: Vec<String>,
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
pub(super) enum What {
    Done,
    Right,
    LeftAlone,
    NotText,
    Failure,
    /// The file was reached before, by another path.
    Again,
    /// The file is not one of those that were meant.
    Passed,
}

impl Outcome {
    pub(super) fn told(what: What, told: Vec<String>, exit: Exit) -> Self {
        Self { what, told, listed: None, exit, unstable: Default::default(), folder: None }
    }

    /// The file is unchanged, because of `why`.
    pub(super) fn unchanged(found: &OperandFile, why: &str) -> Self {
        let told = format!("utf: {}: left alone: {why}\n", found.name);
        Self::told(What::LeftAlone, vec![told], Exit::Found)
    }

    /// Adds the name of the file if `again`, another run, would change it. `read` has the results
    /// of this run.
    pub(super) fn with_next_run(self, found: &OperandFile, read: &Tally, again: Again<'_>) -> Self {
        let why = again.would_change(read);
        let done = self.what == What::Done;
        Self { unstable: why.map(|is| (is && done).then(|| found.name.clone())), ..self }
    }

    /// The file is not text, such as an image. Only the summary counts such files, because there
    /// may be thousands in a directory.
    pub(super) fn not_text() -> Self {
        Self::told(What::NotText, Vec::new(), Exit::Well)
    }

    /// The conversion failed.
    pub(super) fn problem(problem: &Problem) -> Self {
        Self::told(What::Failure, vec![format!("utf: {problem}\n")], Exit::Failure)
    }

    /// The file was reached before. The first outcome is reported.
    pub(super) fn again() -> Self {
        Self::told(What::Again, Vec::new(), Exit::Well)
    }

    /// The file is not one of those that were meant.
    pub(super) fn passed() -> Self {
        Self::told(What::Passed, Vec::new(), Exit::Well)
    }
}
