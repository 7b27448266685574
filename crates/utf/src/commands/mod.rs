//! The commands, one a file: their arguments, and what they do.

pub mod audit;
pub mod check;
pub mod cmp;
pub mod convert;
pub mod count;
pub mod detect;
pub mod each_file;
pub mod explain;
pub mod file_names;
pub mod generate;
pub mod inspect;
pub mod labels;
pub mod repair;
pub mod search;
pub mod slice;
pub mod split;

use crate::{
    cli::{Cli, Command},
    process::exit::Exit,
};

/// Runs the command that was asked for.
pub fn run(cli: Cli) -> Exit {
    match cli.command {
        Command::Audit(args) => audit::run(*args),
        Command::Check(args) => check::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Detect(args) => detect::run(&args),
        Command::Repair(args) => repair::run(args),
        Command::Search(args) => search::run(args),
        Command::Count(args) => count::run(&args),
        Command::Slice(args) => slice::run(&args),
        Command::Split(args) => split::run(&args),
        Command::Cmp(args) => cmp::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => generate::completions(&args),
        Command::Man(args) => generate::man(&args),
        Command::Labels(args) => labels::run(&args),
        Command::Convert(args) => convert::run(args),
        Command::Cat(args) => convert::join(args),
    }
}
