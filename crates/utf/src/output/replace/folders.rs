//! The directories of the files to replace, each opened once.
//!
//! A walk that changes files is anchored: the directory where it began stays open, each directory
//! below is opened relative to its parent, and no link is followed. So the walk stays in its tree
//! even if directories are replaced. A directory is synced once, after its files.

use std::{
    collections::HashMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rustix::io::Errno;

use super::leftovers;
use crate::{
    files::{
        folder::{Folder, Root},
        paths::parent,
    },
    process::open_limit,
};

/// Where a file is that is to be replaced.
pub struct Place {
    pub folder: Folder,
    /// Its name there.
    pub name: OsString,
    /// Its path.
    pub path: PathBuf,
}

/// How a file was come by.
#[derive(Clone, Copy)]
pub enum Reached<'a> {
    /// By its name: a link is followed, but not out of the folder that it is in.
    Named,
    /// On a walk that follows links.
    Followed,
    /// On a walk that does not.
    Walked(&'a Arc<Root>),
}

impl<'a> Reached<'a> {
    /// By a walk that began at `root`, if it does not follow links, or else by name.
    pub fn of(walked: bool, root: Option<&'a Arc<Root>>) -> Self {
        match root {
            Some(root) => Reached::Walked(root),
            None if walked => Reached::Followed,
            None => Reached::Named,
        }
    }
}

/// What the link at `path` leads to. Words say why it is to be left alone.
fn target(path: &Path, anywhere: bool) -> io::Result<Result<PathBuf, String>> {
    // Such as `/dev/stdin`, which may lead to a pipe without a name.
    if path.metadata().is_ok_and(|facts| !facts.is_file() && !facts.is_dir()) {
        return Ok(Err("not a regular file".to_owned()));
    }
    let target = path.canonicalize()?;
    let folder = parent(path).canonicalize()?;
    Ok(match anywhere || target.starts_with(folder) {
        true => Ok(target),
        false => {
            let target = crate::process::names::path(&target);
            Err(format!("a link out of its folder: name {target} if you mean that"))
        }
    })
}

/// Folders that are opened once for all of their files, and cleared of what dead processes left.
pub struct Folders {
    held: Mutex<OpenFolders>,
    clear: bool,
}

impl Folders {
    /// Folders that are cleared, or not.
    pub fn new(clear: bool) -> Self {
        Self { held: Mutex::new(OpenFolders::new(open_limit::folders())), clear }
    }

    /// Where the file at `path` is, if it is to be replaced; else words say why it is to be left
    /// alone.
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
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
        let folder = self.open(parent(&path), root, is_link)?;
        Ok(Ok(Place { folder, name, path }))
    }

    /// The folder of what is at `path`; no links are followed below `root`, if there is one.
    pub fn of(&self, path: &Path, root: Option<&Arc<Root>>) -> io::Result<Folder> {
        self.open(parent(path), root, false)
    }

    /// The folder at `path`; none of its links are followed if it is to be reached from `root`, or
    /// `exactly`.
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

/// Folders that are held open, by their paths: on a walk, the last ones and those above them.
struct OpenFolders {
    folders: HashMap<PathBuf, OpenFolder>,
    /// How many there are at most.
    most: usize,
    /// How often one was asked for.
    asked: u64,
}

/// A folder that is held open.
struct OpenFolder {
    /// What it was reached from.
    root: Option<Arc<Root>>,
    folder: Folder,
    cleared: bool,
    /// When it was asked for last.
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

    /// The folder at `path`; `exactly` there, so that no link is followed.
    fn open(&mut self, path: &Path, exactly: bool) -> io::Result<Folder> {
        if let Some(folder) = self.find(path, None) {
            return Ok(folder);
        }
        let folder = if exactly { Folder::exactly(path)? } else { Folder::open(path)? };
        self.hold(path, None, &folder);
        Ok(folder)
    }

    /// The folder at `path`, reached from `root` by no link: from the nearest above it that is
    /// held, folder by folder.
    ///
    /// One walk goes down and up again, so each is opened about once on the way down, and again
    /// where more are above each other than may be held: then so many at once that the next ones up
    /// are held, too.
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
                _ => return Err(Errno::INVAL.into()),
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
            folder = folder.within(path.file_name().ok_or(Errno::INVAL)?)?;
            self.hold(path, Some(root), &folder);
        }
        Ok(folder)
    }

    /// The folder at `path`, if it is held and was reached from `root`.
    fn find(&mut self, path: &Path, root: Option<&Arc<Root>>) -> Option<Folder> {
        self.asked += 1;
        let known = self.folders.get_mut(path).filter(|known| known.is_from(root))?;
        known.asked = self.asked;
        Some(known.folder.clone())
    }

    /// Holds `folder`, and no more the one that was not asked for for the longest time.
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
    use std::{ffi::OsStr, fs, os::unix::fs::symlink};

    use super::*;

    /// A tree, of which the folder `sub` became a link out of it behind the back of a walk.
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
            place.map(|place| place.unwrap().folder.find(OsStr::new("f")).unwrap().unwrap().st_ino)
        };
        let number = |path| rustix::fs::stat(at(path)).unwrap().st_ino;
        assert_eq!(place("t/sub/deep/f").unwrap(), number("t/sub/deep/f"));
        fs::rename(at("t/sub"), at("t2")).unwrap();
        for link in ["../outside", "../t2", "real"] {
            symlink(link, at("t/sub")).unwrap();
            let words = place("t/sub/f").unwrap_err().to_string();
            assert_eq!(words, "Changed meanwhile by somebody else: sub is no folder now");
            assert!(place("t/sub/deep/f").is_err());
            fs::remove_file(at("t/sub")).unwrap();
        }
        // The tree itself is the one that the walk began in.
        let real = number("t/real/f");
        fs::rename(at("t"), at("t3")).unwrap();
        symlink("outside", at("t")).unwrap();
        assert_eq!(place("t/real/f").unwrap(), real);
        assert!(Folder::exactly(&at("t").canonicalize().unwrap()).is_ok());
        assert!(Folder::exactly(&base.path().canonicalize().unwrap().join("t")).is_err());
    }
}
