//! The reasons for which a run ends early.

use std::io;

use crate::process::{exit::Exit, problem::Problem, terminal};

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

    /// Prints the reason, and returns the exit status of the run.
    pub fn report(self) -> Exit {
        match self {
            Failure::Problem(problem) => problem.report(),
            Failure::Report(error, exit) => terminal::report_failed(&error, exit),
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Problem(problem)
    }
}
