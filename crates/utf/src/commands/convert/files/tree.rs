//! `utf convert -o DIR/`: writes each file to a directory.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    ffi::{OsStr, OsString},
    fs::File,
    hash::{BuildHasher, RandomState},
    io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use super::{
    Decision, OperandFile, Outcome, Sort, each, named, not_text, second_run::WatchedSink, stopped,
    target::Target, uncompressed,
};
use crate::{
    commands::convert::{
        args::{Args, Common},
        plan::Plan,
        report,
        stream::{Converter, Read, Stop},
    },
    files::{paths, reading::Head},
    input::{self, operand::Operand, output_folder::OutputFolder, same_file::Turns},
    output::{
        Output,
        replace::{
            self,
            folders::{Folders, Reached},
            leftovers::ClearedFolders,
            own_files::WrittenFiles,
        },
    },
    process::{exit::Exit, names, problem::Problem},
    system::{facts::Facts, files::open, names::bytes},
};

/// Converts the files of `args` to the directory `to`.
pub(in crate::commands::convert) fn run(
    to: &Path,
    args: &Args,
    plan: &Plan,
) -> Result<Exit, Problem> {
    named(args, "-o to a directory")?;
    uncompressed(args, "-o to a directory")?;
    let operands = match args.paths.is_empty() {
        true => Vec::new(),
        false => Operand::of(&args.paths),
    };
    check_names(&operands)?;
    check_loops(to, &operands)?;
    let target = Target::open(to, like(&operands))?;
    let folder = OutputFolder::open(to).map_err(|error| Problem::at(to, &error))?;
    let (read, cleared) = (Folders::new(false), ClearedFolders::default());
    let written = Arc::default();
    let mut taken = TakenPaths::default();
    // Two operands go to different positions, unless the contents of one go to the output directory
    // itself.
    let merges = operands.len() > 1 && operands.iter().any(|one| own_name(one.path()).is_none());
    let decide = |found: &mut input::files::FoundFile| match merges || args.walk.has_list() {
        true => taken.take(found),
        false => Ok(Decision::Convert),
    };
    let files = args.walk.files(&args.paths)?.anchored().beside(folder);
    each(args, plan, files, "written", decide, |found, common| {
        let destination =
            Destination { target: &target, read: &read, cleared: &cleared, written: &written };
        one(found, &destination, plan, common)
    })
}

/// Returns the operand whose contents go to the output directory itself, if it is the only one. The
/// output directory gets its mode.
fn like(operands: &[Operand]) -> Option<&Path> {
    match operands {
        [Operand::Path(path)] if own_name(path).is_none() => Some(path),
        _ => None,
    }
}

/// Returns the name in the output directory for the operand `start`. Returns `None` if its contents
/// go to the output directory itself, as with `cp -r`.
fn own_name(start: &Path) -> Option<&OsStr> {
    let bytes = bytes(start.as_os_str());
    let end = bytes.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
    let is_inside = bytes[..end].ends_with(b"/.") || bytes[..end] == *b".";
    start.file_name().filter(|_| !is_inside)
}

/// Rejects operands that would be written under the same name.
fn check_names(operands: &[Operand]) -> Result<(), Problem> {
    let mut names = HashSet::new();
    for operand in operands {
        if own_name(operand.path()).is_some_and(|name| !names.insert(name)) {
            let words = format!("{}: another operand has the same output path", operand.name());
            return Err(Problem::new(words).hint("convert them separately"));
        }
    }
    Ok(())
}

/// Rejects an output directory inside a directory that is read.
fn check_loops(to: &Path, operands: &[Operand]) -> Result<(), Problem> {
    // A directory that does not exist yet will be inside its parent.
    let real = to.canonicalize().or_else(|_| paths::parent(to).canonicalize());
    let real = real.map_err(|error| Problem::at(to, &error))?;
    for operand in operands.iter().filter(|operand| operand.path().is_dir()) {
        if OutputFolder::open(operand.path()).is_ok_and(|read| read.has(&real)) {
            let (to, name) = (names::path(to), operand.name());
            return Err(Problem::new(format!("-o: {to} is inside the input {name}"))
                .hint("write to a directory next to it"));
        }
    }
    Ok(())
}

/// The output paths that are taken, each with its source file.
///
/// Both are keyed hashes, because there may be a million. Two paths with the same hash would be
/// reported as an error. With a million files, the probability of that is one in thirty million.
/// Only the paths of lists and of merged operands are checked.
#[derive(Default)]
struct TakenPaths {
    keys: RandomState,
    /// In parts, so that a map that grows does not copy all of them.
    parts: [HashMap<u64, Source>; 32],
    /// Files with the same output path are written in the order in which they were found.
    turns: Arc<Turns>,
}

/// The source of an output path.
#[derive(Clone, Copy)]
struct Source {
    /// A hash of the file's identity. The last bit is set if a list named the file.
    file: u32,
    /// A hash of the file's size and times.
    state: u32,
}

impl Source {
    /// The bit of `file` for a source that a list named.
    const LISTED: u32 = 1;

    fn of(found: &input::files::FoundFile, keys: &RandomState) -> Self {
        let facts = Facts::at(found.operand.path()).ok();
        let changed = |facts: &Facts| (facts.text(), facts.changed());
        let file = keys.hash_one(facts.as_ref().map(Facts::identity)) as u32;
        let listed = if found.start.is_none() { Self::LISTED } else { 0 };
        let state = keys.hash_one(facts.as_ref().map(changed)) as u32;
        Self { file: file & !Self::LISTED | listed, state }
    }

    /// Returns `true` if the source may replace `other` under the same output path: it is the same
    /// file, or a list named both. A list's names have the same output path only if they are the
    /// same path.
    fn follows(self, other: Self) -> bool {
        self.is(other) || self.file & other.file & Self::LISTED != 0
    }

    fn is(self, other: Self) -> bool {
        self.file | Self::LISTED == other.file | Self::LISTED
    }
}

impl TakenPaths {
    /// Takes the output path of a file. Returns an error if another file has it. The same file is
    /// written again if it has changed.
    fn take(&mut self, found: &mut input::files::FoundFile) -> Result<Decision, Problem> {
        let path = found.operand.path();
        let Some((mut path_below, name)) = output_path(found.start.as_deref(), path) else {
            return Ok(Decision::Convert);
        };
        path_below.push(name);
        let source = Source::of(found, &self.keys);
        let key = self.keys.hash_one(path_below);
        match self.parts[usize::try_from(key % 32).unwrap_or_default()].entry(key) {
            Entry::Vacant(free) => drop(free.insert(source)),
            Entry::Occupied(same) if same.get().is(source) && same.get().state == source.state => {
                return Ok(Decision::Skip);
            }
            Entry::Occupied(mut old) if source.follows(*old.get()) => drop(old.insert(source)),
            Entry::Occupied(_) => {
                let words = format!("{}: another file has the same output path", names::path(path));
                return Err(Problem::new(words).hint("convert it to another directory"));
            }
        }
        found.turn = Some(self.turns.take(key));
        Ok(Decision::Convert)
    }
}

/// Returns the directories and the name, below the output directory, for the file at `path`. They
/// are those of `cp -r` for the operand `start`. A name in a list keeps its whole path. Returns
/// `None` if that does not lead downwards.
fn output_path(start: Option<&Path>, path: &Path) -> Option<(Vec<OsString>, OsString)> {
    let within = start.map_or(Ok(path), |start| path.strip_prefix(start)).ok()?;
    let own = start.and_then(own_name);
    let mut parts: Vec<_> = own.map(ToOwned::to_owned).into_iter().collect();
    for part in within.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_owned()),
            Component::CurDir => {}
            _ => return None,
        }
    }
    let name = parts.pop()?;
    Some((parts, name))
}

/// Returns the problem of a file without an [output_path], which only a list can name.
fn no_output_path(found: &OperandFile, destination: &Destination<'_>) -> Problem {
    let words =
        format!("{}: it has no path in {}", found.name, names::folder(destination.target.path()));
    Problem::new(words).hint(
        "a listed name keeps its path, which must lead downwards: make the list in a directory above all its files, and run from there",
    )
}

/// The target of a run, with caches of open directories.
struct Destination<'a> {
    target: &'a Target<'a>,
    /// The directories that are read.
    read: &'a Folders,
    /// The directories that were written to.
    cleared: &'a ClearedFolders,
    /// The files that were written.
    written: &'a Arc<WrittenFiles>,
}

impl Destination<'_> {
    /// Opens a file for reading.
    fn open(&self, found: &OperandFile) -> io::Result<File> {
        match (found.reached(), found.path.file_name()) {
            (Reached::Walked(root), Some(name)) => {
                self.read.of(&found.path, Some(root))?.read(name)
            }
            _ => open(&found.path),
        }
    }
}

/// Converts one file.
fn one(
    found: &OperandFile,
    destination: &Destination<'_>,
    plan: &Plan,
    common: &Common,
) -> Outcome {
    // Another run would delete a file with this name in the output directory.
    if found.path.file_name().is_some_and(replace::leftovers::is_temporary) {
        return match found.walked {
            true => Outcome::not_meant(),
            false => Outcome::unchanged(found, UNFINISHED),
        };
    }
    write(found, destination, plan, common).unwrap_or_else(|problem| Outcome::problem(&problem))
}

/// The reason not to write a named file.
const UNFINISHED: &str =
    "its name is that of a temporary file, which the next run would delete: rename it";

fn write(
    found: &OperandFile,
    destination: &Destination<'_>,
    plan: &Plan,
    common: &Common,
) -> Result<Outcome, Problem> {
    let input = |error: io::Error| Problem::with(&found.name, &error);
    let file = destination.open(found).map_err(input)?;
    let facts = Facts::of(&file).map_err(input)?;
    if found.walked && !facts.is_file() {
        return Ok(Outcome::unchanged(found, "not a regular file"));
    }
    if let Some(outcome) = Head::peek(&file).ok().and_then(|head| not_text(found, &head, plan)) {
        return Ok(outcome);
    }
    let (folders, name) = output_path(found.start.as_deref(), &found.path)
        .ok_or_else(|| no_output_path(found, destination))?;
    let path: PathBuf = destination
        .target
        .path()
        .iter()
        .chain(folders.iter().map(|f| &**f))
        .chain([&*name])
        .collect();
    let problem = |error: io::Error| Problem::at(&path, &error);
    let folder = destination.target.folder(&folders, found, destination.read).map_err(problem)?;
    destination.cleared.clear(&folder);
    let written = destination.written;
    let mut output = Output::within(&folder, &name, &path, &facts, written).map_err(problem)?;
    let name = (found.name.clone(), &*found.path);
    let mut watched = WatchedSink::new(&mut output, plan);
    let result = Converter::new(plan, &mut watched, common).convert_open(name, file.into(), false);
    let second_run = watched.second_run();
    match result {
        Ok(Read { doubt: Some(why), .. }) => Ok(Outcome::unchanged(found, &why)),
        Ok(read) => {
            let lost = output.end().map_err(problem)?;
            let mut messages = read.messages;
            messages.extend(read.hints);
            if lost.takes_away() {
                messages.push(format!("utf: {}: {lost}\n", names::path(&path)));
            }
            messages.extend(report::counts(&found.name, &read.tally, plan));
            let lossy = plan.exit_code && report::has_findings(&read.tally);
            let exit = if lossy { Exit::Found } else { Exit::Well };
            let outcome = Outcome::new(Sort::Converted, messages, exit);
            Ok(outcome.with_second_run(found, &read.tally, second_run))
        }
        Err(Stop::Text(error)) => Ok(stopped(found, &error, plan)),
        Err(Stop::Forbidden(why)) => Ok(Outcome::unchanged(found, &why)),
        Err(Stop::Input(problem)) => Err(problem),
        Err(Stop::Output(error)) => Err(problem(error)),
    }
}
