//! Exit statuses: one table of what they mean.

use std::process::ExitCode;

/// How a run ended; of several operands, the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    #[default]
    Well,
    /// Something was found: ill-formed text, text that cannot be encoded, text left alone. Of a search: nothing was.
    Found,
    /// Something went wrong with an operand, with reading or writing, or with the usage.
    Trouble,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Well => 0,
            Exit::Found => 1,
            Exit::Trouble => 2,
        })
    }
}
