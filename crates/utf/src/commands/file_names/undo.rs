//! Restores the old names of renamed files.

use std::{
    io::{BufRead, Write},
    path::{Path, PathBuf},
};

use super::{name::renamed, rename::put, report::JsonLine};
use crate::{
    files::{folder::Folder, paths},
    process::{exit::Exit, names, problem::Problem, terminal},
    report::{self, json::FileName},
    system::names::{from_bytes, why_impossible},
};

/// Undoes the changes of the list at `path`, whose text is `list`, the last change first. Unless
/// that is `meant`, the changes are only listed.
pub fn undo(path: &Path, list: &[u8], meant: bool) -> Result<Exit, Problem> {
    let mut exit = Exit::Well;
    let changes = read(path, list)?;
    if !meant {
        let printed = terminal::output().and_then(|mut out| {
            for (path, name) in changes.iter().rev() {
                let (now, name) = (renamed(path, name), path.file_name().unwrap_or_default());
                writeln!(out, "{} -> {}", names::path(&now), names::path(Path::new(name)))?;
            }
            out.flush()
        });
        return Ok(printed.map_or_else(|error| terminal::report_failed(&error, exit), |()| exit));
    }
    for (path, name) in changes.iter().rev() {
        let now = renamed(path, name);
        let old = path.file_name().unwrap_or_default();
        let done =
            Folder::open(paths::parent(path)).and_then(|folder| put(&folder, name.as_ref(), old));
        if let Err(error) = done {
            exit = exit.max(Problem::at(&now, &error).report());
        }
    }
    Ok(exit)
}

/// Reads the changes of the list at `path`, whose text is `list`: the old path, and the new name.
fn read(path: &Path, list: &[u8]) -> Result<Vec<(PathBuf, String)>, Problem> {
    let mut changes = Vec::new();
    for (line, number) in list.lines().zip(1_u64..) {
        let wrong = || {
            let words = "not a line of a list of renamed files";
            Problem::new(format!("{}:{number}: {words}", names::path(path)))
        };
        let line = line.map_err(|_| wrong())?;
        match serde_json::from_str(&line).map_err(|_| wrong())? {
            JsonLine::Rename { file, becomes } => {
                let exact = exact(&file).ok_or_else(wrong)?;
                if why_impossible(&becomes).is_some() {
                    return Err(wrong());
                }
                changes.push((exact, becomes.into_owned()));
            }
            JsonLine::Failed { .. } => drop(changes.pop()),
            JsonLine::Name { .. } | JsonLine::Summary { .. } => {}
        }
    }
    Ok(changes)
}

/// Returns the exact path of a listed file.
fn exact(file: &FileName<'_>) -> Option<PathBuf> {
    let Some(hexadecimal) = &file.path_bytes else { return Some(PathBuf::from(&*file.path)) };
    Some(from_bytes(report::json::bytes(hexadecimal)?)?.into())
}
