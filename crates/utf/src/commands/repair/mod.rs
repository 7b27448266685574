//! `utf repair`: mends what has one reading, and says what and why.

mod args;
mod bad_lines;
mod file;
mod patch;
mod report;
mod undo;

use std::{io, path::PathBuf};

pub use args::Args;
use report::Report;
use utfkit::Encoding;

use crate::{
    encoding,
    exit::Exit,
    input::{self, Found, Head, Nature, Operand},
    terminal,
    trouble::Trouble,
};
use file::Goal;

/// Runs it.
pub fn run(args: Args) -> Exit {
    let done = match &args.undo {
        Some(patch) => undo::run(&args, patch),
        None if args.bad_lines.bad_lines.is_some() => bad_lines::run(&args),
        None => Run::new(&args).and_then(Run::go),
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

/// A run that repairs.
struct Run<'a> {
    args: &'a Args,
    options: utfkit::repair::Options,
    report: Report,
    exit: Exit,
}

impl<'a> Run<'a> {
    fn new(args: &'a Args) -> Result<Self, Failure> {
        let options = args.options()?;
        let report = Report::new(args).map_err(Failure::Report)?;
        Ok(Self { args, options, report, exit: Exit::Well })
    }

    fn go(mut self) -> Result<Exit, Failure> {
        let files = self.args.walk.files(&self.args.paths)?;
        if !files.is_single() {
            self.args.refuse_several()?;
        }
        for found in files {
            match found.and_then(|found| Ok((self.skips(&found)?, found))) {
                Ok((None, found)) => self.operand(&found.operand)?,
                Ok((Some(skipped), found)) => {
                    if !found.walked {
                        self.exit = self.exit.max(Exit::Found);
                    }
                    self.report.skipped(found.operand.path(), skipped).map_err(Failure::Report)?;
                }
                Err(trouble) => self.trouble(&trouble)?,
            }
        }
        self.report.finish(self.changes()).map_err(Failure::Report)?;
        Ok(self.exit)
    }

    /// Why a file is not repaired: one that is named and no text is not changed, but may be looked at.
    fn skips(&self, found: &Found) -> Result<Option<Skipped>, Trouble> {
        if !found.regular {
            return Ok(None);
        }
        Ok(Skipped::of(&found.operand)?
            .filter(|&skipped| found.walked || self.changes() || skipped == Skipped::Utf32))
    }

    /// Whether what is mended is written anywhere.
    fn changes(&self) -> bool {
        self.args.in_place.is_some() || self.args.output.is_some()
    }

    fn operand(&mut self, operand: &Operand) -> Result<(), Failure> {
        let goal = match (&self.args.in_place, operand) {
            (Some(_), Operand::StandardInput) => {
                return self.trouble(&Trouble::new("<stdin>: standard input is no file to change"));
            }
            (Some(suffix), Operand::Path(path) | Operand::Copy { path, .. }) => {
                Goal::InPlace { path, suffix }
            }
            (None, _) => Goal::of(self.args.output.as_deref()),
        };
        let patch = self.args.patch.as_deref();
        let receiver = self.args.receiver.receiver;
        match file::repair(operand, goal, patch, (self.options, receiver), &mut self.report) {
            Ok(found) => {
                let open = found.ambiguous + found.ill_formed + found.refused;
                if open > 0 || (found.mends > 0 && !self.changes()) {
                    self.exit = self.exit.max(Exit::Found);
                }
                self.report.add(&found);
                Ok(())
            }
            Err(Failure::Trouble(trouble)) => self.trouble(&trouble),
            Err(failure) => Err(failure),
        }
    }

    /// Says what went wrong, behind what was found before it.
    fn trouble(&mut self, trouble: &Trouble) -> Result<(), Failure> {
        let flushed = self.report.trouble();
        self.exit = self.exit.max(trouble.report());
        flushed.map_err(Failure::Report)
    }
}

/// Why a file is not looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skipped {
    /// In this form nothing is mended.
    Utf32,
    /// It is no text that could be read.
    Nature(input::Nature),
}

impl Skipped {
    /// Why `operand`, a regular file, is not to be looked at.
    fn of(operand: &Operand) -> Result<Option<Skipped>, Trouble> {
        let (head, octets) = Head::peek(&operand.open_file()?)
            .map_err(|error| Trouble::with(&operand.name(), &error))?;
        let encoding = encoding::From::Auto.of(&octets).encoding();
        Ok(match head.nature(&octets, encoding) {
            _ if encoding == Encoding::Utf32 => Some(Skipped::Utf32),
            Nature::Text => None,
            nature => Some(Skipped::Nature(nature)),
        })
    }
}

/// The paths of a command that names one file.
fn only(paths: &[PathBuf]) -> Option<&PathBuf> {
    match paths {
        [path] => Some(path),
        _ => None,
    }
}
