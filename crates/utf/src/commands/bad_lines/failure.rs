//! The reason why sorting ended early.

use std::io;

use crate::process::problem::Problem;
use utfkit_text::lines::SortError;

/// The reason why sorting ended early.
#[derive(Debug)]
pub enum Failure {
    Problem(Problem),
    /// The reader closed the output.
    Closed,
}

impl Failure {
    /// Returns the failure for `error`, from writing to `name`, which is safe for a terminal.
    pub fn of(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Problem(Problem::with(name, error)),
        }
    }

    /// Returns the failure for `error`, from storing a line that is too long for memory.
    pub fn of_long_line(error: &io::Error) -> Self {
        Problem::with("a long line in a temporary file", error).into()
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Problem(problem)
    }
}

impl From<SortError<Failure>> for Failure {
    fn from(error: SortError<Failure>) -> Self {
        match error {
            SortError::Taker(failure) => failure,
            SortError::Overflow(error) => Failure::of_long_line(&error),
        }
    }
}
