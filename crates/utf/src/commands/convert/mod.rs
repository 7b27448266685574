//! `utf convert`: converts text from one encoding to another.

pub mod args;
mod bad_lines;
mod conflict;
mod controls;
mod declaration;
mod dry_run;
mod error;
mod files;
mod losses;
mod plan;
mod position;
mod report;
mod stream;

use std::{io, path::Path};

use args::Args;
use plan::Plan;
use stream::{Converter, Stop};

use super::file_names;
use crate::{
    args::encoding,
    files::compressed::method::Method,
    input::empty_list::ListWatch,
    output::Output,
    process::{exit::Exit, names, problem::Problem, terminal},
    system::streams::is_standard_output,
    threads::idle::Spare,
};

/// Runs `utf convert`.
pub fn run(args: Args) -> Exit {
    let apply = args.in_place.given() && !args.dry_run;
    let done = match args.list {
        true => list(),
        false if args.names => names(&args, apply),
        false if args.undo_names.is_some() => {
            args.in_place.refuse_backup("--undo-names").and_then(|()| {
                file_names::undo::undo(args.undo_names.as_deref().unwrap_or(Path::new("")), apply)
            })
        }
        false => Plan::of(&args).and_then(|plan| match args.folder() {
            _ if args.bad_lines.bad_lines.is_some() => bad_lines::run(&args, &plan),
            _ if args.in_place.given() => files::in_place::run(&args, &plan),
            _ if args.dry_run => dry_run::run(&args, &plan),
            Some(folder) => files::tree::run(folder, &args, &plan),
            None => convert(&args, &plan),
        }),
    };
    done.unwrap_or_else(|problem| problem.report())
}

/// Renames files, or only lists the new names unless `apply`.
fn names(args: &Args, apply: bool) -> Result<Exit, Problem> {
    args.in_place.refuse_backup("--names")?;
    let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    let wanted = file_names::Wanted::new(from, args.normalize)?;
    file_names::rename::rename(&args.walk, &args.paths, wanted, apply)
}

/// Runs `utf cat`, which joins all operands to one text.
pub fn join(args: Args) -> Exit {
    match args.in_place.given() {
        _ if args.names || args.undo_names.is_some() => {
            Problem::new("utf cat: --names and --undo-names cannot be used")
                .hint("use `utf names` to rename files")
                .report()
        }
        _ if args.bad_lines.bad_lines.is_some() => {
            Problem::new("utf cat: --bad-lines cannot be used, because it needs a single file")
                .hint("use `utf convert`")
                .report()
        }
        true => Problem::new("utf cat: -i cannot be used, because the files are joined")
            .hint("use `utf convert -i` to replace each file")
            .report(),
        false if args.folder().is_some() => {
            let joined = Plan::of(&args).and_then(|plan| convert(&args, &plan));
            joined.unwrap_or_else(|problem| problem.report())
        }
        false => run(args),
    }
}

/// Prints all encodings.
fn list() -> Result<Exit, Problem> {
    let mut text = Vec::new();
    let mut output = Output::open(None)?;
    let done = encoding::list(&mut text).and_then(|()| output.write(&text));
    finish(done, output, Exit::Well)
}

/// Converts every operand to one output.
fn convert(args: &Args, plan: &Plan) -> Result<Exit, Problem> {
    let mut operands = args.walk.operands(&args.paths)?.peekable();
    let mut output = Output::open(args.output.as_deref())?;
    output = plan.escapes.encoded(output, plan.to.encoding());
    if let Some(method) = args.compress {
        output = output.compressed(method)?;
    }
    let common = args.common(Spare::new(args.walk.threads() - 1));
    let mut converter = Converter::new(plan, &mut output, &common);
    let mut list = ListWatch::of(&args.walk, &args.paths);
    let (mut exit, mut complete) = (Exit::Well, true);
    while let Some(operand) = operands.next() {
        list.operand(&operand);
        let operand = match operand {
            Ok(operand) => operand,
            Err(problem) => {
                (exit, complete) = (exit.max(problem.report()), false);
                continue;
            }
        };
        let stop = match converter.convert(&operand, operands.peek().is_some()) {
            Ok(tally) => {
                exit = exit.max(report::counted(&operand, &tally, plan));
                continue;
            }
            Err(stop) => stop,
        };
        complete = false;
        match stop {
            Stop::Text(error) => {
                exit = exit.max(report::stopped(&operand, &error, plan));
                // The text of the next operand would follow an incomplete text.
                break;
            }
            Stop::Forbidden(why) => {
                terminal::write_error(&format!("utf: {}: byte 0: {why}\n", operand.name()));
                exit = exit.max(Exit::Found);
                break;
            }
            Stop::Input(problem) if operand.path().is_dir() => {
                let hint = "use `utf convert -i` to convert the files in it, or `-o DIR/` to write them to another directory";
                exit = exit.max(problem.hint(hint).report());
            }
            Stop::Input(problem) => exit = exit.max(problem.report()),
            Stop::Output(error) => {
                let known = converter.last_tally().map(|tally| report::exit_of(&tally, plan));
                exit = exit.max(known.unwrap_or(Exit::Well));
                drop(converter);
                return finish(Err(error), output, exit);
            }
        }
    }
    let ended = converter.finish().map(|last| exit = exit.max(last));
    // After an error, the rest of the list is unread, so it may not be empty.
    let is_list_empty = operands.peek().is_none() && list.is_list_empty();
    let replaces = args.output.as_deref().is_some_and(|path| !is_standard_output(path));
    if is_list_empty && (replaces || !args.quiet) {
        list.tell_empty_list();
    }
    if is_list_empty && replaces {
        // An empty list means that the program that made it failed. Do not replace a file because
        // of that.
        (exit, complete) = (Exit::Failure, false);
    }
    if !complete {
        return abandon(output, exit);
    }
    let ended = finish(ended, output, exit)?;
    terminal::write_error(&name_warning(args).unwrap_or_default());
    Ok(ended)
}

/// Returns a warning if the name of the output promises compressed data and the output is not
/// compressed.
fn name_warning(args: &Args) -> Option<String> {
    let path = args.output.as_deref().filter(|_| args.compress.is_none() && !args.quiet)?;
    let method = Method::of_name(path)?;
    let name = names::path(path);
    Some(format!("utf: {name}: written without compression (use `--compress {method}`)\n"))
}

/// Ends `output`. `written` is the result of writing to it.
fn finish(written: io::Result<()>, output: Output, exit: Exit) -> Result<Exit, Problem> {
    let name = output.name().to_owned();
    ended(&name, written.and_then(|()| output.finish()), exit)
}

/// Abandons `output`, and reports that if a file was to be written.
fn abandon(output: Output, exit: Exit) -> Result<Exit, Problem> {
    let name = output.name().to_owned();
    let abandoned = output.abandon();
    if let Ok(true) = abandoned {
        terminal::write_error(&format!("utf: {name}: not written\n"));
    }
    ended(&name, abandoned.map(drop), exit)
}

/// Combines `exit` with `end`, the result of ending the output `name`.
fn ended(name: &str, end: io::Result<()>, exit: Exit) -> Result<Exit, Problem> {
    match end {
        Ok(()) => Ok(exit),
        // The reader has seen enough, but part of the text was not written.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit.max(Exit::Unread)),
        Err(error) => Err(Problem::with(name, &error)),
    }
}
