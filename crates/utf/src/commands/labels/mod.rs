//! `utf labels`: shows the meanings of charset labels, and suggests a label for a file.

pub mod args;
mod audience;
mod elsewhere;
mod facts;
mod list;
mod name;
mod paragraph;
mod suggest;

use std::io::Write;

use args::Args;

use crate::{
    args::encoding,
    process::{exit::Exit, terminal},
};

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    let set = args.labels.label_set;
    let from = match encoding::From::parse("-f", args.from.as_deref().unwrap_or("auto"), set) {
        Ok(from) => from,
        Err(problem) => return problem.report(),
    };
    let mut exit = Exit::Well;
    let done = terminal::output().and_then(|mut out| {
        match (args.suggest, args.names.is_empty()) {
            _ if args.brief => list::brief(&mut out)?,
            (true, _) => suggest::suggest(&mut out, args, from, &mut exit)?,
            (false, true) => list::list(&mut out, args)?,
            (false, false) => name::show(&mut out, args, &mut exit)?,
        }
        out.flush()
    });
    match done {
        Ok(()) => exit,
        Err(error) => terminal::report_failed(&error, exit),
    }
}
