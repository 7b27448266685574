//! The report, in the order of the files, no matter which thread repairs them.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    args::{Args, Format},
    failure::Failure,
    goal::Outcome,
    report::{Findings, Report, Tally},
};
use crate::{
    files::folder::{Folder, UnsyncedFolders},
    process::{exit::Exit, problem::Problem, signals, terminal},
    report::{
        records::Records,
        sarif::{self, Notice},
    },
    threads::pool::Consumer,
};

/// Opens the report. If the text goes to standard output, the report goes to standard error. If a
/// text is written, the work continues even if nobody reads the report.
fn open(args: &Args, changes: bool) -> io::Result<Records> {
    let records = if args.is_output_standard() { Records::error()? } else { Records::standard()? };
    let records = match args.format {
        Format::Sarif if !args.quiet => records.document("utf repair", sarif::rules()),
        Format::Github if !args.quiet => records.annotations(),
        _ => records,
    };
    Ok(if changes { records.optional() } else { records })
}

/// The end of the report about a file, after the lines about its content.
pub enum Note {
    /// The file with this name is done. `typed` is `true` if the user named it.
    Done {
        name: String,
        typed: bool,
        outcome: Outcome,
    },
    Failed(Failure),
}

impl Note {
    /// Adds the file to `tally`.
    pub fn count(&self, tally: &mut Tally) {
        match self {
            Self::Failed(Failure::Problem(problem)) => {
                tally.failures += 1;
                tally.missing += u64::from(problem.is_missing());
            }
            Self::Failed(Failure::Report(..)) => {}
            Self::Done { outcome, .. } => match outcome {
                Outcome::Ignored => {}
                Outcome::Repeated => tally.again += 1,
                Outcome::Repaired(found, _) | Outcome::OwnerChanged(found, ..) => tally.add(found),
                Outcome::Unchanged(_) | Outcome::Backup(_) => tally.unchanged += 1,
                Outcome::Skipped(skipped) => tally.skip(skipped),
            },
        }
    }
}

/// Opens the report. If a signal ends the run, the report says so.
pub fn begin(args: &Args, changes: bool) -> io::Result<Arc<Mutex<Printer>>> {
    let printer = Arc::new(Mutex::new(Printer::new(args, changes)?));
    let at_end = Arc::clone(&printer);
    signals::before_end(move || {
        lock(&at_end).interrupted();
    });
    Ok(printer)
}

/// Locks `mutex`, even after a panic of another thread.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints the report.
pub struct Printer {
    pub out: Records,
    /// The counts of all files that are done, reported or not.
    counts: Arc<Mutex<Tally>>,
    exit: Exit,
    /// Whether fixed text is written.
    changes: bool,
    quiet: bool,
    unsynced: UnsyncedFolders,
}

impl Printer {
    fn new(args: &Args, changes: bool) -> io::Result<Self> {
        let (out, unsynced) = (open(args, changes)?, UnsyncedFolders::default());
        let (counts, quiet) = (Arc::default(), args.quiet);
        Ok(Self { out, counts, exit: Exit::Well, changes, quiet, unsynced })
    }

    /// Returns the exit status of the results so far.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Returns the counts of all files that are done.
    pub fn counts(&self) -> Arc<Mutex<Tally>> {
        Arc::clone(&self.counts)
    }

    /// Reports the results so far when a signal ends the run.
    fn interrupted(&self) {
        self.out.interrupted();
        let done = lock(&self.counts).sentence(true);
        terminal::write_error(&format!("utf: interrupted; of that done: {done}\n"));
    }

    fn repaired(&mut self, found: &Findings, folder: Option<Folder>) -> io::Result<()> {
        self.exit = self.exit.max(found.exit(self.changes));
        let synced = folder.map_or(Ok(()), |folder| self.unsynced.changed(folder));
        self.synced(synced)
    }

    fn synced(&mut self, synced: io::Result<()>) -> io::Result<()> {
        match synced {
            Ok(()) => Ok(()),
            Err(error) => {
                lock(&self.counts).failures += 1;
                self.problem(&Problem::with("syncing a directory", &error))
            }
        }
    }

    /// Reports a problem after the earlier findings.
    fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        let flushed = self.out.flush();
        self.out.notice(Notice::error(problem.to_string()));
        self.exit = self.exit.max(problem.report());
        flushed
    }

    /// Prints `words` about the file `name` to standard error, after the earlier findings.
    fn aside(&mut self, name: &str, words: &str) -> io::Result<()> {
        self.message(&format!("utf: {name}: {words}\n"))
    }

    /// Prints a message to standard error, after the earlier findings.
    fn message(&mut self, words: &str) -> io::Result<()> {
        let flushed = self.out.flush();
        terminal::write_error(words);
        flushed
    }

    /// Reports that nothing was read.
    pub fn refused(&self, problem: &Problem, report: Report) -> Exit {
        let mut tally = Tally::default();
        tally.failures = 1;
        self.out.clone().refused(problem, |out| report.finish(out, &tally, false))
    }

    /// Ends the report with the summary.
    pub fn finish(&mut self, report: Report) -> io::Result<Exit> {
        let synced = mem::take(&mut self.unsynced).finish();
        self.synced(synced)?;
        report.finish(&mut self.out, &lock(&self.counts), self.changes)?;
        self.out.finish()?;
        Ok(self.exit)
    }
}

impl Consumer<Note> for Printer {
    fn printed(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        let (name, typed, outcome) = match note {
            Note::Done { name, typed, outcome } => (name, typed, outcome),
            Note::Failed(Failure::Problem(problem)) => return self.problem(&problem),
            Note::Failed(Failure::Report(error, exit)) => {
                self.exit = self.exit.max(exit);
                return Err(error);
            }
        };
        match outcome {
            Outcome::Ignored | Outcome::Repeated => Ok(()),
            Outcome::Repaired(found, folder) => {
                self.repaired(&found, folder)?;
                match found.declared.and_then(|charset| charset.message(&name)) {
                    Some(words) if !self.quiet => self.message(&words),
                    _ => Ok(()),
                }
            }
            Outcome::OwnerChanged(found, folder, lost) => {
                self.repaired(&found, Some(folder))?;
                self.aside(&name, &lost.to_string())
            }
            Outcome::Unchanged(why) => {
                self.exit = self.exit.max(Exit::Found);
                self.aside(&name, &format!("left unchanged: {why}"))
            }
            Outcome::Backup(why) => self.aside(&name, &format!("left unchanged: {why}")),
            Outcome::Skipped(skipped) => {
                let words = format!("{name}: {}, not repaired", skipped.reason());
                self.out.notice(Notice::note(words));
                if typed || skipped.is_ill_formed() {
                    self.exit = self.exit.max(Exit::Found);
                }
                Ok(())
            }
        }
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.out.flush() } else { Ok(()) }
    }
}
