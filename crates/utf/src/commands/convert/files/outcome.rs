//! What became of a file.

use super::{OperandFile, second_run::Again};
use crate::{
    commands::convert::pipeline::Tally,
    files::folder::Folder,
    process::{exit::Exit, problem::Problem},
};

/// What became of a file, and all there is to say about it.
pub(in crate::commands::convert) struct Outcome {
    pub(super) what: What,
    /// Lines for standard error.
    pub(super) told: Vec<String>,
    /// A line for standard output.
    pub(super) listed: Option<String>,
    pub(super) exit: Exit,
    /// The name of the file, if another run would change what it has now, for each of
    /// [`Unstable::ALL`](crate::commands::convert::report::Unstable::ALL).
    pub(super) unstable: [Option<String>; 2],
    /// The folder in which a name has changed, which is not synced yet.
    pub(super) folder: Option<Folder>,
}

/// What became of a file, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Done,
    Right,
    LeftAlone,
    NotText,
    Failure,
    /// It was reached again, when all was done.
    Again,
    /// It is none of the files that were meant.
    Passed,
}

impl Outcome {
    pub(super) fn told(what: What, told: Vec<String>, exit: Exit) -> Self {
        Self { what, told, listed: None, exit, unstable: Default::default(), folder: None }
    }

    /// The file was left alone, and why.
    pub(super) fn unchanged(found: &OperandFile, why: &str) -> Self {
        let told = format!("utf: {}: left alone: {why}\n", found.name);
        Self::told(What::LeftAlone, vec![told], Exit::Found)
    }

    /// The same of the file that was `found` and `read`, with what another run would make `again`
    /// of what it has now.
    pub(super) fn with_next_run(self, found: &OperandFile, read: &Tally, again: Again<'_>) -> Self {
        let why = again.would_change(read);
        let done = self.what == What::Done;
        Self { unstable: why.map(|is| (is && done).then(|| found.name.clone())), ..self }
    }

    /// A file of a directory that is not text, such as an image. The summary counts such files, of
    /// which there may be thousands.
    pub(super) fn not_text() -> Self {
        Self::told(What::NotText, Vec::new(), Exit::Well)
    }

    /// Something went wrong.
    pub(super) fn problem(problem: &Problem) -> Self {
        Self::told(What::Failure, vec![format!("utf: {problem}\n")], Exit::Failure)
    }

    /// What becomes of the file is told where it was reached first.
    pub(super) fn again() -> Self {
        Self::told(What::Again, Vec::new(), Exit::Well)
    }

    /// The file is none of those that were meant.
    pub(super) fn passed() -> Self {
        Self::told(What::Passed, Vec::new(), Exit::Well)
    }
}
