//! `convert --undo-names`: gives files their old names back.

use std::{
    fs,
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

use super::{name::renamed, rename::put, report::Line};
use crate::{
    files::{folder::Folder, paths},
    process::{exit::Exit, names, problem::Problem, terminal},
    report::{self, json::FileName},
    system::names::{from_bytes, why_impossible},
};
use utfkit::{Encoding, encoding::Bom, transcode};
use utfkit_text::unicode::printable;

/// Undoes the changes of the list at `list`, the last one first. Unless that is `meant`, the
/// changes are only listed.
pub fn undo(list: &Path, meant: bool) -> Result<Exit, Problem> {
    let mut exit = Exit::Well;
    let changes = read(list)?;
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

/// Reads the changes of the list at `path`: the old path, and the new name. The list may be in
/// UTF-16 with a BOM, as Windows PowerShell writes it.
fn read(path: &Path) -> Result<Vec<(PathBuf, String)>, Problem> {
    let mut list = fs::read(path).map_err(|error| Problem::at(path, &error))?;
    if let Some(encoding) = Bom::of(&list).map(Bom::encoding) {
        list = transcode::convert(&list, encoding, Encoding::Utf8).map_err(|finding| {
            Problem::at(path, &io::Error::new(io::ErrorKind::InvalidData, finding.to_string()))
        })?;
    }
    let list = list.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&list);
    let mut changes = Vec::new();
    for (line, number) in list.lines().zip(1_u64..) {
        let wrong = |error: io::Error| {
            let words = format!(
                "{}:{number}: not a line of a list of renamed files: {error}",
                names::path(path)
            );
            Problem::new(printable::line(&words))
        };
        let line = line.map_err(wrong)?;
        match serde_json::from_str(&line).map_err(|error| wrong(error.into()))? {
            Line::Rename { file, becomes } => {
                let exact = exact(&file).ok_or_else(|| wrong(io::ErrorKind::InvalidData.into()))?;
                if why_impossible(&becomes).is_some() {
                    return Err(wrong(io::ErrorKind::InvalidData.into()));
                }
                changes.push((exact, becomes.into_owned()));
            }
            Line::Failed { .. } => drop(changes.pop()),
            Line::Name { .. } | Line::Summary { .. } => {}
        }
    }
    Ok(changes)
}

/// Returns the exact path of a listed file.
fn exact(file: &FileName<'_>) -> Option<PathBuf> {
    let Some(hexadecimal) = &file.path_bytes else { return Some(PathBuf::from(&*file.path)) };
    Some(from_bytes(report::json::bytes(hexadecimal)?)?.into())
}
