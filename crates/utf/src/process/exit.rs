//! Exit statuses: one table of what they mean.

use std::process::ExitCode;

/// The result of a run. With several operands, the greatest value counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// No error was found.
    #[default]
    Well,
    /// The reader closed the output early, and nothing had been found by then. The result is
    /// unknown, or part of the text was not written. A shell reports the same status for `cat` and
    /// `grep`, which SIGPIPE kills.
    Unread,
    /// The run found ill-formed text, unencodable text, or text that it left unchanged. A search
    /// found nothing.
    Found,
    /// An operand, reading or writing failed, or the usage was wrong.
    Failure,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Well => 0,
            Exit::Unread => 128 + 13,
            Exit::Found => 1,
            Exit::Failure => 2,
        })
    }
}
