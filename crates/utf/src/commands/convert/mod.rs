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

use std::io;

use args::{Args, mode::Mode};
use plan::Plan;
use stream::{Converter, Stop};

use crate::{
    files::compressed::method::Method,
    input::empty_list::ListWatch,
    output::Output,
    process::{exit::Exit, names, problem::Problem, terminal},
    system::streams::is_standard_output,
    threads::idle::Spare,
};

/// Runs `utf convert`.
pub fn run(args: Args) -> Exit {
    run_as(&args, Ok(args.mode()))
}

/// Runs `utf cat`, which joins all operands to one text.
pub fn join(args: Args) -> Exit {
    run_as(&args, args.mode_of_cat())
}

fn run_as(args: &Args, mode: Result<Mode<'_>, Problem>) -> Exit {
    let done = mode.and_then(|mode| {
        let plan = Plan::of(args)?;
        match mode {
            Mode::BadLines => bad_lines::run(args, &plan),
            Mode::InPlace => files::in_place::run(args, &plan),
            Mode::DryRun => dry_run::run(args, &plan),
            Mode::Tree(folder) => files::tree::run(folder, args, &plan),
            Mode::Join => convert(args, &plan),
        }
    });
    done.unwrap_or_else(|problem| problem.report())
}

/// Converts every operand to one output.
fn convert(args: &Args, plan: &Plan) -> Result<Exit, Problem> {
    let mut operands = args.walk.operands(&args.paths)?.peekable();
    let mut output = Output::open(args.output.as_deref())?;
    output = plan.escapes.encoded(output, plan.output.to.encoding());
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
                terminal::write_error(&format!("utf: {}: {why}\n", operand.name()));
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
