//! `utf repair`: fixes damage that has one likely interpretation, and reports the rest.

mod against;
pub mod args;
mod bad_lines;
mod beginning;
pub mod failure;
mod file;
mod goal;
mod in_order;
mod notes;
pub mod patch;
mod rejected;
mod report;
mod whole;

use std::sync::Arc;

use crate::{
    commands::output_tree::unwritten,
    files::paths::parent,
    input::{
        files::{Files, FoundFile},
        output_folder::OutputFolder,
    },
    output::{counting::Counting, separate::keep_apart},
    process::{exit::Exit, names, problem::Problem, terminal},
    threads::{idle::Spare, outbox::Hand, pool},
};
use args::Args;
use failure::Failure;
use file::Job;
use goal::Goal;
use in_order::Note;
use patch::Patches;
use report::Report;

/// Runs the command.
pub fn run(args: Args) -> Exit {
    if let Err(problem) = args.refuse_compressed() {
        return problem.report();
    }
    let done = match () {
        () if args.against.is_some() => against::run(&args),
        () if args.bad_lines.bad_lines.is_some() => bad_lines::run(&args),
        () => repair(&args),
    };
    done.unwrap_or_else(Failure::report)
}

/// Rejects a patch that would overwrite a text or another patch, or would be overwritten.
fn check_patch(args: &Args) -> Result<(), Problem> {
    let Some(path) = args.patch.as_deref() else { return Ok(()) };
    let patch = ("--patch", Some(path));
    keep_apart(&[[patch, ("the output", args.output.as_deref())]])?;
    for text in &args.paths {
        keep_apart(&[[patch, ("the input", Some(text))]])?;
    }
    if let Some(folder) = args.folder()
        && OutputFolder::open(folder).is_ok_and(|folder| folder.has(parent(path)))
    {
        let words = format!("{}: it is inside the output directory", names::path(path));
        return Err(Problem::new(words).hint("a file of that name would replace it"));
    }
    if patch::exists(path) {
        let words = format!("{}: already holds a patch", names::path(path));
        return Err(Problem::new(words).hint("name another file, or remove it"));
    }
    Ok(())
}

/// Repairs each file, and reports them in their order.
fn repair(args: &Args) -> Result<Exit, Failure> {
    let changes = args.in_place.given() || args.output.is_some();
    let printer = in_order::begin(args, changes).map_err(Failure::unread)?;
    let (job, files) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(problem) if args.is_document() => {
            return Ok(in_order::lock(&printer).refused(&problem, Report::new(args)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let threads = match files.is_single() {
        true => 1,
        // The patch has the files one after the other.
        false if job.patch.is_some() => 1,
        false if changes => args.walk.threads_that_wait(),
        false => args.walk.threads(),
    };
    let (counts, passed) = (in_order::lock(&printer).counts(), files.passed());
    let again = Arc::clone(&counts);
    let one = |found: Result<FoundFile, Problem>, (): &mut (), hand: &mut Hand<'_, Note>| {
        let counting = Counting::begin();
        let outcome = found.map_err(Failure::Problem).and_then(|found| {
            found.wait();
            let outcome = job.repair(&found, hand)?;
            Ok(Note::Done { name: found.operand.name(), typed: found.is_typed(), outcome })
        });
        let note = outcome.unwrap_or_else(Note::Failed);
        // The report of this file may come much later. A signal may end the run before that.
        note.count(&mut in_order::lock(&counts));
        drop(counting);
        hand.note(note);
    };
    let mut take = match &job.goal {
        Goal::Tree(tree) => Some(tree.taking(&args.walk)),
        _ => None,
    };
    let files = files.filter_map(|mut found| {
        match found.as_mut().map(|found| take.as_mut().map_or(Ok(true), |take| take(found))) {
            Ok(Ok(false)) => {
                in_order::lock(&again).again += 1;
                None
            }
            Ok(Err(problem)) => Some(Err(problem)),
            Ok(Ok(true)) | Err(_) => Some(found),
        }
    });
    let reported = pool::run(threads, files, || (), one, &*printer, &Spare::new(0));
    let mut printer = in_order::lock(&printer);
    let ended = reported.and_then(|()| printer.finish(job.report));
    if !args.quiet {
        passed.tell_listed();
        if args.patch.is_some() && !changes {
            terminal::write_error("utf: --patch: not written without -i or -o\n");
        }
        if let Some(folder) = args.folder() {
            let (count, to) = (in_order::lock(&again).unwritten(), names::folder(folder));
            if let Some(words) = unwritten(count, &to).strip_prefix(": ") {
                terminal::write_error(&format!("utf: {words}\n"));
            }
        }
        if job.patch.is_some_and(|patches| patches.is_empty()) {
            terminal::write_error("utf: --patch: not written, because no file was changed\n");
        }
    }
    ended.map_err(|error| Failure::Report(error, printer.exit()))
}

/// Returns the job and the files of `args`.
fn prepare(args: &Args) -> Result<(Job<'_>, Files), Problem> {
    let goal = Goal::of(args)?;
    let changes = !matches!(goal, Goal::Nowhere);
    let (options, receiver) = (args.options()?, args.receiver.receiver);
    let (report, text) = (Report::new(args), args.text);
    let decompress = args.decompress;
    check_patch(args)?;
    let files = match &goal {
        Goal::Tree(tree) => tree.files(&args.walk, &args.paths)?,
        Goal::Nowhere => args.walk.files(&args.paths)?,
        _ => args.walk.files(&args.paths)?.changing(),
    };
    if !files.is_single() {
        args.refuse_several()?;
    }
    // Only a repair can be undone.
    let path = args.patch.as_deref().filter(|_| changes);
    let patch = path.map(|path| Patches::open(path, files.is_single())).transpose()?;
    let job = Job { options, receiver, text, decompress, report, goal, patch };
    Ok((job, files))
}
