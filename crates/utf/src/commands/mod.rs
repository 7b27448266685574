//! The commands, one a file: their arguments, and what they do.

pub mod audit;
pub mod check;
pub mod convert;
pub mod inspect;
pub mod labels;

use crate::{
    cli::{Cli, Command},
    exit::Exit,
};

/// Runs the command that was asked for.
pub fn run(cli: Cli) -> Exit {
    match cli.command {
        Command::Audit(args) => audit::run(*args),
        Command::Check(args) => check::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Labels(args) => labels::run(&args),
        Command::Convert(args) | Command::Cat(args) => convert::run(args),
    }
}
