//! Open directories in which files are replaced.
//!
//! Work in an open directory stays in it, even if the directory is moved.

use std::{
    ffi::OsStr,
    fs::File,
    io,
    os::fd::{AsFd, OwnedFd},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use rustix::{
    fs::{Access, AtFlags, CWD, FileType, Mode, OFlags, RenameFlags, Stat},
    io::Errno,
};

/// The mode bits of a directory that grant access to it and to the files of others in it. The
/// set-group-ID bit is not among them: the creator of a directory decides about it, and new
/// directories do not copy it.
const ACCESS: Mode = Mode::RWXU.union(Mode::RWXG).union(Mode::RWXO).union(Mode::SVTX);

/// Returns the access bits of the directory with this `stat`.
pub fn access(stat: &Stat) -> Mode {
    Mode::from_raw_mode(stat.st_mode) & ACCESS
}

/// An open directory.
#[derive(Clone)]
pub struct Folder {
    descriptor: Arc<OwnedFd>,
}

impl Folder {
    /// Opens the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::open_at(CWD, path, OFlags::empty())?)
    }

    fn open_at(folder: impl AsFd, path: &Path, flags: OFlags) -> rustix::io::Result<Self> {
        let flags = flags | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&folder, path, flags | OFlags::RDONLY, Mode::empty());
        #[cfg(target_os = "linux")]
        let opened = match opened {
            // A directory without read permission can still be used, but not synced.
            Err(Errno::ACCESS) => {
                rustix::fs::openat(&folder, path, flags | OFlags::PATH, Mode::empty())
            }
            opened => opened,
        };
        Ok(Self { descriptor: Arc::new(opened?) })
    }

    /// Opens the directory `name` in this one. It was a directory when it was found; if it is a
    /// link now, that is an error.
    pub fn within(&self, name: &OsStr) -> io::Result<Self> {
        match Self::open_at(&self.descriptor, name.as_ref(), OFlags::NOFOLLOW) {
            Err(Errno::NOTDIR | Errno::LOOP) => {
                let name = crate::process::names::path(name.as_ref());
                let words =
                    format!("Changed by another program meanwhile: {name} is not a directory now");
                Err(io::Error::other(words))
            }
            opened => Ok(opened?),
        }
    }

    /// Opens the directory at `path`, which is absolute and has no links. Links are not followed.
    pub fn exactly(path: &Path) -> io::Result<Self> {
        let names = path.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        let top = Self::open(Path::new("/"))?;
        names.into_iter().try_fold(top, |folder, name| folder.within(name))
    }

    /// Opens the directory `name` in this one, and creates it if it is missing. A link is an error.
    ///
    /// A new directory gets the mode that `mode` returns and all permissions of its owner, which
    /// are needed to write in it. The umask of the process clears bits of both.
    pub fn child(&self, name: &OsStr, mode: impl FnOnce() -> Mode) -> io::Result<Self> {
        let open = || Self::open_at(&self.descriptor, name.as_ref(), OFlags::NOFOLLOW);
        let mut opened = open();
        if matches!(opened, Err(Errno::NOENT)) {
            match rustix::fs::mkdirat(&self.descriptor, name, mode() | Mode::RWXU) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            opened = open();
        }
        match opened {
            Err(Errno::NOTDIR | Errno::LOOP) => {
                let is_link = self.find(name)?.is_some_and(|found| {
                    FileType::from_raw_mode(found.st_mode) == FileType::Symlink
                });
                let what = if is_link { "a link, which is not followed" } else { "no folder" };
                let words = format!("{} is {what}", crate::process::names::path(name.as_ref()));
                Err(io::Error::other(words))
            }
            opened => Ok(opened?),
        }
    }

    /// Returns the access bits.
    pub fn mode(&self) -> io::Result<Mode> {
        Ok(access(&rustix::fs::fstat(&self.descriptor)?))
    }

    /// Returns the metadata of `name`, if it exists.
    pub fn find(&self, name: &OsStr) -> rustix::io::Result<Option<Stat>> {
        match rustix::fs::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => Ok(Some(found)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens the file `name` for reading. It does not follow a link or wait for a pipe.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        let flags =
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.descriptor, name, flags, Mode::empty())?.into())
    }

    /// Opens the file `name`, which was found as `stat`, without access to its content. This needs
    /// no permission.
    #[cfg(target_os = "linux")]
    pub fn locate(&self, name: &OsStr, stat: &Stat) -> Option<OwnedFd> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.descriptor, name, flags, Mode::empty()).ok()?;
        let found = rustix::fs::fstat(&file).ok()?;
        (identity(&found) == identity(stat)).then_some(file)
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn locate(&self, _name: &OsStr, _stat: &Stat) -> Option<OwnedFd> {
        None
    }

    /// Renames `old` to `new`, unless `new` is taken.
    pub fn rename(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        let folder = &self.descriptor;
        match rustix::fs::renameat_with(folder, old, folder, new, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                let kind = self.find(old)?.map(|found| FileType::from_raw_mode(found.st_mode));
                if kind == Some(FileType::Directory) {
                    let words = "This file system cannot rename a directory safely";
                    return Err(io::Error::other(words));
                }
                // A hard link does not replace an existing name either.
                rustix::fs::linkat(folder, old, folder, new, AtFlags::empty())?;
                Ok(rustix::fs::unlinkat(folder, old, AtFlags::empty())?)
            }
            done => Ok(done?),
        }
    }

    /// Returns `true` if both names refer to the same file.
    pub fn is_one(&self, one: &OsStr, other: &OsStr) -> io::Result<bool> {
        let identity = |name| Ok::<_, Errno>(self.find(name)?.as_ref().map(identity));
        Ok(identity(one)? == identity(other)?)
    }

    /// Returns an error if the process may not write the file `name`.
    pub fn may_write(&self, name: &OsStr) -> rustix::io::Result<()> {
        rustix::fs::accessat(&self.descriptor, name, Access::WRITE_OK, AtFlags::empty())
    }

    /// Returns an error if no file may be created here that replaces `old`, a file of this
    /// directory.
    pub fn may_replace(&self, old: &Stat) -> rustix::io::Result<()> {
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

    /// Returns an error if a new file could neither be removed nor renamed.
    #[cfg(target_os = "linux")]
    pub fn may_take_away(&self) -> io::Result<()> {
        use rustix::fs::{StatxAttributes, StatxFlags, statx};
        let found = statx(&self.descriptor, "", AtFlags::EMPTY_PATH, StatxFlags::empty());
        match found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::APPEND)) {
            true => Err(io::Error::other(
                "Its directory is append-only (use `chattr -a` to change that)",
            )),
            false => Ok(()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn may_take_away(&self) -> io::Result<()> {
        Ok(())
    }

    /// Waits until the names in the directory are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(unless_unsupported(rustix::fs::fsync(&self.descriptor))?)
    }

    /// Returns `true` if both share one descriptor.
    pub fn is(&self, other: &Folder) -> bool {
        Arc::ptr_eq(&self.descriptor, &other.descriptor)
    }

    /// Returns the device and the inode number.
    pub fn identity(&self) -> rustix::io::Result<(u64, u64)> {
        Ok(identity(&rustix::fs::fstat(&self.descriptor)?))
    }

    pub fn descriptor(&self) -> Arc<OwnedFd> {
        Arc::clone(&self.descriptor)
    }
}

/// The directory of the last changed file, which is not synced yet. It is synced when the run moves
/// on to another directory, not after each file.
#[derive(Default)]
pub struct UnsyncedFolders(Option<Folder>);

impl UnsyncedFolders {
    /// Records a changed name in `folder`, and syncs the previous directory if it is another one.
    pub fn changed(&mut self, folder: Folder) -> io::Result<()> {
        let left = self.0.take().filter(|left| !left.is(&folder));
        self.0 = Some(folder);
        left.map_or(Ok(()), |left| left.sync())
    }

    /// Syncs the last directory.
    pub fn finish(&mut self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), |left| left.sync())
    }
}

/// The start of a walk, opened when the walk began. Files that it finds are reached from here, one
/// directory at a time and without links, even if their paths lead elsewhere by now.
pub struct Root {
    path: PathBuf,
    folder: io::Result<Folder>,
}

impl Root {
    /// Opens the directory at `path`, as the user names it. Links in that path are followed.
    pub fn open(path: &Path) -> Self {
        Self { path: path.to_owned(), folder: Folder::open(path) }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn folder(&self) -> io::Result<Folder> {
        self.folder.as_ref().map(Clone::clone).map_err(|error| error.kind().into())
    }
}

/// Ignores an error that means that the file system does not support the operation.
pub fn unless_unsupported(result: rustix::io::Result<()>) -> rustix::io::Result<()> {
    match result {
        Err(Errno::INVAL | Errno::NOTSUP | Errno::ROFS | Errno::BADF) => Ok(()),
        result => result,
    }
}

/// Returns the device and the inode number of a file.
#[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "not on all systems")]
pub fn identity(stat: &Stat) -> (u64, u64) {
    (stat.st_dev as u64, stat.st_ino as u64)
}
