//! `convert --names`: files get the names that they should have, or it is listed which would.

use std::{
    collections::HashMap,
    io::{self, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, CWD, RenameFlags},
    io::Errno,
};

use super::{
    name::{Wanted, Wrong, renamed},
    report::Line,
};
use crate::{
    exit::Exit,
    input::WalkArgs,
    render::{FileName, write_line},
    shown,
    terminal::{self, Output},
    trouble::Trouble,
};

/// Renames what `walk` leads to from `paths` as it is `wanted`, what is in a folder before the folder; lists
/// what it does, as [`undo`](super::undo()) reads it. Unless it is `meant`, it lists only what would be done.
pub fn rename(
    walk: &WalkArgs,
    paths: &[PathBuf],
    wanted: Wanted,
    meant: bool,
) -> Result<Exit, Trouble> {
    let mut exit = Exit::Well;
    let mut changes = Vec::new();
    for path in walk.entries(paths)? {
        match path {
            Ok(path) => changes.extend(wanted.look(path)),
            Err(trouble) => exit = exit.max(trouble.report()),
        }
    }
    // A folder is found before what is in it.
    changes.reverse();
    let failed = |error: io::Error| Trouble::with("standard output", &error);
    let mut out = terminal::output().map_err(failed)?;
    let mut taken = HashMap::new();
    for wrong in &changes {
        let Some(name) = free(wrong, &mut taken) else {
            exit = exit.max(Exit::Found);
            continue;
        };
        let new = renamed(&wrong.path, name);
        match meant {
            false => {
                let (old, name) = (shown::path(&wrong.path), shown::line(name));
                writeln!(out, "{old} -> {name}").map_err(failed)?;
            }
            // What is told before it is done can be undone whatever happens.
            true => {
                let file = FileName::of(&wrong.path);
                told(&mut out, &Line::Rename { file, becomes: name.into() }).map_err(failed)?;
                if let Err(error) = put(&wrong.path, &new) {
                    let file = FileName::of(&wrong.path);
                    told(&mut out, &Line::Failed { file }).map_err(failed)?;
                    exit = exit.max(Trouble::at(&wrong.path, &error).report());
                }
            }
        }
    }
    out.flush().map_err(failed)?;
    Ok(exit)
}

/// Tells `line` at once.
fn told(out: &mut io::BufWriter<Output>, line: &Line<'_>) -> io::Result<()> {
    write_line(out, line)?;
    out.flush()
}

/// The name that what is wrong gets, if it is known and free; else says why not. `taken` are those that others get.
fn free<'w>(wrong: &'w Wrong, taken: &mut HashMap<PathBuf, &'w Path>) -> Option<&'w str> {
    let left = |why: &str| {
        let name = shown::path(&wrong.path);
        terminal::write_error(&format!("utf: {name}: left alone: {why}\n"));
        None
    };
    let name = match &wrong.becomes {
        Ok(name) => name,
        Err(why) => return left(&format!("{}; {}", wrong.fault.words(), shown::line(why))),
    };
    let new = renamed(&wrong.path, name);
    if let Some(other) = taken.get(&new) {
        let (name, other) = (shown::line(name), shown::path(other));
        return left(&format!("{name} is what {other} becomes"));
    }
    if new.symlink_metadata().is_ok() && !is_same(&wrong.path, &new) {
        return left(&format!("there is a {} already", shown::line(name)));
    }
    taken.insert(new, &wrong.path);
    Some(name)
}

/// Gives what is at `old` the path `new`, if that is free.
pub(super) fn put(old: &Path, new: &Path) -> io::Result<()> {
    match exclusively(old, new) {
        // A file system that does not tell the names apart: it must forget the old one first.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_same(old, new) => {
            let mut between = new.as_os_str().to_owned();
            between.push(".utf-renamed");
            let between = PathBuf::from(between);
            exclusively(old, &between)?;
            exclusively(&between, new).map_err(|error| match exclusively(&between, old) {
                Ok(()) => error,
                Err(_) => io::Error::other(format!("{error}; it is {} now", shown::path(&between))),
            })
        }
        done => done,
    }
}

fn exclusively(old: &Path, new: &Path) -> io::Result<()> {
    match rustix::fs::renameat_with(CWD, old, CWD, new, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) if old.is_dir() && !old.is_symlink() => {
            Err(io::Error::other("This file system cannot rename a folder without risk"))
        }
        // A second name is never one that is there, either.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            rustix::fs::linkat(CWD, old, CWD, new, AtFlags::empty())?;
            Ok(rustix::fs::unlink(old)?)
        }
        done => Ok(done?),
    }
}

/// Whether both paths lead to one file.
fn is_same(old: &Path, new: &Path) -> bool {
    let found = |path: &Path| path.symlink_metadata().ok().map(|found| (found.dev(), found.ino()));
    found(old).is_some() && found(old) == found(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a"), "a").unwrap();
        std::fs::write(at("b"), "b").unwrap();
        assert_eq!(put(&at("a"), &at("b")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        // Two names of one file.
        std::fs::hard_link(at("a"), at("c")).unwrap();
        assert_eq!(put(&at("a"), &at("c")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(at("a")).unwrap(), b"a");
        put(&at("a"), &at("d")).unwrap();
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["b", "c", "d"]);
    }
}
