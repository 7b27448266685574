//! `--undo`: restores the exact original, or writes nothing.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take},
    path::{Path, PathBuf},
};

use super::{Line, Sum, Text};
use crate::{
    commands::repair::{args::Args, failure::Failure, file::sum},
    files::folder::UnsyncedFolders,
    output::{
        Output,
        replace::{
            args::InPlaceArgs,
            change::{Change, Ended, Unopened},
            folders::{Folders, Reached},
        },
        separate::keep_apart,
        sink::Sink,
    },
    process::{exit::Exit, names, problem::Problem, terminal},
    report,
    system::{names::from_bytes, streams::is_standard_output},
};
use utfkit_text::streams::block;

/// The maximum length of a line of a patch. A fix has at most one window, twice in hexadecimal.
const LONGEST: u64 = 4 << 20;

/// Undoes the repairs of the patch at `path`.
pub fn run(args: &Args, path: &Path) -> Result<Exit, Failure> {
    let Contents { complete, cut } = Patch::open(path)?.check()?;
    let is_one = complete == 1 && cut.is_none();
    if is_one && args.paths.len() > 1 {
        return Err(Problem::new("--undo: the patch is of one file").hint("name one file").into());
    }
    let is_single = is_one || args.paths.len() == 1;
    if args.output.is_some() && !is_single {
        return Err(Problem::new("--undo: -o accepts only one file").hint("name the file").into());
    }
    let mut patch = Patch::open(path)?;
    let mut counts = Counts::default();
    while let Next::Section(section) = patch.next()? {
        let file = match (&*args.paths, &section.path) {
            ([path], _) if is_one => path.clone(),
            (paths, Some(path)) if paths.is_empty() || has(paths, path) => path.clone(),
            ([], None) => {
                return Err(bad(path, "it does not name a file").hint("name the file").into());
            }
            _ => continue,
        };
        let to =
            args.output.as_deref().or_else(|| Some(&*file).filter(|to| is_standard_output(to)));
        let end = patch.position()?;
        let done = match to {
            Some(to) => undo_to(&mut patch, &section, &file, to),
            None => undo_in_place(&mut patch, &section, &file, &args.in_place),
        };
        match done {
            Ok(Done::Restored) => {
                counts.restored += 1;
                if !args.quiet && !to.is_some_and(is_standard_output) {
                    let name = names::path(&file);
                    terminal::write_error(&format!("utf: {name}: restored\n"));
                }
            }
            Ok(Done::LeftAlone(why)) => {
                let name = names::path(&file);
                terminal::write_error(&format!("utf: {name}: left unchanged: {why}\n"));
                counts.left_alone += 1;
            }
            Ok(Done::Same) if is_single => {
                let words = "already equals the text before the repair";
                return Err(Problem::new(format!("{}: {words}", names::path(&file))).into());
            }
            Ok(Done::Same) => counts.same += 1,
            Err(Failure::Problem(problem)) if !is_single => {
                problem.report();
                counts.failed += 1;
            }
            Err(failure) => return Err(failure),
        }
        patch.seek(end)?;
    }
    let mut exit = match &counts {
        Counts { failed: 1.., .. } => Exit::Failure,
        Counts { left_alone: 1.., .. } => Exit::Found,
        _ => Exit::Well,
    };
    if let Some(cut) = cut.filter(|cut| cut.concerns(&args.paths)) {
        let words = match cut.is_original(&mut patch)? {
            true => "and their file was not replaced".to_owned(),
            false => {
                exit = exit.max(Exit::Found);
                let file = cut.path.as_deref().map_or("their file".to_owned(), names::path);
                format!(
                    "and {file} may have been replaced: the patch is cut, and cannot restore it"
                )
            }
        };
        let name = names::path(path);
        terminal::write_error(&format!(
            "utf: {name}: the last changes are not complete, {words}\n"
        ));
    }
    if is_single && counts.restored + counts.left_alone == 0 {
        return Err(bad(path, "it does not have complete changes of the named file").into());
    }
    if !is_single && !args.quiet {
        terminal::write_error(&format!("utf: {counts}\n"));
    }
    Ok(exit)
}

/// The files of a patch of several files.
#[derive(Default)]
struct Counts {
    restored: u64,
    same: u64,
    left_alone: u64,
    failed: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} restored", names::counted(self.restored, "file"))?;
        let left = self.left_alone + self.failed;
        let rest = [(self.same, "already as before the repair"), (left, "not restored")];
        for (count, words) in rest.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, ", {count} {words}")?;
        }
        Ok(())
    }
}

/// Returns `true` if `path` is one of `paths`, by its name or as the same file.
fn has(paths: &[PathBuf], path: &Path) -> bool {
    let is = |one: &PathBuf| {
        let real = || Some(one.canonicalize().ok()? == path.canonicalize().ok()?);
        one == path || real().unwrap_or(false)
    };
    paths.iter().any(is)
}

/// The result for a file.
enum Done {
    Restored,
    /// It already equals the original.
    Same,
    /// It was left unchanged, for this reason.
    LeftAlone(String),
}

/// Writes the original of `repaired` to `to`.
fn undo_to(
    patch: &mut Patch,
    section: &Section,
    repaired: &Path,
    to: &Path,
) -> Result<Done, Failure> {
    let name = names::path(repaired);
    let mut file = File::open(repaired).map_err(|error| Problem::with(&name, &error))?;
    if section.is_undone(&mut file, &name, &patch.path)? {
        return Ok(Done::Same);
    }
    keep_apart(&[[("--undo", Some(&patch.path)), ("the output", Some(to))]])?;
    let mut output = Output::open(Some(to))?;
    let to_name = output.name().to_owned();
    restore(&mut file, [&name, &to_name], patch, section, &mut output)?;
    output.finish().map_err(|error| unwritten(&to_name, error))?;
    Ok(Done::Restored)
}

/// Replaces `repaired` with its original, as `-i` replaces a file.
fn undo_in_place(
    patch: &mut Patch,
    section: &Section,
    repaired: &Path,
    options: &InPlaceArgs,
) -> Result<Done, Failure> {
    let name = names::path(repaired);
    let problem = |error: io::Error| Problem::with(&name, &error);
    // A file may have several repairs in a patch, so each has a manner of its own.
    let manner = options.manner(false, &[])?;
    let place = match Folders::new(true).place(repaired, Reached::Named).map_err(problem)? {
        Ok(place) => place,
        Err(why) => return Ok(Done::LeftAlone(why)),
    };
    let folder = place.folder.clone();
    let mut change = match Change::open(place, &manner).map_err(problem)? {
        Ok(change) => change,
        Err(Unopened::LeftAlone(why)) => return Ok(Done::LeftAlone(why)),
        Err(Unopened::Again) => return Ok(Done::Same),
    };
    let mut file = change.file().map_err(problem)?;
    if section.is_undone(&mut file, &name, &patch.path)? {
        return Ok(Done::Same);
    }
    keep_apart(&[[("--undo", Some(&patch.path)), ("the output", Some(repaired))]])?;
    if let Err(failure) = restore(&mut file, [&name, &name], patch, section, &mut change) {
        let refused = change.refused().map(str::to_owned);
        return refused.map(Done::LeftAlone).ok_or(failure);
    }
    // Some systems replace no open file.
    drop(file);
    match change.end().map_err(problem)? {
        Ended::Refused(why) => return Ok(Done::LeftAlone(why)),
        Ended::Changed(lost) => {
            let mut unsynced = UnsyncedFolders::default();
            unsynced.changed(folder).and_then(|()| unsynced.finish()).map_err(problem)?;
            if lost.takes_away() {
                terminal::write_error(&format!("utf: {name}: {lost}\n"));
            }
        }
        Ended::Same | Ended::WouldChange => {}
    }
    Ok(Done::Restored)
}

/// Returns the failure of writing to the output `name`. Its reader may have closed it.
fn unwritten(name: &str, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::unread(error),
        _ => Problem::with(name, &error).into(),
    }
}

/// Writes the original of `file` to `output`, and checks it. Their names are for messages.
fn restore(
    file: &mut File,
    [name, to_name]: [&str; 2],
    patch: &mut Patch,
    section: &Section,
    output: &mut impl Sink,
) -> Result<(), Failure> {
    patch.seek(section.changes)?;
    file.rewind().map_err(|error| Problem::with(name, &error))?;
    let mut sum = Sum::default();
    let mut room = vec![0; block::BLOCK];
    let mut write = |bytes: &[u8]| {
        sum.add(bytes);
        output.write(bytes).map_err(|error| unwritten(to_name, error))
    };
    let mut reader = BufReader::with_capacity(block::BLOCK, file);
    let mut done = 0;
    let mut copy = |reader: &mut dyn Read,
                    bytes: u64,
                    write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>|
     -> Result<(), Failure> {
        let mut left = reader.take(bytes);
        loop {
            let len = left.read(&mut room).map_err(|error| Problem::with(name, &error))?;
            if len == 0 {
                return Ok(());
            }
            write(&room[..len])?;
        }
    };
    while let Some((offset, old, new)) = patch.change()? {
        let kept = offset.checked_sub(done).ok_or_else(|| bad(&patch.path, "out of order"))?;
        copy(&mut reader, kept, &mut write)?;
        copy(&mut reader, new.len() as u64, &mut |_: &[u8]| Ok(()))?;
        write(&old)?;
        done = offset + old.len() as u64;
    }
    copy(&mut reader, u64::MAX, &mut write)?;
    if sum.text() != section.original {
        let words = "its result does not match the checksum of the original";
        return Err(bad(&patch.path, words).into());
    }
    Ok(())
}

/// A patch that is being read.
struct Patch {
    path: PathBuf,
    reader: Take<BufReader<File>>,
    number: u64,
    /// Whether the last line is only a part of one.
    is_cut: bool,
}

/// A change: the offset in the original, the old bytes, and the new bytes.
type Replaced = (u64, Vec<u8>, Vec<u8>);

/// The changes of a file.
struct Section {
    path: Option<PathBuf>,
    original: Text,
    result: Text,
    /// The offset of its first change in the patch.
    changes: u64,
}

impl Section {
    /// Returns `true` if `file` already equals the original. Returns an error if it is not the result.
    fn is_undone(&self, file: &mut File, name: &str, patch: &Path) -> Result<bool, Problem> {
        let found = sum(file).map_err(|error| Problem::with(name, &error))?.text();
        if found == self.result {
            return Ok(false);
        }
        if found == self.original {
            return Ok(true);
        }
        let words = format!("{name}: not the result of the repair in `{}`", names::path(patch));
        Err(Problem::new(words).hint("the file has changed, or is another one"))
    }
}

/// Changes that are not complete, because the patch is cut.
struct Cut {
    path: Option<PathBuf>,
    /// The offset of the first change in the patch.
    changes: u64,
}

impl Cut {
    /// Returns `true` if the changes may be those of one of `paths`, or if all files are restored.
    fn concerns(&self, paths: &[PathBuf]) -> bool {
        paths.is_empty() || self.path.as_deref().is_none_or(|path| has(paths, path))
    }

    /// Returns `true` if the file is certainly as before the changes that `patch` still has.
    fn is_original(&self, patch: &mut Patch) -> Result<bool, Problem> {
        let path = self.path.as_deref().filter(|path| path.is_file());
        let Some(Ok(mut file)) = path.map(File::open) else { return Ok(false) };
        let mut has = |at: u64, bytes: &[u8]| {
            let mut found = vec![0; bytes.len()];
            let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut found));
            read.is_ok() && found == bytes
        };
        patch.seek(self.changes)?;
        let (mut is_old, mut is_new, mut offset_new, mut done) = (true, true, 0_u64, 0);
        while let Some((offset, old, new)) = patch.change()? {
            offset_new += offset.saturating_sub(done);
            is_old &= has(offset, &old);
            is_new &= has(offset_new, &new);
            offset_new += new.len() as u64;
            done = offset.saturating_add(old.len() as u64);
        }
        // Without a change, both are possible.
        Ok(is_old && !is_new)
    }
}

/// The next part of a patch.
enum Next {
    Section(Section),
    /// The last changes are not complete.
    Cut(Cut),
    End,
}

/// The contents of a patch.
struct Contents {
    /// The number of files with complete changes.
    complete: u64,
    cut: Option<Cut>,
}

fn bad(path: &Path, words: &str) -> Problem {
    Problem::new(format!("{}: not a valid patch: {words}", names::path(path)))
}

impl Patch {
    fn open(path: &Path) -> Result<Self, Problem> {
        let file = File::open(path).map_err(|error| Problem::at(path, &error))?;
        let reader = BufReader::new(file).take(LONGEST);
        Ok(Self { path: path.to_owned(), reader, number: 0, is_cut: false })
    }

    /// Reads the next line; `None` at the end.
    fn line(&mut self) -> Result<Option<Line<'static>>, Problem> {
        self.reader.set_limit(LONGEST);
        self.number += 1;
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        if read.map_err(|error| Problem::at(&self.path, &error))? == 0 {
            return Ok(None);
        }
        match serde_json::from_slice::<Line<'_>>(&line).ok().map(owned) {
            // A run that ended early may have written a part of the line.
            None if self.number > 1 && line.last() != Some(&b'\n') => {
                self.is_cut = true;
                Ok(None)
            }
            None => Err(bad(&self.path, &format!("line {} is not valid", self.number))),
            parsed => Ok(parsed),
        }
    }

    /// Reads the next change of a file; `None` at the end.
    fn change(&mut self) -> Result<Option<Replaced>, Problem> {
        let Some(Line::Change { offset, old, new }) = self.line()? else { return Ok(None) };
        let (Some(old), Some(new)) = (report::json::bytes(&old), report::json::bytes(&new)) else {
            return Err(bad(&self.path, &format!("line {} is not valid", self.number)));
        };
        Ok(Some((offset, old, new)))
    }

    /// Reads all of the patch.
    fn check(mut self) -> Result<Contents, Problem> {
        let mut complete = 0;
        loop {
            match self.next()? {
                Next::Section(_) => complete += 1,
                Next::Cut(_) if complete == 0 => {
                    return Err(bad(&self.path, "it is not complete"));
                }
                Next::End if complete == 0 => {
                    return Err(bad(&self.path, "the first line is not the header of a patch"));
                }
                Next::Cut(cut) => return Ok(Contents { complete, cut: Some(cut) }),
                Next::End => return Ok(Contents { complete, cut: None }),
            }
        }
    }

    /// Reads the changes of the next file.
    fn next(&mut self) -> Result<Next, Problem> {
        loop {
            let is_first = self.number == 0;
            let (version, path, path_bytes) = match self.line()? {
                Some(Line::Patch { version, path, path_bytes }) => (version, path, path_bytes),
                None if self.is_cut => return Ok(Next::Cut(Cut { path: None, changes: 0 })),
                None => return Ok(Next::End),
                Some(_) if is_first => {
                    return Err(bad(&self.path, "the first line is not the header of a patch"));
                }
                Some(_) => return Err(bad(&self.path, "it is not complete")),
            };
            if version != 1 {
                return Err(bad(&self.path, "the version is not 1"));
            }
            let exact = path_bytes.as_deref().and_then(report::json::bytes);
            let path = match exact {
                Some(bytes) => from_bytes(bytes).map(PathBuf::from),
                None => path.map(|path| PathBuf::from(path.into_owned())),
            };
            let (begin, mut seen) = (self.position()?, 0);
            loop {
                match self.line()? {
                    Some(Line::Change { .. }) => seen += 1,
                    Some(Line::End { changes, original, result }) if changes == seen => {
                        let section = Section { path, original, result, changes: begin };
                        return Ok(Next::Section(section));
                    }
                    Some(Line::Void) => break,
                    Some(_) => return Err(bad(&self.path, "it is not complete")),
                    None => return Ok(Next::Cut(Cut { path, changes: begin })),
                }
            }
        }
    }

    /// Returns the offset of the next line.
    fn position(&mut self) -> Result<u64, Problem> {
        let position = self.reader.get_mut().stream_position();
        position.map_err(|error| Problem::at(&self.path, &error))
    }

    /// Continues at `offset`.
    fn seek(&mut self, offset: u64) -> Result<(), Problem> {
        let moved = self.reader.get_mut().seek(SeekFrom::Start(offset));
        moved.map(drop).map_err(|error| Problem::at(&self.path, &error))
    }
}

fn owned(line: Line<'_>) -> Line<'static> {
    match line {
        Line::Patch { version, path, path_bytes } => {
            let path = path.map(|path| path.into_owned().into());
            Line::Patch { version, path, path_bytes }
        }
        Line::Void => Line::Void,
        Line::Change { offset, old, new } => Line::Change { offset, old, new },
        Line::End { changes, original, result } => Line::End { changes, original, result },
    }
}
