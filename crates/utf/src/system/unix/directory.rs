//! Open directories, and the operations on the files in them.
//!
//! Work in an open directory stays in it, even if the directory is moved.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::ffi::OsStrExt,
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{Access, AtFlags, CWD, Dir, FileType, Mode, OFlags, RenameFlags},
    io::Errno,
};

use super::{
    facts::{Facts, Permissions},
    files::{sync_to_disk, unless_unsupported},
};

/// An open directory.
#[derive(Debug)]
pub struct Directory {
    pub(super) descriptor: OwnedFd,
}

impl Directory {
    /// Opens the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::open_at(CWD, path, OFlags::empty())?)
    }

    /// Opens the top of all directories of `path`, which is absolute.
    pub fn top(_path: &Path) -> io::Result<Self> {
        Self::open(Path::new("/"))
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
        Ok(Self { descriptor: opened? })
    }

    /// Opens the directory `name` in this one. If it is a link or a file, the error is
    /// [`io::ErrorKind::NotADirectory`].
    pub fn within(&self, name: &OsStr) -> io::Result<Self> {
        match Self::open_at(&self.descriptor, name.as_ref(), OFlags::NOFOLLOW) {
            Err(Errno::LOOP) => Err(Errno::NOTDIR.into()),
            opened => Ok(opened?),
        }
    }

    /// Creates the directory `name` in this one, unless it exists. It gets `permissions` and all
    /// permissions of its owner, which are needed to write in it.
    pub fn create(&self, name: &OsStr, permissions: &Permissions) -> io::Result<()> {
        Self::create_in(&self.descriptor, name.as_ref(), permissions)
    }

    /// Creates the directory at `path`, like [`create`](Self::create).
    pub fn create_at(path: &Path, permissions: &Permissions) -> io::Result<()> {
        Self::create_in(CWD, path, permissions)
    }

    fn create_in(folder: impl AsFd, path: &Path, permissions: &Permissions) -> io::Result<()> {
        match rustix::fs::mkdirat(folder, path, permissions.0 | Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the metadata of the directory.
    pub fn facts(&self) -> io::Result<Facts> {
        Ok(Facts { stat: rustix::fs::fstat(&self.descriptor)? })
    }

    /// Returns the path, for messages.
    #[cfg(target_vendor = "apple")]
    pub fn path(&self) -> PathBuf {
        let path = rustix::fs::getpath(&self.descriptor).unwrap_or_default();
        PathBuf::from(OsStr::from_bytes(path.as_bytes()))
    }

    /// Returns the path, for messages.
    #[cfg(not(target_vendor = "apple"))]
    pub fn path(&self) -> PathBuf {
        let descriptor = std::os::fd::AsRawFd::as_raw_fd(&self.descriptor);
        std::fs::read_link(format!("/proc/self/fd/{descriptor}")).unwrap_or_default()
    }

    /// Returns the names of the wanted files among the first `most` files in the directory.
    pub fn names(
        &self,
        most: usize,
        is_wanted: impl Fn(&OsStr) -> bool,
    ) -> io::Result<Vec<OsString>> {
        let entries = Dir::read_from(&self.descriptor)?.take(most).flatten();
        let wanted = |entry: rustix::fs::DirEntry| {
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            is_wanted(name).then(|| name.to_owned())
        };
        Ok(entries.filter_map(wanted).collect())
    }

    /// Returns the metadata of `name`, if it exists. Links are not followed.
    pub fn find(&self, name: &OsStr) -> io::Result<Option<Facts>> {
        match rustix::fs::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Facts { stat })),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the metadata of `name`, like [`find`](Self::find). The times show all writing.
    pub fn find_unwritten(&self, name: &OsStr) -> io::Result<Option<Facts>> {
        self.find(name)
    }

    /// Opens the file `name` for reading. It does not follow a link or wait for a pipe.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        let flags =
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.descriptor, name, flags, Mode::empty())?.into())
    }

    /// Opens the file `name`, which was found with these `facts`, without access to its content.
    /// This needs no permission.
    #[cfg(target_os = "linux")]
    pub(super) fn locate(&self, name: &OsStr, facts: &Facts) -> Option<OwnedFd> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.descriptor, name, flags, Mode::empty()).ok()?;
        let found = Facts { stat: rustix::fs::fstat(&file).ok()? };
        (found.identity() == facts.identity()).then_some(file)
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn locate(&self, _name: &OsStr, _facts: &Facts) -> Option<OwnedFd> {
        None
    }

    /// Creates the file `name` for writing. Returns an error if the name is taken.
    pub fn create_file(&self, name: &OsStr, permissions: &Permissions) -> io::Result<File> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.descriptor, name, flags, permissions.0)?.into())
    }

    /// Opens the file `name` to lock it, or returns `None`. Some file systems lock only files that
    /// are open for writing. If that fails, it is opened for reading, because the file may already
    /// be read-only.
    pub fn open_to_lock(&self, name: &OsStr) -> Option<File> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let open = |how| rustix::fs::openat(&self.descriptor, name, flags | how, Mode::empty());
        open(OFlags::WRONLY).or_else(|_| open(OFlags::RDONLY)).ok().map(File::from)
    }

    /// Renames `old` to `new`, unless `new` is taken.
    pub fn rename(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        let folder = &self.descriptor;
        match rustix::fs::renameat_with(folder, old, folder, new, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                let stat = rustix::fs::statat(folder, old, AtFlags::SYMLINK_NOFOLLOW)?;
                if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
                    let words = "This file system cannot rename a directory safely";
                    return Err(io::Error::other(words));
                }
                // A hard link does not replace an existing name either.
                self.link(old, new)?;
                self.remove(old)
            }
            done => Ok(done?),
        }
    }

    /// Exchanges the names of two files at one instant. Returns `false` if the file system cannot.
    pub fn exchange(&self, one: &OsStr, other: &OsStr) -> io::Result<bool> {
        let folder = &self.descriptor;
        match rustix::fs::renameat_with(folder, one, folder, other, RenameFlags::EXCHANGE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            done => Ok(done.map(|()| true)?),
        }
    }

    /// Renames `old` to `new`, and replaces any file of that name, at one instant. The replaced file
    /// may also have the name `backup`.
    pub fn replace(&self, old: &OsStr, new: &OsStr, _backup: Option<&OsStr>) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.descriptor, old, &self.descriptor, new)?)
    }

    /// Adds the name `new` to the file `old`.
    pub fn link(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.descriptor, old, &self.descriptor, new, AtFlags::empty())?)
    }

    /// Removes the file `name`.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.descriptor, name, AtFlags::empty())?)
    }

    /// Returns an error if the process may not write the file `name`.
    pub fn may_write(&self, name: &OsStr) -> io::Result<()> {
        Ok(self.access(name, Access::WRITE_OK)?)
    }

    fn access(&self, name: &OsStr, needed: Access) -> rustix::io::Result<()> {
        rustix::fs::accessat(&self.descriptor, name, needed, AtFlags::empty())
    }

    /// Returns `true` if the process may not write the file `name`, which was found with these
    /// `facts`, or if nobody may.
    pub fn is_read_only(&self, name: &OsStr, facts: &Facts) -> io::Result<bool> {
        if facts.is_read_only() {
            return Ok(true);
        }
        match self.access(name, Access::WRITE_OK) {
            Ok(()) => Ok(false),
            Err(Errno::ACCESS) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns `None`: a new file can replace every file.
    pub fn hindrance(&self, _old: &Facts) -> Option<&'static str> {
        None
    }

    /// Returns an error if no file may be created here that replaces `old`, a file of this
    /// directory.
    pub fn may_replace(&self, old: &Facts) -> io::Result<()> {
        self.access(OsStr::new("."), Access::WRITE_OK | Access::EXEC_OK)?;
        let folder = rustix::fs::fstat(&self.descriptor)?;
        let user = rustix::process::geteuid();
        let is_ours = [old.stat.st_uid, folder.st_uid].contains(&user.as_raw()) || user.is_root();
        if Mode::from_raw_mode(folder.st_mode).contains(Mode::SVTX) && !is_ours {
            Err(Errno::PERM.into())
        } else {
            Ok(())
        }
    }

    /// Returns an error if a new file could neither be removed nor renamed.
    #[cfg(target_os = "linux")]
    pub fn may_take_away(&self) -> io::Result<()> {
        use rustix::fs::{StatxAttributes, StatxFlags, statx};
        let found = statx(&self.descriptor, "", AtFlags::EMPTY_PATH, StatxFlags::empty());
        if found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::APPEND)) {
            Err(io::Error::other("Its directory is append-only (use `chattr -a` to change that)"))
        } else {
            Ok(())
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn may_take_away(&self) -> io::Result<()> {
        Ok(())
    }

    /// Waits until the names in the directory are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(unless_unsupported(sync_to_disk(&self.descriptor))?)
    }
}

/// Returns `true` if a leftover with these `facts` may be removed: it is a file of this user. A file
/// made by root may already have its final owner.
pub fn may_clear(facts: &Facts) -> bool {
    let user = rustix::process::geteuid();
    facts.is_file() && (user.is_root() || facts.stat.st_uid == user.as_raw())
}
