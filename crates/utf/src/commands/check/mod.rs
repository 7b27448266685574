//! `utf check`: checks that text is well-formed, and explains each error.

pub mod args;
pub mod baseline;
mod compare;
mod file;
mod follow;
mod lines;
mod tally;

use std::sync::{Arc, Mutex, PoisonError};

use args::{Args, Format};
use baseline::Baseline;
use file::{Check, Hand};
use tally::Tally;
use tempfile::TempDir;
use utfkit_text::transform::Form;

use super::file_names::{self, NamesReport};
use crate::{
    args::encoding,
    git::change::Change,
    input::{empty_list::ListWatch, files::Files, walk::args::Entry},
    process::{exit::Exit, problem::Problem, signals, terminal},
    reading::events::Room,
    report::{
        records::Records,
        summary::{SoFar, Summary},
    },
    rules::Rules,
    threads::{idle::Spare, pool},
};

/// Runs the command.
pub fn run(args: Args) -> Exit {
    if let Some(lines) = args.lines {
        return lines::run(&args, lines);
    }
    if args.names {
        return names(&args);
    }
    let records = match args.records() {
        Ok(records) => records,
        Err(error) => return Problem::with("standard output", &error).report(),
    };
    // Prepare the end of the report first, because a signal may come at any time.
    let so_far = Arc::<SoFar>::default();
    if let Some(records) = records.clone() {
        args.end_at_interruption(&records, &so_far, None);
        signals::before_end(move || records.interrupted());
    }
    let document = records.clone().filter(|_| args.is_document());
    let document = document.map(|out| (out.clone(), args.report(out, false, false)));
    match (prepare(args, records, so_far), document) {
        (Ok((check, tally, files, _copies)), _) => check_all(&check, tally, files),
        (Err(problem), None) => problem.report(),
        (Err(problem), Some((records, mut report))) => {
            let summary = Summary { failures: 1, ..Summary::default() };
            records.refused(&problem, |_| report.finish(&summary))
        }
    }
}

/// Checks file names.
fn names(args: &Args) -> Exit {
    let told = match args.format {
        _ if args.quiet => Ok(NamesReport::Nowhere),
        Format::Human => Records::standard().map(NamesReport::Human),
        Format::Json => Records::standard().map(NamesReport::Json),
        Format::Sarif => NamesReport::sarif(),
        Format::Github => NamesReport::github(),
    };
    match told {
        Ok(told) => {
            let named = ListWatch::of(&args.walk, &args.paths);
            file_names::check::check(|| entries(args), named, told)
        }
        Err(error) => Problem::with("standard output", &error).report(),
    }
}

/// Returns the files and directories, and the rules for their names.
fn entries(args: &Args) -> Result<(Entries<'_>, file_names::Wanted), Problem> {
    let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    let wanted = file_names::Wanted::new(from, Some(Form::Nfc))?;
    file_names::refuse(&args.paths)?;
    let entries: Entries<'_> = match args.gate.names(&args.paths)? {
        Some((names, here)) => {
            let found = args.walk.found(names)?;
            // Check the names of all parent directories, so that the result does not depend on the
            // current directory.
            let whole = found.flat_map(move |entry| {
                let above = here.above(&entry.path).into_iter().map(Entry::named);
                above.chain([entry]).collect::<Vec<_>>()
            });
            Box::new(whole.map(Ok))
        }
        None => Box::new(args.walk.entries(&args.paths, false)?),
    };
    Ok((entries, wanted))
}

type Entries<'a> = Box<dyn Iterator<Item = Result<Entry, Problem>> + 'a>;

/// Interprets the arguments.
fn prepare(
    args: Args,
    records: Option<Records>,
    so_far: Arc<SoFar>,
) -> Result<(Check, Tally, Files, Option<TempDir>), Problem> {
    let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    args.reading.check(from)?;
    let candidates = args.choice.candidates(from, args.labels.label_set, false)?;
    if args.receiver.receiver.is_some() && args.choice.is_by_line() {
        return Err(Problem::new("--for cannot be used with --by-line"));
    }
    if args.rules.are_asked() && args.reads_standard_input() {
        return Err(Problem::new("no rule applies to standard input, which has no name")
            .hint("name the file, or omit --editorconfig and --gitattributes"));
    }
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?.unwrap_or_default();
    let rules = Rules::open(args.rules, args.gate.staged)?;
    let Change { files, copies } =
        args.gate.files(&args.walk, &args.paths, args.rules.asks_git())?;
    let files = files.counting(args.format == Format::Human && !args.quiet);
    let old_blobs = args.gate.old_blobs(&args.paths)?;
    let spare = Spare::new(if files.is_single() { args.walk.threads() - 1 } else { 0 });
    let progress = args.progress.start(args.bytes(), args.quiet);
    let sum = Arc::clone(&so_far);
    let tally = Tally::new(&args, records, progress.counters(), files.passed(), sum);
    let coloured = terminal::colours(false);
    let check = Check {
        args,
        from,
        candidates,
        baseline,
        rules,
        old_blobs,
        spare,
        progress,
        so_far,
        coloured,
    };
    Ok((check, tally, files, copies))
}

fn check_all(check: &Check, tally: Tally, files: Files) -> Exit {
    let tally = Arc::new(Mutex::new(tally));
    let at_end = Arc::clone(&tally);
    signals::before_end(move || {
        at_end.lock().unwrap_or_else(PoisonError::into_inner).interrupted();
    });
    let threads = if files.is_single() { 1 } else { check.args.walk.threads() };
    let work = |job, room: &mut Room, hand: &mut Hand<'_>| check.job(job, room, hand);
    let done = pool::run(threads, files, Room::new, work, &*tally, &check.spare);
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = done {
        return terminal::report_failed(&error, tally.exit());
    }
    match tally.finish(&check.args, check.coloured) {
        Ok(()) => tally.exit(),
        // All files were checked, so the exit status is that of the results.
        Err(error) => terminal::output_failed(&error, tally.exit()),
    }
}
