//! Exit statuses: one table of what they mean.

use std::process::ExitCode;

/// How a run ended; of several operands, the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    #[default]
    Well,
    /// Nobody read the report, or the text, to its end, and up to there all is well: nothing is
    /// established, or part of the text was not written. What a shell says of `cat` or `grep` then,
    /// which SIGPIPE ends.
    Unread,
    /// Something was found: ill-formed text, text that cannot be encoded, text left alone. Of a
    /// search: nothing was.
    Found,
    /// Something went wrong with an operand, with reading or writing, or with the usage.
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
