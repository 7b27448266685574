//! `utf repair`: fixes what has one reading, and says what and why.

pub mod args;
mod bad_lines;
mod begun;
mod failure;
mod file;
mod in_order;
mod line_counter;
mod patch;
mod refused;
mod report;
mod undo;
mod whole;

use crate::{
    input::files::{Files, FoundFile},
    output::{counting::Counting, replace::folders::Folders, separate::keep_apart},
    process::{exit::Exit, names, problem::Problem, terminal},
    threads::{idle::Spare, outbox::Hand, pool},
};
use args::Args;
use failure::Failure;
use file::{Goal, Job};
use in_order::Note;
use report::Report;

/// Runs it.
pub fn run(args: Args) -> Exit {
    let done = match &args.undo {
        Some(patch) => undo::run(&args, patch),
        None if args.bad_lines.bad_lines.is_some() => bad_lines::run(&args),
        None => repair(&args),
    };
    match done {
        Ok(exit) => exit,
        Err(Failure::Problem(problem)) => problem.report(),
        Err(Failure::Report(error, exit)) => terminal::report_failed(&error, exit),
    }
}

/// Refuses a patch that would be lost, or that the text would be lost by.
fn keep_patch_apart(args: &Args) -> Result<(), Problem> {
    let Some(path) = args.patch.as_deref() else { return Ok(()) };
    let patch = ("--patch", Some(path));
    keep_apart(&[[patch, ("the output", args.output.as_deref())]])?;
    for text in &args.paths {
        keep_apart(&[[patch, ("the input", Some(text))]])?;
    }
    if patch::is_there(path) {
        let words = format!("{}: holds a patch already", names::path(path));
        return Err(Problem::new(words)
            .hint("name another file, or remove it if its repair is not to be undone"));
    }
    Ok(())
}

/// Repairs each file, and tells of them in their order.
fn repair(args: &Args) -> Result<Exit, Failure> {
    let changes = args.in_place.given() || args.output.is_some();
    let telling = in_order::begin(args, changes).map_err(Failure::unread)?;
    let (job, files) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(problem) if args.is_document() => {
            return Ok(in_order::lock(&telling).refused(&problem, Report::new(args)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let threads = match files.is_single() {
        true => 1,
        false if changes => args.walk.threads_that_wait(),
        false => args.walk.threads(),
    };
    let (counts, passed) = (in_order::lock(&telling).counts(), files.passed());
    let one = |found: Result<FoundFile, Problem>, (): &mut (), hand: &mut Hand<'_, Note>| {
        let counting = Counting::begin();
        let became = found.map_err(Failure::Problem).and_then(|found| {
            found.wait();
            let became = job.repair(&found, hand)?;
            Ok(Note::Became { name: found.operand.name(), typed: found.is_typed(), became })
        });
        let note = became.unwrap_or_else(Note::Failed);
        // Before it is told, which may be much later: a signal ends it with what was done.
        note.count(&mut in_order::lock(&counts));
        drop(counting);
        hand.note(note);
    };
    let told = pool::run(threads, files, || (), one, &*telling, &Spare::new(0));
    let mut telling = in_order::lock(&telling);
    let ended = told.and_then(|()| telling.finish(job.report));
    if !args.quiet {
        passed.tell_listed();
    }
    ended.map_err(|error| Failure::Report(error, telling.exit()))
}

/// Understands the arguments: what is done with each file, and the files.
fn prepare(args: &Args) -> Result<(Job<'_>, Files), Problem> {
    let goal = match &args.output {
        _ if args.in_place.given() => {
            let manner = args.in_place.manner(false)?;
            Goal::InPlace { manner, folders: Folders::new(true) }
        }
        Some(path) => Goal::Output(path),
        None => Goal::Nowhere,
    };
    let changes = !matches!(goal, Goal::Nowhere);
    let (options, receiver, patch) =
        (args.options()?, args.receiver.receiver, args.patch.as_deref());
    let (report, text) = (Report::new(args), args.text);
    let job = Job { options, receiver, text, report, goal, patch };
    keep_patch_apart(args)?;
    let mut files = args.walk.files(&args.paths)?;
    if changes {
        files = files.changing();
    }
    if !files.is_single() {
        args.refuse_several()?;
    }
    Ok((job, files))
}
