//! The reasons for which a run ends early.

use std::io;

use crate::process::{exit::Exit, problem::Problem};

/// The reason for which a run ends early.
pub enum Failure {
    /// The usage or a path is wrong.
    Problem(Problem),
    /// The report, or the text on standard output, cannot be written. The exit status is that of the
    /// results so far.
    Report(io::Error, Exit),
}

impl Failure {
    /// Returns the failure to write the report before any result is known.
    pub fn unread(error: io::Error) -> Self {
        Failure::Report(error, Exit::Well)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Problem(problem)
    }
}
