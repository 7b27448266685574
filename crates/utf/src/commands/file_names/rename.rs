//! Renames files to their correct names, or lists the changes.

use std::{
    collections::HashMap,
    ffi::OsStr,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use super::{
    found::Found,
    name::{Wanted, Wrong, renamed},
    report::JsonLine,
};
use crate::{
    files::folder::Folder,
    input::walk::args::Entry,
    output::replace::folders::Folders,
    process::{
        exit::Exit,
        json_line::write_line_as,
        names,
        problem::Problem,
        terminal::{self, Output},
    },
    report::json::FileName,
    system::{facts::Facts, names::SHELL_DECODES},
};
use utfkit_text::unicode::printable;

/// Renames the entries `found`, as `wanted`. The content of a directory comes before the directory.
/// The list of changes that it prints is the input of `undo`. Unless the changes are `meant`, they
/// are only listed.
pub(super) fn rename(found: Found, wanted: &Wanted, meant: bool) -> Result<Exit, Problem> {
    let Found { entries, mut exit } = found;
    let changes = entries
        .into_iter()
        // A walk finds a directory before its content.
        .rev()
        .filter_map(|Entry { path, root, .. }| Some((wanted.look(path)?, root)));
    let failed = |error: io::Error| Problem::with("standard output", &error);
    let mut list = List { out: terminal::output().map_err(failed)?, unread: false };
    let (mut new_names, folders) = (HashMap::new(), Folders::new(false));
    // Each start of a walk is closed after its content, because Windows renames no open directory.
    for (wrong, root) in changes {
        let Some(name) = free(&wrong, &mut new_names) else {
            exit = exit.max(Exit::Found);
            continue;
        };
        if !meant {
            exit = exit.max(Exit::Found);
            let (old, name) = (names::path(&wrong.path), printable::line(name));
            if let Err(error) = writeln!(list.out, "{old} -> {name}") {
                return Ok(terminal::report_failed(&error, exit));
            }
            continue;
        }
        // A change is listed before it is made, so it can be undone even after a crash.
        let file = FileName::of(&wrong.path);
        list.write(&JsonLine::Rename { file, becomes: name.into() }).map_err(failed)?;
        folders.close(&wrong.path);
        let folder = folders.of(&wrong.path, root.as_ref());
        let old = wrong.path.file_name().unwrap_or_default();
        if let Err(error) = folder.and_then(|folder| put(&folder, old, name.as_ref())) {
            let file = FileName::of(&wrong.path);
            list.write(&JsonLine::Failed { file }).map_err(failed)?;
            exit = exit.max(Problem::at(&wrong.path, &error).report());
        }
    }
    match list.out.flush() {
        Err(error) if !list.unread => Ok(terminal::report_failed(&error, exit)),
        _ => Ok(exit),
    }
}

/// The list of renamed files.
struct List {
    out: BufWriter<Output>,
    /// Whether the reader has closed the list. Files are renamed anyway.
    unread: bool,
}

impl List {
    /// Writes `line` at once, unless the reader has closed the list.
    fn write(&mut self, line: &JsonLine<'_>) -> io::Result<()> {
        if self.unread {
            return Ok(());
        }
        match write_line_as(&mut self.out, line, SHELL_DECODES).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.unread = true;
                terminal::write_error(
                    "utf: the list is no longer read, so it does not undo later changes\n",
                );
                Ok(())
            }
            written => written,
        }
    }
}

/// Returns the new name of a file, if it is known and free; otherwise reports the reason.
/// `new_names` contains the new names of other files.
fn free<'w>(wrong: &'w Wrong, new_names: &mut HashMap<PathBuf, PathBuf>) -> Option<&'w str> {
    let leave = |why: &str| {
        let name = names::path(&wrong.path);
        terminal::write_error(&format!("utf: {name}: left unchanged: {why}\n"));
        None
    };
    let name = match &wrong.becomes {
        Ok(name) => name,
        Err(why) => return leave(&format!("{}; {}", wrong.fault.words(), printable::line(why))),
    };
    let new = renamed(&wrong.path, name);
    let shown = printable::line(name);
    let spelling = wrong.spelling().map_or_else(String::new, |with| format!(", with {with}"));
    if let Some(other) = new_names.get(&new) {
        return leave(&format!("{} gets the name {shown}{spelling}", names::path(other)));
    }
    if new.symlink_metadata().is_ok() && !is_same(&wrong.path, &new) {
        return leave(&format!("{shown} already exists{spelling}"));
    }
    new_names.insert(new, wrong.path.clone());
    Some(name)
}

/// Renames `old` in `folder` to `new`, unless `new` is taken.
pub(super) fn put(folder: &Folder, old: &OsStr, new: &OsStr) -> io::Result<()> {
    match folder.rename(old, new) {
        // The file system treats the two names as equal, so the file gets a third name in between.
        Err(error)
            if error.kind() == io::ErrorKind::AlreadyExists && folder.is_one(old, new)? =>
        {
            let mut between = new.to_owned();
            between.push(".utf-renamed");
            folder.rename(old, &between)?;
            folder.rename(&between, new).map_err(|error| match folder.rename(&between, old) {
                Ok(()) => error,
                Err(_) => {
                    let between = names::path(between.as_ref());
                    io::Error::other(format!("{error}; it is {between} now"))
                }
            })
        }
        done => done,
    }
}

/// Returns `true` if both paths refer to the same file.
fn is_same(old: &Path, new: &Path) -> bool {
    let found = Facts::at_link(old).ok().zip(Facts::at_link(new).ok());
    found.is_some_and(|(old, new)| old.is_one(&new))
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
        let opened = Folder::open(folder.path()).unwrap();
        let put = |old: &str, new: &str| put(&opened, old.as_ref(), new.as_ref());
        assert_eq!(put("a", "b").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        // The file has two names.
        std::fs::hard_link(at("a"), at("c")).unwrap();
        assert_eq!(put("a", "c").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(at("a")).unwrap(), b"a");
        put("a", "d").unwrap();
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["b", "c", "d"]);
    }
}
