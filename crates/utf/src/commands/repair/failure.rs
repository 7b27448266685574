//! Why a run ends early.

use std::io;

use crate::process::{exit::Exit, problem::Problem};

/// Why a run ends early.
pub enum Failure {
    /// Something is wrong with the usage or an operand.
    Problem(Problem),
    /// The report, or the text on standard output, cannot be written; what is known so far is this.
    Report(io::Error, Exit),
}

impl Failure {
    /// The report cannot be written, and nothing is known yet.
    pub fn unread(error: io::Error) -> Self {
        Failure::Report(error, Exit::Well)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Problem(problem)
    }
}
