//! Converts each file separately: in place, or to a directory.

pub(super) mod in_place;
mod outcome;
mod second_run;
mod summary;
pub(super) mod tree;

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use utfkit::{Encoding, Kind, encoding::Bom};
use utfkit_text::detect::{Content, content::file_type};

use super::{
    args::{Args, Common},
    conflict,
    error::ConversionError,
    plan::Plan,
    report::{self, Unstable},
    stream,
};
use crate::{
    commands::output_tree::Source,
    files::{
        compressed::method::Method,
        folder::{Root, UnsyncedFolders},
        reading::Head,
    },
    input::{self, files::Files},
    output::{counting::Counting, replace::folders::Reached},
    process::{exit::Exit, problem::Problem, signals, terminal},
    reading::looks::{Looks, option_for_many},
    threads::{
        idle::Spare,
        outbox::Hand,
        pool::{self, Consumer},
    },
};
use outcome::{Outcome, Sort, Unproven};
use summary::Summary;

/// A file that an operand or a list leads to.
pub(super) struct OperandFile {
    pub(super) path: PathBuf,
    /// Its name in reports.
    pub(super) name: String,
    /// Whether it was found in a directory.
    pub(super) walked: bool,
    /// Whether the user typed its name.
    pub(super) typed: bool,
    /// Whether the run has no other files.
    pub(super) alone: bool,
    /// The operand that led to it; `None` if a list did.
    start: Option<Arc<Path>>,
    root: Option<Arc<Root>>,
}

impl OperandFile {
    fn of(found: &input::files::FoundFile, alone: bool) -> Self {
        let operand = &found.operand;
        let (start, root) = (found.start.clone(), found.root.clone());
        let (path, name) = (operand.path().to_owned(), operand.name());
        let (walked, typed) = (found.walked, found.is_typed());
        Self { path, name, walked, typed, alone, start, root }
    }

    fn reached(&self) -> Reached<'_> {
        Reached::of(self.walked, self.root.as_ref())
    }

    fn source(&self) -> Source<'_> {
        let (path, name, start) = (&*self.path, &*self.name, self.start.as_deref());
        Source { path, name, start, walked: self.walked, root: self.root.as_ref() }
    }
}

/// The state of a run over the files.
struct Work<'a> {
    plan: &'a Plan,
    /// Whether the run only lists changes.
    dry_run: bool,
    summary: Arc<Summary>,
    exit: Exit,
    files: u64,
    /// Whether the reader has closed standard output.
    output_closed: bool,
    unsynced: UnsyncedFolders,
    /// The number of files that another run would change, for each of [`Unstable::ALL`], and the
    /// name of the first one.
    unstable: [(u64, String); 2],
    unproven: UnprovenFiles,
}

/// The files that were left unchanged because their encoding is not known.
#[derive(Default)]
struct UnprovenFiles {
    count: u64,
    /// The encoding of the first one, if detection is sure of it.
    first: Option<Encoding>,
    /// Whether all seem to be in that encoding.
    is_common: bool,
    /// Whether detection is sure of the encoding of each.
    are_sure: bool,
}

impl UnprovenFiles {
    /// Adds a file that seems to be in `encoding`, if detection is sure of it.
    fn add(&mut self, encoding: Option<Encoding>) {
        if self.count == 0 {
            *self = Self { count: 0, first: encoding, is_common: true, are_sure: true };
        }
        self.count += 1;
        self.is_common &= encoding == self.first;
        self.are_sure &= encoding.is_some();
    }

    /// Returns the advice for all of them, or `None` if there are none.
    fn advice(&self) -> Option<String> {
        let files = match self.count {
            0 => return None,
            1 => "the file".to_owned(),
            count => format!("the {count} files"),
        };
        let step = match self.first {
            Some(encoding) if self.is_common => {
                format!("`{} {encoding}`", option_for_many(encoding))
            }
            _ if self.are_sure => "--guess, or `-f` with one file at a time".to_owned(),
            _ => "--fallback or --candidates, or `-f` with one file at a time".to_owned(),
        };
        Some(format!("to convert {files} without a known encoding, use {step}"))
    }
}

/// The decision about a file.
enum Decision {
    Convert,
    /// Skip it, because it was already converted.
    Skip,
}

/// Rejects compression. Nobody expects compressed data, or decompressed text, under the name of the
/// input.
fn uncompressed(args: &Args, flag: &str) -> Result<(), Problem> {
    let option = match args.decompress.decompress {
        true => "-z",
        false if args.compress.is_some() => "--compress",
        false => return Ok(()),
    };
    let words = format!("{flag}: {option} needs a single output");
    Err(Problem::new(words).hint("use `-o FILE`"))
}

/// Runs `one` on the files for which `decide` returns [`Decision::Convert`]. `decide` is called in
/// the order of the files. `done` is the summary's verb for a converted file.
fn each(
    args: &Args,
    plan: &Plan,
    files: Files,
    done: &'static str,
    mut decide: impl FnMut(&mut input::files::FoundFile) -> Result<Decision, Problem> + Send,
    one: impl Fn(&OperandFile, &Common) -> Outcome + Sync,
) -> Result<Exit, Problem> {
    let alone = files.is_single();
    let threads = if alone { 1 } else { args.walk.threads_that_wait() };
    // Some threads wait for the disk, so there are more threads than cores. Only as many as there
    // are cores may help with a large file.
    let common = args.common(Spare::beyond(threads, args.walk.threads()));
    let summary = Summary::new(done, files.passed()).to(args.output.as_deref());
    let work = Work::new(plan, args.dry_run, summary);
    let summary = Arc::clone(&work.summary);
    let work = Mutex::new(work);
    let files = files.filter_map(|mut found| match found.as_mut().map(&mut decide) {
        Ok(Ok(Decision::Skip)) => {
            summary.count(Sort::ReachedAgain);
            None
        }
        Ok(Err(problem)) => Some(Err(problem)),
        Ok(Ok(Decision::Convert)) | Err(_) => Some(found),
    });
    let job = |found: Result<input::files::FoundFile, Problem>,
               (): &mut (),
               hand: &mut Hand<'_, Outcome>| {
        let counting = Counting::begin();
        let outcome = match found {
            Ok(found) => {
                found.wait();
                one(&OperandFile::of(&found, alone), &common)
            }
            Err(problem) => Outcome::problem(&problem),
        };
        // Count the file before it is reported, which may be much later. A signal prints the
        // counts.
        summary.count(outcome.sort);
        drop(counting);
        common.progress.counters().file();
        hand.note(outcome);
    };
    let output = pool::run(threads, files, || (), job, &work, &common.spare);
    let work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(work.finish(output))
}

impl Consumer<Outcome> for Work<'_> {
    fn printed(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, outcome: Outcome) -> io::Result<()> {
        self.report(outcome);
        Ok(())
    }

    fn flush(&mut self, _: bool) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> Work<'a> {
    /// Creates the state. The run only lists changes if `dry_run`.
    fn new(plan: &'a Plan, dry_run: bool, summary: Summary) -> Self {
        let summary = Arc::new(summary);
        let (last, quiet) = (Arc::clone(&summary), plan.report.quiet);
        signals::before_end(move || {
            if !quiet {
                terminal::write_error(&format!("utf: interrupted: {last}\n"));
            }
        });
        Self {
            plan,
            dry_run,
            summary,
            exit: Exit::Well,
            files: 0,
            output_closed: false,
            unsynced: UnsyncedFolders::default(),
            unstable: Default::default(),
            unproven: UnprovenFiles::default(),
        }
    }

    /// Reports the outcome of the next file.
    fn report(&mut self, outcome: Outcome) {
        let Outcome { sort, messages, listed, exit, unstable, unproven, folder } = outcome;
        if sort == Sort::NotMeant {
            return;
        }
        self.files += 1;
        self.exit = self.exit.max(exit);
        // Report unchanged files even with `--quiet`, because they still have to be converted.
        if !self.plan.report.quiet || exit != Exit::Well {
            terminal::write_error(&messages.concat());
        }
        if let Some(Unproven(encoding)) = unproven {
            self.unproven.add(encoding);
        }
        for ((count, first), name) in self.unstable.iter_mut().zip(unstable) {
            let Some(name) = name else { continue };
            *count += 1;
            if *count == 1 {
                *first = name;
            }
        }
        if let Some(line) = listed.filter(|_| !self.output_closed) {
            self.print(&line);
        }
        if let Some(folder) = folder {
            let synced = self.unsynced.changed(folder);
            self.report_sync(synced);
        }
    }

    /// Prints `line` on standard output, unless an earlier line could not be printed.
    fn print(&mut self, line: &str) {
        let written = terminal::output().and_then(|mut output| {
            output.write_all(line.as_bytes())?;
            output.flush()
        });
        if let Err(error) = written {
            self.output_closed = true;
            self.exit = self.exit.max(terminal::output_failed(&error, self.exit));
        }
    }

    /// Reports a directory that could not be synced.
    fn report_sync(&mut self, synced: io::Result<()>) {
        if let Err(error) = synced {
            self.exit = Problem::with("syncing a directory", &error).report();
        }
    }

    /// Ends the run. Prints a summary if there was more than one file, or if something was skipped.
    fn finish(mut self, output: io::Result<()>) -> Exit {
        let synced = self.unsynced.finish();
        self.report_sync(synced);
        if let Err(error) = output {
            self.exit = terminal::output_failed(&error, self.exit);
        }
        for (why, (count, first)) in Unstable::ALL.into_iter().zip(&self.unstable) {
            if *count > 0 && !self.plan.report.quiet {
                let files = (*count, &**first);
                terminal::write_error(&report::unstable(why, files, self.plan, self.dry_run));
            }
        }
        if let Some(advice) = self.unproven.advice().filter(|_| !self.plan.report.quiet) {
            terminal::write_error(&format!("utf: {advice}\n"));
        }
        if !self.plan.report.quiet {
            self.summary.skips().tell_empty_list();
        }
        if (self.files > 1 || self.summary.has_more()) && !self.plan.report.quiet {
            let (summary, unwritten) = (&self.summary, self.summary.unwritten());
            terminal::write_error(&format!("utf: {summary}{unwritten}\n"));
        }
        self.exit
    }
}

/// Returns the outcome for a file that is not text, judging by its first `bytes`.
fn not_text(found: &OperandFile, (head, bytes): &(Head, Vec<u8>), plan: &Plan) -> Option<Outcome> {
    let open = plan.looks_for_bom() && Bom::of(bytes).is_none();
    let label = plan.input.from.of(bytes);
    let content = head.content(bytes, label.encoding());
    // Before all others, so that no file is written in which the named encoding is certainly wrong.
    if content == Content::Text
        && (plan.destination.is_in_place() || !found.typed)
        && let Some(why) = conflict::with_bom(bytes, label, plan)
    {
        return Some(Outcome::unchanged(found, &why));
    }
    if found.typed
        && let Some(why) = conflict::with_records(bytes, label, plan)
    {
        return Some(Outcome::unchanged(found, &why));
    }
    let why = match content {
        // The whole file is compared with the candidates.
        Content::NoBom(_) if plan.chooses_by_file().is_some() => return None,
        Content::NoBom(encoding) if !found.typed || open => {
            stream::unproven_wide(encoding, &found.path, plan)
        }
        Content::NoBom(encoding) if plan.destination.is_in_place() && !plan.input.force_from => {
            format!(
                "it looks like {encoding} without a BOM: use `-f {encoding}`, or --force-from to convert it anyway"
            )
        }
        Content::Binary if plan.input.text => return None,
        // The BOM proves the encoding, and damage to such text is reported in detail. In units of
        // several bytes, U+0000 may be part of the text.
        Content::Binary
            if found.typed
                && (Bom::of(bytes).is_some()
                    || label.encoding().unit_bytes() > 1 && file_type(bytes).is_none()) =>
        {
            return None;
        }
        Content::Binary if !found.typed => return Some(Outcome::not_text(found, bytes, plan)),
        Content::Binary => match (Method::of(bytes), file_type(bytes)) {
            (Some(method), _) if open => method.unread_one(),
            (None, None) if open => UNPROVEN.to_owned(),
            _ => format!("{} (--text converts it anyway)", describe_binary(bytes)),
        },
        Content::Text if plan.destination.is_in_place() => {
            conflict::with_units(bytes, head.ended, label, plan)?
                + ", or --force-from to convert it anyway"
        }
        _ => return None,
    };
    Some(Outcome::unchanged(found, &why))
}

/// Returns the reason why a file that begins with `bytes` is not text.
fn describe_binary(bytes: &[u8]) -> String {
    match file_type(bytes) {
        Some(file_type) => format!("{file_type} is not text"),
        None => "it contains NUL, so it is not text".to_owned(),
    }
}

/// The reason to leave a named file unchanged that may be text.
const UNPROVEN: &str = "no BOM, and it contains NUL: not text, or UTF-16 or UTF-32; name the encoding with --candidates";

/// Returns the outcome for a file with an error in it.
fn stopped(found: &OperandFile, error: &ConversionError, plan: &Plan) -> Outcome {
    let of_text = !matches!(error.finding.kind(), Kind::Unencodable { .. } | Kind::MissingBom);
    if let Some(method) = error.begins_as.filter(|_| of_text) {
        return Outcome::unchanged(found, &method.unread_one());
    }
    if error.unproven && of_text {
        let position = error.position.map_or_else(String::new, |position| format!(", {position}"));
        let (why, say) = match plan.chooses_by_file() {
            Some(candidates) if !candidates.list.is_empty() => {
                ("no BOM, and neither UTF-8 nor one of --candidates", "--fallback")
            }
            Some(candidates) if candidates.guess => {
                ("no BOM, not UTF-8, and no encoding is likely enough", "--fallback")
            }
            _ => ("no BOM, and not UTF-8", "--fallback or --candidates"),
        };
        let offset = error.finding.offset();
        let why = format!("{why} (first error at byte {offset}{position})");
        // An option concerns all files, so the end of the report names it.
        let is_new = |&encoding: &Encoding| encoding != Encoding::Utf8 && !plan.has_tried(encoding);
        let looks = error.looks.as_ref();
        let known = looks.and_then(Looks::encoding).filter(is_new).filter(|_| !found.alone);
        let looks = match looks.filter(|_| known.is_some()) {
            Some(looks) => looks.words(),
            None => report::looks(error, plan, say),
        };
        let unchanged = Outcome::unchanged(found, &format!("{why}; {looks}"));
        let unproven = (!found.alone).then_some(Unproven(known));
        return Outcome { unproven, ..unchanged };
    }
    let line = report::stop(&found.name, error, plan);
    let message = format!("{}: left unchanged\n", line.trim_end_matches('\n'));
    Outcome::new(Sort::Unchanged, vec![message], Exit::Found)
}
