//! Of all files it is told in their order, whichever thread repairs them.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    args::{Args, Format},
    failure::Failure,
    file::Outcome,
    report::{self, Findings, Report, Tally},
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

/// Where the report goes: to standard error where the text goes to standard output. Where a text or
/// a patch is written, that is what the work is for: it goes on when nobody reads the report any
/// more.
fn open(args: &Args, changes: bool) -> io::Result<Records> {
    let records = match args.is_output_standard() {
        true => Records::error()?,
        false => Records::standard()?,
    };
    let records = match args.format {
        Format::Sarif if !args.quiet => records.document("utf repair", sarif::rules()),
        _ => records,
    };
    let has_purpose = changes || args.patch.is_some();
    Ok(if has_purpose { records.optional() } else { records })
}

/// What is told of a file besides the lines about what is in it.
pub enum Note {
    /// What became of the file of this name, which was typed or found.
    Became {
        name: String,
        typed: bool,
        became: Outcome,
    },
    Failed(Failure),
}

impl Note {
    /// Counts it.
    pub fn count(&self, tally: &mut Tally) {
        match self {
            Self::Failed(Failure::Problem(_)) => tally.failures += 1,
            Self::Failed(Failure::Report(..)) => {}
            Self::Became { became, .. } => match became {
                Outcome::Passed => {}
                Outcome::Again => tally.again += 1,
                Outcome::Repaired(found, _) | Outcome::Disowned(found, ..) => tally.add(found),
                Outcome::LeftAlone(_) | Outcome::Kept(_) => tally.unchanged += 1,
                Outcome::Skipped(skipped) => tally.skip(*skipped),
            },
        }
    }
}

/// Begins to tell, until a signal ends it.
pub fn begin(args: &Args, changes: bool) -> io::Result<Arc<Mutex<Printer>>> {
    let telling = Arc::new(Mutex::new(Printer::new(args, changes)?));
    let at_end = Arc::clone(&telling);
    signals::before_end(move || {
        lock(&at_end).interrupted();
    });
    Ok(telling)
}

/// What `mutex` guards.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells of all files.
pub struct Printer {
    pub out: Records,
    /// What was found in files that are done, told of or not.
    counts: Arc<Mutex<Tally>>,
    exit: Exit,
    /// Whether what is fixed is written anywhere.
    changes: bool,
    unsynced: UnsyncedFolders,
}

impl Printer {
    fn new(args: &Args, changes: bool) -> io::Result<Self> {
        let (out, unsynced) = (open(args, changes)?, UnsyncedFolders::default());
        Ok(Self { out, counts: Arc::default(), exit: Exit::Well, changes, unsynced })
    }

    /// How it ends, as far as is known.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Where files that are done are counted.
    pub fn counts(&self) -> Arc<Mutex<Tally>> {
        Arc::clone(&self.counts)
    }

    /// A signal ends the run: says how far it came.
    fn interrupted(&self) {
        self.out.interrupted();
        let done = report::sentence(&lock(&self.counts), true);
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
                self.problem(&Problem::with("syncing a folder", &error))
            }
        }
    }

    /// Says what went wrong, behind what was found before it.
    fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        let flushed = self.out.flush();
        self.out.notice(Notice::error(problem.to_string()));
        self.exit = self.exit.max(problem.report());
        flushed
    }

    /// Says `words` about the file `name` on standard error, in its place.
    fn aside(&mut self, name: &str, words: &str) -> io::Result<()> {
        let flushed = self.out.flush();
        terminal::write_error(&format!("utf: {name}: {words}\n"));
        flushed
    }

    /// Tells that nothing was read.
    pub fn refused(&self, problem: &Problem, report: Report) -> Exit {
        let mut tally = Tally::default();
        tally.failures = 1;
        self.out.clone().refused(problem, |out| report.finish(out, &tally, false))
    }

    /// Ends it, with a word on all of it.
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
        let (name, typed, became) = match note {
            Note::Became { name, typed, became } => (name, typed, became),
            Note::Failed(Failure::Problem(problem)) => return self.problem(&problem),
            Note::Failed(Failure::Report(error, exit)) => {
                self.exit = self.exit.max(exit);
                return Err(error);
            }
        };
        match became {
            Outcome::Passed | Outcome::Again => Ok(()),
            Outcome::Repaired(found, folder) => self.repaired(&found, folder),
            Outcome::Disowned(found, folder, lost) => {
                self.repaired(&found, Some(folder))?;
                self.aside(&name, &lost.to_string())
            }
            Outcome::LeftAlone(why) => {
                self.exit = self.exit.max(Exit::Found);
                self.aside(&name, &format!("left alone: {why}"))
            }
            Outcome::Kept(why) => self.aside(&name, &format!("left alone: {why}")),
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
