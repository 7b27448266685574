//! `utf repair`: mends what has one reading, and says what and why.

mod args;
mod file;
mod patch;
mod report;
mod undo;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

pub use args::Args;
use file::{Became, Goal, Job};
use report::{Found, Report, Tally};

use crate::{
    encoding,
    exit::Exit,
    input::{self, Head, Operand},
    output::replace::{Folder, Folders, Unsynced},
    pool::{self, Consumer, Hand, Spare},
    terminal,
    trouble::Trouble,
};

/// Runs it.
pub fn run(args: Args) -> Exit {
    let done = match &args.undo {
        Some(patch) => undo::run(&args, patch),
        None => repair(&args),
    };
    match done {
        Ok(exit) => exit,
        Err(Failure::Trouble(trouble)) => trouble.report(),
        Err(Failure::Report(error)) => terminal::output_failed(&error, Exit::Well),
    }
}

/// Why a run ends early.
enum Failure {
    /// Something is wrong with the usage or an operand.
    Trouble(Trouble),
    /// The report cannot be written.
    Report(io::Error),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Failure::Trouble(trouble)
    }
}

/// Repairs each file, and tells of them in their order.
fn repair(args: &Args) -> Result<Exit, Failure> {
    let goal = match &args.output {
        _ if args.in_place.given() => {
            Goal::InPlace { manner: args.in_place.manner(false)?, folders: Folders::new(true) }
        }
        Some(path) => Goal::Output(path),
        None => Goal::Nowhere,
    };
    let changes = !matches!(goal, Goal::Nowhere);
    let report = Report::new(args);
    let job = Job { options: args.options()?, report, goal, patch: args.patch.as_deref() };
    let files = args.walk.files(&args.paths)?;
    if !files.is_single() {
        args.refuse_several()?;
    }
    let threads = match files.is_single() {
        true => 1,
        false if changes => args.walk.threads_that_wait(),
        false => args.walk.threads(),
    };
    let telling = Mutex::new(Telling::new(args, changes).map_err(Failure::Report)?);
    let one = |found: Result<input::Found, Trouble>, (): &mut (), hand: &mut Hand<'_, Note>| {
        let became = found.map_err(Failure::Trouble).and_then(|found| {
            if found.walked && is_binary(&found.operand)? {
                report.binary(hand, found.operand.path()).map_err(Failure::Report)?;
                return Ok(Note::Binary);
            }
            Ok(Note::Became(found.operand.name(), job.repair(&found, hand)?))
        });
        hand.note(became.unwrap_or_else(Note::Failed));
    };
    let told = pool::run(threads, files, || (), one, &telling, &Spare::new(0));
    let telling = telling.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.map_err(Failure::Report)?;
    telling.finish(report).map_err(Failure::Report)
}

/// What is told of a file besides the lines about what is in it.
enum Note {
    Became(String, Became),
    Binary,
    Failed(Failure),
}

/// Tells of all files, in their order.
struct Telling {
    out: Box<dyn Write + Send>,
    tally: Tally,
    exit: Exit,
    /// Whether what is mended is written anywhere.
    changes: bool,
    unsynced: Unsynced,
}

impl Telling {
    /// On standard error where the text goes to standard output.
    fn new(args: &Args, changes: bool) -> io::Result<Self> {
        let out: Box<dyn Write + Send> = match args.is_output_standard() {
            true => Box::new(io::stderr()),
            false => Box::new(terminal::output()?),
        };
        let (tally, unsynced) = (Tally::default(), Unsynced::default());
        Ok(Self { out, tally, exit: Exit::Well, changes, unsynced })
    }

    fn repaired(&mut self, found: &Found, folder: Option<Folder>) -> io::Result<()> {
        let open = found.ambiguous + found.ill_formed;
        if open > 0 || (found.mends > 0 && !self.changes) {
            self.exit = self.exit.max(Exit::Found);
        }
        self.tally.add(found);
        let synced = folder.map_or(Ok(()), |folder| self.unsynced.changed(folder));
        self.synced(synced)
    }

    fn synced(&mut self, synced: io::Result<()>) -> io::Result<()> {
        match synced {
            Ok(()) => Ok(()),
            Err(error) => self.trouble(&Trouble::with("syncing a folder", &error)),
        }
    }

    /// Says what went wrong, behind what was found before it.
    fn trouble(&mut self, trouble: &Trouble) -> io::Result<()> {
        self.tally.trouble += 1;
        let flushed = self.out.flush();
        self.exit = self.exit.max(trouble.report());
        flushed
    }

    /// Ends it, with a word on all of it.
    fn finish(mut self, report: Report) -> io::Result<Exit> {
        let synced = self.unsynced.finish();
        self.synced(synced)?;
        report.finish(&mut self.out, &self.tally, self.changes)?;
        self.out.flush()?;
        Ok(self.exit)
    }
}

impl Consumer<Note> for Telling {
    fn printed(&mut self, octets: &[u8]) -> io::Result<()> {
        self.out.write_all(octets)
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        match note {
            Note::Became(_, Became::Passed) => Ok(()),
            Note::Became(_, Became::Repaired(found, folder)) => self.repaired(&found, folder),
            Note::Became(name, Became::LeftAlone(why)) => {
                self.tally.left_alone += 1;
                self.exit = self.exit.max(Exit::Found);
                let flushed = self.out.flush();
                terminal::write_error(&format!("utf: {name}: left alone: {why}\n"));
                flushed
            }
            Note::Binary => {
                self.tally.binary += 1;
                Ok(())
            }
            Note::Failed(Failure::Trouble(trouble)) => self.trouble(&trouble),
            Note::Failed(Failure::Report(error)) => Err(error),
        }
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.out.flush() } else { Ok(()) }
    }
}

/// Whether the file is no text.
fn is_binary(operand: &Operand) -> Result<bool, Trouble> {
    let mut room = vec![0; input::BLOCK];
    let head = Head::read_enough(&mut operand.open_file()?, &mut room)
        .map_err(|error| Trouble::with(&operand.name(), &error))?;
    Ok(head.is_binary(&room, encoding::From::Auto.of(&room[..head.len]).encoding()))
}

/// The paths of a command that names one file.
fn only(paths: &[PathBuf]) -> Option<&PathBuf> {
    match paths {
        [path] => Some(path),
        _ => None,
    }
}
