//! `utf edit`: replaces text in a file of any encoding, and keeps every other byte.

pub mod args;
mod report;

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use utfkit::encoding::Label;
use utfkit_text::transform::{EditRefusal as Refusal, Edited, edit};

use super::repair::patch::{Patch, Sum, discard, exists};
use crate::{
    args::encoding::From,
    files::folder::{Folder, UnsyncedFolders},
    input::operand::Operand,
    output::{
        Output,
        replace::{
            change::{Change, Ended, Unopened},
            folders::{Folders, Reached},
        },
        separate::keep_apart,
        sink::Sink,
    },
    process::{exit::Exit, names, problem::Problem, terminal, waiting::BlockingIo},
    system::facts::Facts,
};
use args::Args;
use report::Report;

/// The maximum length of a file, in bytes.
const MAX_LEN: u64 = 256 << 20;

/// Why nothing was written.
enum Stop {
    Problem(Problem),
    /// The edit was refused, for a reason with this code.
    Refused {
        code: &'static str,
        words: String,
    },
    /// The reader closed the output early.
    Unread(io::Error),
}

impl std::convert::From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    let operand = Operand::from_path(&args.path);
    let report = Report::new(args, operand.path());
    let done = replace(args, &operand, &report);
    match done {
        Ok(exit) => exit,
        Err(Stop::Refused { code, words }) => report.refused(code, &words),
        Err(Stop::Problem(problem)) => problem.report(),
        Err(Stop::Unread(error)) => terminal::output_failed(&error, Exit::Well),
    }
}

fn replace(args: &Args, operand: &Operand, report: &Report<'_>) -> Result<Exit, Stop> {
    let from = From::parse("-f", &args.from, args.labels.label_set)?;
    let manner = args.in_place.manner(args.dry_run, std::slice::from_ref(&args.path))?;
    check_patch(args)?;
    if let Some(to) = args.output.as_deref() {
        let mut file = operand.open_file()?;
        let edited = Edit::of(args, from, &operand.name(), &mut file)?;
        let mut output = Output::open(Some(to))?;
        let name = operand.name();
        let facts = Facts::of(&file).map_err(|error| Problem::with(&name, &error))?;
        if output.overwrites(&facts) {
            let words = "input file is output file (it is replaced safely without `-o`)";
            return Err(Problem::new(format!("{name}: {words}")).into());
        }
        drop(file);
        edited.patch(args.patch.as_deref(), to)?;
        let name = output.name().to_owned();
        let written = output.write(&edited.edited.bytes).and_then(|()| output.finish());
        written.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Unread(error),
            _ => Problem::with(&name, &error).into(),
        })?;
        return Ok(report.edited(&edited));
    }
    let Operand::Path(path) = operand else {
        let problem = Problem::new("<stdin>: standard input cannot be changed in place");
        return Err(problem.hint("use `-o -` to write to standard output").into());
    };
    let name = operand.name();
    let problem = |error: io::Error| Problem::with(&name, &error);
    let place = Folders::new(true)
        .place(path, Reached::Named)
        .map_err(problem)?
        .map_err(not_replaceable)?;
    let (folder, path) = (place.folder.clone(), place.path.clone());
    let change = match Change::open(place, &manner).map_err(problem)? {
        Ok(change) => change,
        Err(Unopened::LeftAlone(why)) => return Err(not_replaceable(why)),
        Err(Unopened::Again) => return Ok(Exit::Well),
    };
    let edited = Edit::of(args, from, &name, &mut change.file().map_err(problem)?)?;
    // The patch is complete before the original is replaced.
    edited.patch(args.patch.as_deref(), &path)?;
    let replaced = finish(change, &edited.edited.bytes, folder, &name);
    if let (Err(_), Some(patch)) = (&replaced, &args.patch) {
        discard(patch);
    }
    replaced?;
    Ok(report.edited(&edited))
}

/// Writes `bytes` in place of the file `name`.
fn finish(mut change: Change, bytes: &[u8], folder: Folder, name: &str) -> Result<(), Stop> {
    let problem = |error: io::Error| Problem::with(name, &error);
    if let Err(error) = Sink::write(&mut change, bytes) {
        let refused = change.refused().map(str::to_owned);
        return Err(refused.map_or_else(|| problem(error).into(), not_replaceable));
    }
    match change.end().map_err(problem)? {
        Ended::Refused(why) => return Err(not_replaceable(why)),
        Ended::Changed(lost) => {
            let mut unsynced = UnsyncedFolders::default();
            unsynced.changed(folder).and_then(|()| unsynced.finish()).map_err(problem)?;
            if lost.any() {
                terminal::write_error(&format!("utf: {name}: {lost}\n"));
            }
        }
        Ended::Same | Ended::WouldChange => {}
    }
    Ok(())
}

fn not_replaceable(words: String) -> Stop {
    Stop::Refused { code: "not-replaceable", words }
}

/// Rejects a patch that would overwrite the file or another patch, or would be overwritten.
fn check_patch(args: &Args) -> Result<(), Problem> {
    let Some(path) = args.patch.as_deref() else { return Ok(()) };
    let patch = ("--patch", Some(path));
    keep_apart(&[[patch, ("the output", args.output.as_deref())]])?;
    keep_apart(&[[patch, ("the input", Some(&args.path))]])?;
    if exists(path) {
        let words = format!("{}: already holds a patch", names::path(path));
        Err(Problem::new(words).hint("name another file, or remove it"))
    } else {
        Ok(())
    }
}

/// An edit that is ready to be written.
struct Edit {
    old: Vec<u8>,
    edited: Edited,
}

impl Edit {
    /// Reads `file`, and makes the edit.
    fn of(args: &Args, from: From, name: &str, file: &mut File) -> Result<Self, Stop> {
        let mut old = Vec::new();
        let read = BlockingIo(file).take(MAX_LEN + 1).read_to_end(&mut old);
        read.map_err(|error| Problem::with(name, &error))?;
        if old.len() as u64 > MAX_LEN {
            let words = format!("{name}: longer than {MAX_LEN} bytes");
            return Err(Problem::new(words).into());
        }
        if let Some(expected) = &args.expect_sha256 {
            let mut sum = Sum::default();
            sum.add(&old);
            let found = sum.text().sha256;
            if !found.eq_ignore_ascii_case(expected) {
                let words = format!("the SHA-256 of the file is {found}");
                return Err(Stop::Refused { code: "other-content", words });
            }
        }
        let encoding = from.label().map(Label::encoding);
        let (text, new) = args.texts();
        match edit(&old, encoding, text, new, args.times()) {
            Ok(edited) => Ok(Self { old, edited }),
            Err(Refusal::Uncertain) => Err(Problem::new(format!("{name}: {}", Refusal::Uncertain))
                .hint("`utf detect` shows the likely ones; name one with -f, unless the lines are in several")
                .into()),
            Err(refusal) => Err(refused(&refusal)),
        }
    }

    /// Writes the patch that undoes the edit of the file at `path`.
    fn patch(&self, to: Option<&Path>, path: &Path) -> Result<(), Problem> {
        let Some(to) = to else { return Ok(()) };
        let mut patch = Patch::create(to, Some(path).filter(|path| path.as_os_str() != "-"))?;
        let mut done = 0;
        for place in &self.edited.places {
            patch.keep(&self.old[done..place.old.start]);
            let new = &self.edited.bytes[place.new.clone()];
            patch.change(place.old.start as u64, &self.old[place.old.clone()], new)?;
            done = place.old.end;
        }
        patch.keep(&self.old[done..]);
        patch.finish()
    }
}

/// Returns the message about a refusal, with what to do.
fn refused(refusal: &Refusal) -> Stop {
    let hint = match refusal {
        Refusal::Found { found } => {
            format!(" (make OLD longer, or use --count {found} or --all)")
        }
        Refusal::Joins { .. } => " (include these bytes in OLD)".to_owned(),
        Refusal::IsUtf8 { .. } => " (leave -f out)".to_owned(),
        Refusal::Marks => " (repeat all of them, or none)".to_owned(),
        _ => String::new(),
    };
    Stop::Refused { code: refusal.code(), words: format!("{refusal}{hint}") }
}
