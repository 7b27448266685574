//! Folders in which files are replaced, held open: what is done in one stays in it though it is moved.

use std::{
    collections::VecDeque,
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::fd::{AsFd, OwnedFd},
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rustix::{
    fs::{Access, AtFlags, CWD, FileType, Mode, OFlags, RenameFlags, Stat},
    io::Errno,
};

use super::{keep, strays, unless_unsupported};

/// An open folder.
#[derive(Clone)]
pub struct Folder {
    descriptor: Arc<OwnedFd>,
}

impl Folder {
    /// Opens the folder at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::open_at(CWD, path, OFlags::empty())?)
    }

    fn open_at(folder: impl AsFd, path: &Path, flags: OFlags) -> rustix::io::Result<Self> {
        let flags = flags | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&folder, path, flags | OFlags::RDONLY, Mode::empty());
        #[cfg(target_os = "linux")]
        let opened = match opened {
            // A folder that may be written and not read; it cannot be synced.
            Err(Errno::ACCESS) => {
                rustix::fs::openat(&folder, path, flags | OFlags::PATH, Mode::empty())
            }
            opened => opened,
        };
        Ok(Self { descriptor: Arc::new(opened?) })
    }

    /// Opens the folder `name` in this one, which was one when it was found. A link is none.
    fn within(&self, name: &OsStr) -> io::Result<Self> {
        match Self::open_at(&self.descriptor, name.as_ref(), OFlags::NOFOLLOW) {
            Err(Errno::NOTDIR | Errno::LOOP) => {
                let name = crate::shown::path(name.as_ref());
                let words = format!("Changed meanwhile by somebody else: {name} is no folder now");
                Err(io::Error::other(words))
            }
            opened => Ok(opened?),
        }
    }

    /// Opens the folder at `path`, which is absolute and without links: none is followed.
    fn exactly(path: &Path) -> io::Result<Self> {
        let names = path.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        let top = Self::open(Path::new("/"))?;
        names.into_iter().try_fold(top, |folder, name| folder.within(name))
    }

    /// Opens the folder `name` in this one, made if it is not there. A link is none.
    pub fn child(&self, name: &OsStr) -> io::Result<Self> {
        match rustix::fs::mkdirat(&self.descriptor, name, Mode::from(0o777)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        match Self::open_at(&self.descriptor, name.as_ref(), OFlags::NOFOLLOW) {
            Err(Errno::NOTDIR | Errno::LOOP) => {
                let is_link = self.find(name)?.is_some_and(|found| {
                    FileType::from_raw_mode(found.st_mode) == FileType::Symlink
                });
                let what = if is_link { "a link, which is not followed" } else { "no folder" };
                let words = format!("{} is {what}", crate::shown::path(name.as_ref()));
                Err(io::Error::other(words))
            }
            opened => Ok(opened?),
        }
    }

    /// What has the name `name`, if there is anything.
    pub fn find(&self, name: &OsStr) -> rustix::io::Result<Option<Stat>> {
        match rustix::fs::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => Ok(Some(found)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens the file `name` to be read. A link is not followed, a pipe is not waited for.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        let flags =
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.descriptor, name, flags, Mode::empty())?.into())
    }

    /// Gives what has the name `old` the name `new`, if that is free.
    pub fn rename(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        let folder = &self.descriptor;
        match rustix::fs::renameat_with(folder, old, folder, new, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                let kind = self.find(old)?.map(|found| FileType::from_raw_mode(found.st_mode));
                if kind == Some(FileType::Directory) {
                    let words = "This file system cannot rename a folder without risk";
                    return Err(io::Error::other(words));
                }
                // A second name is never one that is there, either.
                rustix::fs::linkat(folder, old, folder, new, AtFlags::empty())?;
                Ok(rustix::fs::unlinkat(folder, old, AtFlags::empty())?)
            }
            done => Ok(done?),
        }
    }

    /// Whether both names are one file's.
    pub fn is_one(&self, one: &OsStr, other: &OsStr) -> io::Result<bool> {
        let identity = |name| Ok::<_, Errno>(self.find(name)?.as_ref().map(keep::identity));
        Ok(identity(one)? == identity(other)?)
    }

    /// An error if the file `name` may not be written.
    pub fn may_write(&self, name: &OsStr) -> rustix::io::Result<()> {
        rustix::fs::accessat(&self.descriptor, name, Access::WRITE_OK, AtFlags::empty())
    }

    /// An error if no file may be made in it that takes the name of `old`, which is in it.
    pub(super) fn may_replace(&self, old: &Stat) -> rustix::io::Result<()> {
        let needed = Access::WRITE_OK | Access::EXEC_OK;
        rustix::fs::accessat(&self.descriptor, ".", needed, AtFlags::empty())?;
        let folder = rustix::fs::fstat(&self.descriptor)?;
        let user = rustix::process::geteuid();
        let is_ours = [old.st_uid, folder.st_uid].contains(&user.as_raw()) || user.is_root();
        match Mode::from_raw_mode(folder.st_mode).contains(Mode::SVTX) && !is_ours {
            true => Err(Errno::PERM),
            false => Ok(()),
        }
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(unless_unsupported(rustix::fs::fsync(&self.descriptor))?)
    }

    /// Whether both are one, opened once.
    pub fn is(&self, other: &Folder) -> bool {
        Arc::ptr_eq(&self.descriptor, &other.descriptor)
    }

    pub(super) fn descriptor(&self) -> Arc<OwnedFd> {
        Arc::clone(&self.descriptor)
    }
}

/// The folder of the last file that was changed, which is not synced yet: one after the other, not each
/// time.
#[derive(Default)]
pub struct Unsynced(Option<Folder>);

impl Unsynced {
    /// A name has changed in `folder`: another one that is left is synced.
    pub fn changed(&mut self, folder: Folder) -> io::Result<()> {
        let left = self.0.take().filter(|left| !left.is(&folder));
        self.0 = Some(folder);
        left.map_or(Ok(()), |left| left.sync())
    }

    /// Syncs what is left.
    pub fn finish(&mut self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), |left| left.sync())
    }
}

/// A folder that a walk begins with, open since then: what is found in it is reached from here, folder by
/// folder and by no link, whatever has its path meanwhile.
pub struct Root {
    path: PathBuf,
    folder: io::Result<Folder>,
}

impl Root {
    /// Opens the folder at `path`, as the user names it: there, links are followed.
    pub fn open(path: &Path) -> Self {
        Self { path: path.to_owned(), folder: Folder::open(path) }
    }

    fn folder(&self) -> io::Result<Folder> {
        self.folder.as_ref().map(Clone::clone).map_err(|error| error.kind().into())
    }
}

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
            let target = crate::shown::path(&target);
            Err(format!("a link out of its folder: name {target} if you mean that"))
        }
    })
}

/// The folder of the file at `path`.
pub fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Folders that are opened once for all of their files, and cleared of what dead processes left.
pub struct Folders {
    recent: Mutex<VecDeque<Known>>,
    clear: bool,
}

/// A folder that is held open.
struct Known {
    /// What it was reached from.
    root: Option<Arc<Root>>,
    path: PathBuf,
    folder: Folder,
    cleared: bool,
}

impl Known {
    fn is(&self, path: &Path, root: Option<&Arc<Root>>) -> bool {
        self.path == path && self.root.as_ref().map(Arc::as_ptr) == root.map(Arc::as_ptr)
    }
}

impl Folders {
    /// How many are held open: on a walk, a folder and those above it.
    const MOST: usize = 64;

    /// Folders that are cleared, or not.
    pub fn new(clear: bool) -> Self {
        Self { recent: Mutex::new(VecDeque::new()), clear }
    }

    /// Where the file at `path` is, if it is to be replaced; else words say why it is to be left alone.
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

    /// The folder at `path`; none of its links are followed if it is to be reached from `root`, or `exactly`.
    fn open(&self, path: &Path, root: Option<&Arc<Root>>, exactly: bool) -> io::Result<Folder> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = reach(&mut recent, path, root, exactly)?;
        let known = recent.back_mut().filter(|known| self.clear && !known.cleared);
        if let Some(known) = known {
            known.cleared = true;
            strays::clear(&folder);
        }
        Ok(folder)
    }
}

/// The folder at `path`, which is the last of `recent` then.
fn reach(
    recent: &mut VecDeque<Known>,
    path: &Path,
    root: Option<&Arc<Root>>,
    exactly: bool,
) -> io::Result<Folder> {
    if let Some(at) = recent.iter().position(|known| known.is(path, root)) {
        let found = recent.remove(at);
        let folder = found.as_ref().map(|known| known.folder.clone());
        recent.extend(found);
        return folder.ok_or(Errno::NOENT.into());
    }
    let folder = match root {
        None if exactly => Folder::exactly(path)?,
        None => Folder::open(path)?,
        Some(root) if root.path == path => root.folder()?,
        Some(_) => {
            let (above, name) = path.parent().zip(path.file_name()).ok_or(Errno::INVAL)?;
            reach(recent, above, root, exactly)?.within(name)?
        }
    };
    if recent.len() == Folders::MOST {
        recent.pop_front();
    }
    let (root, path) = (root.cloned(), path.to_owned());
    recent.push_back(Known { root, path, folder: folder.clone(), cleared: false });
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

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
