//! Patches: restores the exact original of each file, or writes nothing.

mod reader;

use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Read, Seek},
    path::{Path, PathBuf},
};

use super::{Args, Outcome, list};
use crate::{
    commands::repair::{failure::Failure, patch::Sum},
    files::folder::UnsyncedFolders,
    output::{
        Output,
        replace::{
            change::{Change, Ended, Unopened},
            folders::{Folders, Reached},
        },
        separate::keep_apart,
        sink::Sink,
    },
    process::{exit::Exit, names, problem::Problem, terminal},
    system::streams::is_standard_output,
};
use reader::{Contents, Next, Patch, Section, bad};
use utfkit_text::streams::block;

/// Reads all of the patch at `path`. Returns an error if it does not have one of `files`. A patch of
/// one file may have it under another name.
pub(super) fn check(path: &Path, files: &[PathBuf]) -> Result<Contents, Problem> {
    let contents = Patch::open(path)?.check(files)?;
    if contents.is_one() && files.len() > 1 {
        let words = format!("{}: the patch is of one file", names::path(path));
        return Err(Problem::new(words).hint("name one file"));
    }
    let cut = contents.cut.as_ref();
    let is_missing = |file: &&PathBuf| {
        !contents.found.contains(*file)
            && !cut.is_some_and(|cut| cut.concerns(std::slice::from_ref(*file)))
    };
    match files.iter().find(is_missing) {
        Some(file) if !contents.is_one() => Err(contents.lacks(path, file)),
        _ => Ok(contents),
    }
}

/// Undoes the changes of the patch at `path`, in all its files or only in `files`. Unless `args` say
/// so, nothing is written, and the files are only listed. The patch has the contents `checked`, if it
/// was checked for `files`.
pub(super) fn undo(
    args: &Args,
    path: &Path,
    files: &[PathBuf],
    checked: Option<Contents>,
) -> Result<Outcome, Failure> {
    let contents = checked.map_or_else(|| check(path, files), Ok)?;
    let (is_one, cut) = (contents.is_one(), contents.cut);
    let is_single = is_one || files.len() == 1;
    if args.output.is_some() && !is_single {
        return Err(Problem::new("-o accepts only one file").hint("name the file").into());
    }
    let mut patch = Patch::open(path)?;
    let mut counts = Counts::default();
    while let Next::Section(section) = patch.next()? {
        let file = match (files, &section.path) {
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
            None => undo_in_place(&mut patch, &section, &file, args),
        };
        match done {
            Ok(Done::Restored) => {
                counts.restored += 1;
                if !args.quiet && !to.is_some_and(is_standard_output) {
                    let name = names::path(&file);
                    terminal::write_error(&format!("utf: {name}: restored\n"));
                }
            }
            Ok(Done::WouldRestore) => {
                list(&format!("{}: would be restored", names::path(&file)))?;
                counts.would_restore += 1;
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
    if let Some(cut) = cut.filter(|cut| cut.concerns(files)) {
        let words = if cut.is_original(&mut patch)? {
            "and their file was not replaced".to_owned()
        } else {
            exit = exit.max(Exit::Found);
            let file = cut.path.as_deref().map_or("their file".to_owned(), names::path);
            format!("and {file} may have been replaced: the patch is cut, and cannot restore it")
        };
        let name = names::path(path);
        terminal::write_error(&format!(
            "utf: {name}: the last changes are not complete, {words}\n"
        ));
    }
    if is_single && counts.restored + counts.would_restore + counts.left_alone == 0 {
        return Err(bad(path, "it does not have complete changes of the named file").into());
    }
    if !is_single && !args.quiet {
        terminal::write_error(&format!("utf: {counts}\n"));
    }
    Ok(Outcome { exit, can_change: counts.would_restore > 0 })
}

/// The files of a patch of several files.
#[derive(Default)]
struct Counts {
    restored: u64,
    would_restore: u64,
    same: u64,
    left_alone: u64,
    failed: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.would_restore {
            0 => write!(f, "{} restored", names::counted(self.restored, "file"))?,
            count => write!(f, "{} would be restored", names::counted(count, "file"))?,
        }
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
    paths.iter().any(|one| is(one, path))
}

/// Returns `true` if both paths are equal, or of the same file.
fn is(one: &Path, path: &Path) -> bool {
    let real = || Some(one.canonicalize().ok()? == path.canonicalize().ok()?);
    one == path || real().unwrap_or(false)
}

/// The result for a file.
enum Done {
    Restored,
    /// It would be restored.
    WouldRestore,
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
    keep_apart(&[[("the patch", Some(&patch.path)), ("the output", Some(to))]])?;
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
    args: &Args,
) -> Result<Done, Failure> {
    let name = names::path(repaired);
    let problem = |error: io::Error| Problem::with(&name, &error);
    // A file may have several repairs in a patch, so each has a manner of its own.
    let manner = args.in_place.manner(!args.changes(), &[])?;
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
    keep_apart(&[[("the patch", Some(&patch.path)), ("the output", Some(repaired))]])?;
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
        Ended::WouldChange => return Ok(Done::WouldRestore),
        Ended::Same => {}
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
