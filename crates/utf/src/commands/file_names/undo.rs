//! Restores the old names of renamed files.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fmt,
    io::{self, BufRead, Write},
    path::{Component, Path, PathBuf},
};

use super::{name::renamed, rename::put, report::JsonLine};
use crate::{
    commands::repair::failure::Failure,
    files::{folder::Folder, paths},
    process::{exit::Exit, names, problem::Problem, terminal},
    report::{self, json::FileName},
    system::{
        Kind,
        facts::Facts,
        names::{from_bytes, why_impossible},
        not_found,
    },
};

/// The results for the changes of a list.
#[derive(Default)]
pub struct Undone {
    /// Whether nothing was renamed, only listed.
    is_preview: bool,
    /// The number of names that were restored or, in a preview, can be.
    pub restored: u64,
    /// The number of names that were already as before.
    same: u64,
    /// The number of names that stay because another file has the old name.
    left: u64,
    failed: u64,
}

impl Undone {
    pub fn exit(&self) -> Exit {
        match self {
            Undone { failed: 1.., .. } => Exit::Failure,
            Undone { left: 1.., .. } => Exit::Found,
            _ => Exit::Well,
        }
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stay = self.left + self.failed;
        if self.restored + stay == 0 && self.same > 0 {
            return f.write_str("already undone");
        }
        let words = if self.is_preview { "would be restored" } else { "restored" };
        write!(f, "{} {words}", names::counted(self.restored, "name"))?;
        let rest = [(self.same, "already undone"), (stay, "not restored")];
        for (count, words) in rest.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, ", {count} {words}")?;
        }
        Ok(())
    }
}

/// Undoes the changes of the list at `path`, whose text is `list`, the last change first. Names that
/// cannot be restored are reported and stay, as in `rename`. Unless that is `meant`, the changes are
/// only checked and listed.
pub fn undo(path: &Path, list: &[u8], meant: bool) -> Result<Undone, Failure> {
    let changes = read(path, list)?;
    let mut undone = Undone { is_preview: !meant, ..Undone::default() };
    let mut tree = Tree { meant, ..Tree::default() };
    let mut listed = Vec::new();
    for (path, name) in changes.iter().rev() {
        let old = tree.place(path);
        let now = renamed(&old, name);
        let shown = names::path(Path::new(old.file_name().unwrap_or_default()));
        match tree.restore(&now, &old) {
            Ok(Done::Restored) => {
                undone.restored += 1;
                listed.extend(format!("{} -> {shown}\n", names::path(&now)).into_bytes());
                continue;
            }
            Ok(Done::Same) => {
                undone.same += 1;
                continue;
            }
            Ok(Done::Taken) => {
                let name = names::path(&now);
                terminal::write_error(&format!(
                    "utf: {name}: left unchanged: {shown} already exists\n"
                ));
                undone.left += 1;
            }
            Err(problem) => {
                problem.report();
                undone.failed += 1;
            }
        }
        tree.keep(path, name, &now);
    }
    if meant {
        return Ok(undone);
    }
    let printed = terminal::output().and_then(|mut out| {
        out.write_all(&listed)?;
        out.flush()
    });
    printed.map_err(|error| Failure::Report(error, undone.exit()))?;
    Ok(undone)
}

/// Returns `true` if the list at `path`, whose text is `list`, has a file whose new name is `name`.
pub fn has_new_name(path: &Path, list: &[u8], name: &OsStr) -> bool {
    read(path, list).is_ok_and(|changes| changes.iter().any(|(_, new)| OsStr::new(new) == name))
}

/// The result for a change.
enum Done {
    Restored,
    /// The file already has its old name.
    Same,
    /// Another file has the old name.
    Taken,
}

/// The renamed files. Names are restored in it or, if that is not meant, on paper.
#[derive(Default)]
struct Tree {
    meant: bool,
    /// The directories that keep their new names, the last change first: the listed path, and the
    /// path after the change.
    kept: Vec<(PathBuf, PathBuf)>,
    /// The entries that are restored on paper: where each is on the disk, or `None` if the path is
    /// free. The keys are paths of the disk, too, with the restored name at the end.
    moved: HashMap<PathBuf, Option<PathBuf>>,
}

impl Tree {
    /// Returns the old path of a file, whose listed path is `path`, below the directories that keep
    /// their new names.
    fn place(&self, path: &Path) -> PathBuf {
        let mut place = path.to_owned();
        // The first change is the one that the path met first.
        for (listed, now) in self.kept.iter().rev() {
            if let Ok(rest) = plain(&place).strip_prefix(listed)
                && rest.file_name().is_some()
            {
                place = now.join(rest);
            }
        }
        place
    }

    /// Records that the file at `now` keeps its new `name`. Its listed path is `path`.
    fn keep(&mut self, path: &Path, name: &str, now: &Path) {
        let found = self.find(now).ok().flatten();
        if found.is_some_and(|(_, facts)| facts.kind() == Kind::Folder) {
            let listed = plain(path);
            let now = renamed(&listed, name);
            self.kept.push((listed, now));
        }
    }

    /// Renames the file at `now` to its path `old`, unless that is taken.
    fn restore(&mut self, now: &Path, old: &Path) -> Result<Done, Problem> {
        let problem = |error: io::Error| Problem::at(now, &error);
        let source = self.find(now).map_err(problem)?;
        let target = self.find(old).map_err(problem)?;
        let there = match (source, target) {
            (None, Some(_)) => return Ok(Done::Same),
            (None, None) => return Err(problem(not_found())),
            // A file system may treat both names as equal.
            (Some((_, one)), Some((_, other))) if !one.is_one(&other) => return Ok(Done::Taken),
            (Some((there, _)), _) => there,
        };
        let [now_name, old_name] = [now, old].map(|path| path.file_name().unwrap_or_default());
        let folder = paths::parent(now);
        if self.meant {
            let put = Folder::open(folder).and_then(|folder| put(&folder, now_name, old_name));
            put.map_err(problem)?;
        } else if let Some(folder) = self.on_disk(PathBuf::new(), folder, 0) {
            self.moved.insert(folder.join(now_name), None);
            self.moved.insert(folder.join(old_name), Some(there));
        }
        Ok(Done::Restored)
    }

    /// Returns where the entry at `path` is on the disk, and its metadata, if it exists.
    fn find(&self, path: &Path) -> io::Result<Option<(PathBuf, Facts)>> {
        let there = if self.meant {
            path.to_owned()
        } else {
            let Some(folder) = self.on_disk(PathBuf::new(), paths::parent(path), 0) else {
                return Ok(None);
            };
            let there = folder.join(path.file_name().unwrap_or_default());
            match self.moved.get(&there) {
                Some(None) => return Ok(None),
                Some(Some(moved)) => moved.clone(),
                None => there,
            }
        };
        match Facts::at_link(&there) {
            Ok(facts) => Ok(Some((there, facts))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns where the directory `path` in `start` is on the disk, if it exists. Links may lead
    /// to names that are restored only on paper, so they are followed here, after `links` others.
    fn on_disk(&self, start: PathBuf, path: &Path, links: u32) -> Option<PathBuf> {
        const MAX_LINKS: u32 = 40;
        let mut at = start;
        for part in path.components() {
            match part {
                Component::CurDir => continue,
                Component::ParentDir if at.file_name().is_some() => {
                    at.pop();
                    continue;
                }
                part => at.push(part),
            }
            if let Some(moved) = self.moved.get(&at) {
                at = moved.clone()?;
            }
            if let Ok(target) = at.read_link() {
                if links == MAX_LINKS {
                    return None;
                }
                at.pop();
                at = self.on_disk(at, &target, links + 1)?;
            }
        }
        Some(at)
    }
}

/// Returns `path` without `.`, so that equal paths can be recognized.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
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
