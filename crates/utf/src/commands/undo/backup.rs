//! Backups: a file and its backup exchange their names.

use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
};

use super::{Args, Outcome, list};
use crate::{
    commands::repair::failure::Failure,
    files::{folder::Folder, paths::parent},
    process::{exit::Exit, names, problem::Problem, terminal},
    system::{Kind, no_name, not_found},
};

/// Exchanges the file at `original` and its `backup`, unless the file has changed since. Without
/// `-i`, only lists that.
pub(super) fn undo(args: &Args, backup: &Path, original: &Path) -> Result<Outcome, Failure> {
    let name = names::path(original);
    let problem = |error: io::Error| Problem::with(&name, &error);
    let left = |why: &str| {
        terminal::write_error(&format!("utf: {name}: left unchanged: {why}\n"));
        Ok(Exit::Found.into())
    };
    let folder = Folder::open(parent(original)).map_err(problem)?;
    let [now, old] = [original, backup].map(|path| path.file_name().ok_or_else(no_name));
    let (now, old) = (now.map_err(problem)?, old.map_err(problem)?);
    let facts = |name| folder.find(name).and_then(|facts| facts.ok_or_else(not_found));
    let (found, kept) = (facts(now).map_err(problem)?, facts(old).map_err(problem)?);
    if found.kind() != Kind::File || kept.kind() != Kind::File {
        return left("the file or its backup is not a regular file");
    }
    if found.is_one(&kept) || is_equal(original, backup).map_err(problem)? {
        return Err(Problem::new(format!("{name}: already equals its backup")).into());
    }
    if found.is_written_after(&kept) {
        let backup = names::path(backup);
        return left(&format!("it was written after {backup} was made: compare the two files"));
    }
    if let Some(why) = args.in_place.refuses(&found).or_else(|| args.in_place.refuses(&kept)) {
        return left(&why);
    }
    if !args.changes() {
        list(&format!("{name}: would be restored from {}", names::path(backup)))?;
        return Ok(Outcome { exit: Exit::Well, can_change: true });
    }
    folder.exchange(now, old).and_then(|()| folder.sync()).map_err(problem)?;
    if !args.quiet {
        let backup = names::path(backup);
        terminal::write_error(&format!(
            "utf: {name}: restored; {backup} has the text that it had\n"
        ));
    }
    Ok(Exit::Well.into())
}

/// Returns `true` if both files have the same bytes.
fn is_equal(one: &Path, other: &Path) -> io::Result<bool> {
    let [one, other] = [File::open(one)?, File::open(other)?];
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let [one, other] = [one, other].map(|file| BufReader::new(file).bytes());
    for (one, other) in one.zip(other) {
        if one? != other? {
            return Ok(false);
        }
    }
    Ok(true)
}
