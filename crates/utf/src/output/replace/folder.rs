//! Folders in which files are replaced, held open: what is done in one stays in it though it is moved.

use std::{
    collections::VecDeque,
    ffi::OsStr,
    fs::File,
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rustix::{
    fs::{Access, AtFlags, CWD, Mode, OFlags, Stat},
    io::Errno,
};

use super::{strays, unless_unsupported};

/// An open folder.
#[derive(Clone)]
pub struct Folder {
    descriptor: Arc<OwnedFd>,
}

impl Folder {
    /// Opens the folder at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(CWD, path, flags | OFlags::RDONLY, Mode::empty());
        #[cfg(target_os = "linux")]
        let opened = match opened {
            // A folder that may be written and not read; it cannot be synced.
            Err(Errno::ACCESS) => {
                rustix::fs::openat(CWD, path, flags | OFlags::PATH, Mode::empty())
            }
            opened => opened,
        };
        Ok(Self { descriptor: Arc::new(opened?) })
    }

    /// Opens the folder `name` in this one, made if it is not there. A link is none.
    pub fn child(&self, name: &OsStr) -> io::Result<Self> {
        match rustix::fs::mkdirat(&self.descriptor, name, Mode::from(0o777)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let opened = rustix::fs::openat(&self.descriptor, name, flags, Mode::empty())?;
        Ok(Self { descriptor: Arc::new(opened) })
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

    /// An error if the file `name` may not be written.
    pub fn may_write(&self, name: &OsStr) -> rustix::io::Result<()> {
        rustix::fs::accessat(&self.descriptor, name, Access::WRITE_OK, AtFlags::empty())
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

/// The file that `path` leads to, if it is a link: it is followed, but not out of the folder that the link
/// is in, unless it was `walked` to, for links in folders are only met where they are to be followed. Words
/// say why a link is to be left alone.
pub fn target(path: &Path, walked: bool) -> io::Result<Result<Option<PathBuf>, String>> {
    if !path.symlink_metadata().is_ok_and(|facts| facts.is_symlink()) {
        return Ok(Ok(None));
    }
    // Such as `/dev/stdin`, which may lead to a pipe without a name.
    if path.metadata().is_ok_and(|facts| !facts.is_file() && !facts.is_dir()) {
        return Ok(Err("not a regular file".to_owned()));
    }
    let target = path.canonicalize()?;
    let folder = parent(path).canonicalize()?;
    Ok(match walked || target.starts_with(folder) {
        true => Ok(Some(target)),
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
    recent: Mutex<VecDeque<(PathBuf, Folder)>>,
    clear: bool,
}

impl Folders {
    /// How many are held open: on a walk, a folder and those above it.
    const MOST: usize = 64;

    /// Folders that are cleared, or not.
    pub fn new(clear: bool) -> Self {
        Self { recent: Mutex::new(VecDeque::new()), clear }
    }

    /// The folder of the file at `path`.
    pub fn of(&self, path: &Path) -> io::Result<Folder> {
        let path = parent(path);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = recent.iter().position(|(known, _)| known == path) {
            let found = recent.remove(at);
            let folder = found.as_ref().map(|(_, folder)| folder.clone());
            recent.extend(found);
            return folder.ok_or(Errno::NOENT.into());
        }
        let folder = Folder::open(path)?;
        if self.clear {
            strays::clear(&folder);
        }
        if recent.len() == Self::MOST {
            recent.pop_front();
        }
        recent.push_back((path.to_owned(), folder.clone()));
        Ok(folder)
    }
}
