//! The outcome of converting a file.

use utfkit::Encoding;

use super::{OperandFile, describe_binary, second_run::SecondRun};
use utfkit_text::transform::Tally;

use crate::{
    commands::convert::plan::Plan,
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
    /// The encoding of the file, if nothing proves one and the file is left unchanged.
    pub(super) unproven: Option<Unproven>,
    /// The directory where a name has changed, which is not synced yet.
    pub(super) folder: Option<Folder>,
}

/// The encoding of a file that has no BOM and is not UTF-8, if detection is sure of it.
pub(super) struct Unproven(pub(super) Option<Encoding>);

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
    /// By its name, the file is a backup of another file.
    Backup,
    /// The file is not one of those that were meant.
    NotMeant,
}

impl Outcome {
    pub(super) fn new(sort: Sort, messages: Vec<String>, exit: Exit) -> Self {
        let unstable = Default::default();
        Self { sort, messages, listed: None, exit, unstable, unproven: None, folder: None }
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

    /// The file in a directory begins with `bytes` and is not text, such as an image. In place, only
    /// the summary counts such files, because there may be thousands. But they are missing in an
    /// output directory, so they are named.
    pub(super) fn not_text(found: &OperandFile, bytes: &[u8], plan: &Plan) -> Self {
        let why = || format!("utf: {}: not written: {}\n", found.name, describe_binary(bytes));
        let messages = if plan.destination.is_in_place() { Vec::new() } else { vec![why()] };
        Self::new(Sort::NotText, messages, Exit::Well)
    }

    /// The file is a backup of another file. Only the summary counts such files.
    pub(super) fn backup() -> Self {
        Self::new(Sort::Backup, Vec::new(), Exit::Well)
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
