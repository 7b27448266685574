//! Why a version was not made.

use crate::process::problem::Problem;

/// Why a version was not made.
pub(super) enum Stop {
    Refused(String),
    Problem(Problem),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}
