//! The directories of the files to replace, each opened once.
//!
//! A walk that changes files is anchored. The directory where it began stays open, each directory
//! below is opened relative to its parent, and no link is followed. So the walk stays in its tree
//! even if directories are replaced. A directory is synced once, after its files.

use std::{
    collections::HashMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::leftovers;
use crate::{
    files::{
        folder::{Folder, Root},
        paths::parent,
    },
    process::open_limit,
    system::{names::why_irreplaceable, no_name},
};

/// The position of a file that is to be replaced.
pub struct Place {
    pub folder: Folder,
    /// The name in that directory.
    pub name: OsString,
    /// The path.
    pub path: PathBuf,
}

/// The way in which a file was reached.
#[derive(Clone, Copy)]
pub enum Reached<'a> {
    /// By its name. A link is followed if it stays in its directory.
    Named,
    /// By a walk that follows links.
    Followed,
    /// By a walk that does not follow links.
    Walked(&'a Arc<Root>),
}

impl<'a> Reached<'a> {
    /// Returns the way for a file with this `root` of its walk, which only walks that do not follow
    /// links have.
    pub fn of(walked: bool, root: Option<&'a Arc<Root>>) -> Self {
        match root {
            Some(root) => Reached::Walked(root),
            None if walked => Reached::Followed,
            None => Reached::Named,
        }
    }
}

/// Returns the target of the link at `path`, or the reason to leave it unchanged.
fn target(path: &Path, anywhere: bool) -> io::Result<Result<PathBuf, String>> {
    // For example `/dev/stdin`, which may lead to a pipe without a name.
    if path.metadata().is_ok_and(|facts| !facts.is_file() && !facts.is_dir()) {
        return Ok(Err("not a regular file".to_owned()));
    }
    let target = path.canonicalize()?;
    let folder = parent(path).canonicalize()?;
    Ok(if anywhere || target.starts_with(folder) {
        Ok(target)
    } else {
        let target = crate::process::names::path(&target);
        Err(format!("a link out of its directory: name {target} to change it"))
    })
}

/// Directories that are opened once for all their files, and cleared of files that killed processes
/// left.
pub struct Folders {
    held: Mutex<OpenFolders>,
    clear: bool,
}

impl Folders {
    /// Creates an empty set of directories, to be cleared or not.
    pub fn new(clear: bool) -> Self {
        Self { held: Mutex::new(OpenFolders::new(open_limit::folders())), clear }
    }

    /// Returns the position of the file at `path`, or the reason to leave it unchanged.
    pub fn place(&self, path: &Path, reached: Reached<'_>) -> io::Result<Result<Place, String>> {
        let (root, follows) = match reached {
            Reached::Walked(root) => (Some(root), false),
            Reached::Named | Reached::Followed => (None, true),
        };
        let is_link = follows && path.symlink_metadata().is_ok_and(|facts| facts.is_symlink());
        let path = match is_link.then(|| target(path, matches!(reached, Reached::Followed))) {
            None => path.to_owned(),
            Some(target) => match target? {
                Ok(target) => target,
                Err(why) => return Ok(Err(why)),
            },
        };
        let name = path.file_name().ok_or_else(no_name)?.to_owned();
        if let Some(why) = why_irreplaceable(&name) {
            return Ok(Err(why.to_owned()));
        }
        let folder = self.open(parent(&path), root, is_link)?;
        Ok(Ok(Place { folder, name, path }))
    }

    /// Returns the directory of `path`. Links below `root` are not followed, if there is a root.
    pub fn of(&self, path: &Path, root: Option<&Arc<Root>>) -> io::Result<Folder> {
        self.open(parent(path), root, false)
    }

    /// Closes the directory at `path` and those below it. Windows renames no directory with an open
    /// one in it.
    pub fn close(&self, path: &Path) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.folders.retain(|folder, _| !folder.starts_with(path));
    }

    /// Opens the directory at `path`. No links are followed if it is reached from `root`, or if it
    /// is opened `exactly`.
    fn open(&self, path: &Path, root: Option<&Arc<Root>>, exactly: bool) -> io::Result<Folder> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match root {
            Some(root) => held.reach(path, root)?,
            None => held.open(path, exactly)?,
        };
        let known = held.folders.get_mut(path).filter(|known| self.clear && !known.cleared);
        if let Some(known) = known {
            known.cleared = true;
            leftovers::clear(&folder);
        }
        Ok(folder)
    }
}

/// Directories that are kept open, by path. During a walk, these are the last ones and those above
/// them.
struct OpenFolders {
    folders: HashMap<PathBuf, OpenFolder>,
    /// The maximum number of directories.
    most: usize,
    /// The number of requests so far.
    asked: u64,
}

/// A directory that is kept open.
struct OpenFolder {
    /// The root that it was reached from.
    root: Option<Arc<Root>>,
    folder: Folder,
    cleared: bool,
    /// The number of its last request.
    asked: u64,
}

impl OpenFolder {
    fn is_from(&self, root: Option<&Arc<Root>>) -> bool {
        self.root.as_ref().map(Arc::as_ptr) == root.map(Arc::as_ptr)
    }
}

impl OpenFolders {
    fn new(most: usize) -> Self {
        Self { folders: HashMap::new(), most, asked: 0 }
    }

    /// Opens the directory at `path`. If `exactly`, no link is followed.
    fn open(&mut self, path: &Path, exactly: bool) -> io::Result<Folder> {
        if let Some(folder) = self.find(path, None) {
            return Ok(folder);
        }
        let folder = if exactly { Folder::exactly(path)? } else { Folder::open(path)? };
        self.hold(path, None, &folder);
        Ok(folder)
    }

    /// Opens the directory at `path` without following links. It starts at the nearest directory
    /// above that is open, or at `root`, and opens one directory at a time.
    ///
    /// Cost: a walk goes down and up again, so each directory is opened about once on the way down.
    /// If the tree is deeper than the maximum, directories are opened again on the way up. They are
    /// opened in a row, so the next ones up are open then, too.
    fn reach(&mut self, path: &Path, root: &Arc<Root>) -> io::Result<Folder> {
        let mut below = Vec::new();
        let mut folder = None;
        let mut above = path;
        while above != root.path() {
            folder = self.find(above, Some(root));
            if folder.is_some() {
                break;
            }
            below.push(above);
            above = match above.parent() {
                Some(up) if !up.as_os_str().is_empty() => up,
                Some(_) if above != Path::new(".") => Path::new("."),
                _ => return Err(no_name()),
            };
        }
        let mut folder = match folder.or_else(|| self.find(above, Some(root))) {
            Some(folder) => folder,
            None => {
                let folder = root.folder()?;
                self.hold(above, Some(root), &folder);
                folder
            }
        };
        for path in below.into_iter().rev() {
            folder = folder.within(path.file_name().ok_or_else(no_name)?)?;
            self.hold(path, Some(root), &folder);
        }
        Ok(folder)
    }

    /// Returns the directory at `path`, if it is open and was reached from `root`.
    fn find(&mut self, path: &Path, root: Option<&Arc<Root>>) -> Option<Folder> {
        self.asked += 1;
        let known = self.folders.get_mut(path).filter(|known| known.is_from(root))?;
        known.asked = self.asked;
        Some(known.folder.clone())
    }

    /// Keeps `folder` open, and closes the least recently requested directory if there are too
    /// many.
    fn hold(&mut self, path: &Path, root: Option<&Arc<Root>>, folder: &Folder) {
        if self.folders.len() >= self.most {
            let oldest = self.folders.iter().min_by_key(|(_, known)| known.asked);
            let oldest = oldest.map(|(path, _)| path.clone());
            oldest.map(|path| self.folders.remove(&path));
        }
        self.asked += 1;
        let (root, folder, asked) = (root.cloned(), folder.clone(), self.asked);
        self.folders.insert(path.to_owned(), OpenFolder { root, folder, cleared: false, asked });
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, fs};

    use super::*;
    use crate::system::testing::{MOVES_OPEN_FOLDERS, symlink};

    /// Checks a tree whose directory `sub` was replaced by a link during a walk.
    #[test]
    fn nothing_out_of_the_tree_is_reached() {
        let base = tempfile::tempdir().unwrap();
        let at = |path: &str| base.path().join(path);
        for path in ["outside", "t/sub/deep", "t/real"] {
            fs::create_dir_all(at(path)).unwrap();
            fs::write(at(path).join("f"), path).unwrap();
        }
        let root = Arc::new(Root::open(&at("t")));
        let place = |path: &str| {
            let folders = Folders::new(true);
            let place = folders.place(&at(path), Reached::Walked(&root));
            place.map(|place| {
                place.unwrap().folder.find(OsStr::new("f")).unwrap().unwrap().identity()
            })
        };
        let number = |path| crate::system::facts::Facts::at(&at(path)).unwrap().identity();
        assert_eq!(place("t/sub/deep/f").unwrap(), number("t/sub/deep/f"));
        fs::rename(at("t/sub"), at("t2")).unwrap();
        for link in ["../outside", "../t2", "real"] {
            if !symlink(Path::new(link), &at("t/sub")).unwrap() {
                eprintln!("skipped: no links");
                return;
            }
            let words = place("t/sub/f").unwrap_err().to_string();
            assert_eq!(words, "Changed by another program meanwhile: sub is not a directory now");
            assert!(place("t/sub/deep/f").is_err());
            fs::remove_file(at("t/sub")).or_else(|_| fs::remove_dir(at("t/sub"))).unwrap();
        }
        if !MOVES_OPEN_FOLDERS {
            return;
        }
        // The root is still the directory in which the walk began.
        let real = number("t/real/f");
        fs::rename(at("t"), at("t3")).unwrap();
        assert!(symlink(Path::new("outside"), &at("t")).unwrap());
        assert_eq!(place("t/real/f").unwrap(), real);
        assert!(Folder::exactly(&at("t").canonicalize().unwrap()).is_ok());
        assert!(Folder::exactly(&base.path().canonicalize().unwrap().join("t")).is_err());
    }
}
