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

/// The bits of the mode of a folder that say who may do what in it, also with the files of others.
/// That files in it belong to its group is for who made it to say, and no new folder gets that from
/// another.
const ACCESS: Mode = Mode::RWXU.union(Mode::RWXG).union(Mode::RWXO).union(Mode::SVTX);

/// What may be done with the folder of which this is the `stat`.
pub fn access(stat: &Stat) -> Mode {
    Mode::from_raw_mode(stat.st_mode) & ACCESS
}

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
    pub fn within(&self, name: &OsStr) -> io::Result<Self> {
        match Self::open_at(&self.descriptor, name.as_ref(), OFlags::NOFOLLOW) {
            Err(Errno::NOTDIR | Errno::LOOP) => {
                let name = crate::process::names::path(name.as_ref());
                let words = format!("Changed meanwhile by somebody else: {name} is no folder now");
                Err(io::Error::other(words))
            }
            opened => Ok(opened?),
        }
    }

    /// Opens the folder at `path`, which is absolute and without links: none is followed.
    pub fn exactly(path: &Path) -> io::Result<Self> {
        let names = path.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        let top = Self::open(Path::new("/"))?;
        names.into_iter().try_fold(top, |folder, name| folder.within(name))
    }

    /// Opens the folder `name` in this one. One that is not there is made, with what the process
    /// lets new ones have of the mode that `mode` gives, and of all that its owner needs to write
    /// in it. A link is none.
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

    /// What may be done with it.
    pub fn mode(&self) -> io::Result<Mode> {
        Ok(access(&rustix::fs::fstat(&self.descriptor)?))
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

    /// The file `name`, which was found as `stat`, open for nothing: that takes no permission.
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
        let identity = |name| Ok::<_, Errno>(self.find(name)?.as_ref().map(identity));
        Ok(identity(one)? == identity(other)?)
    }

    /// An error if the file `name` may not be written.
    pub fn may_write(&self, name: &OsStr) -> rustix::io::Result<()> {
        rustix::fs::accessat(&self.descriptor, name, Access::WRITE_OK, AtFlags::empty())
    }

    /// An error if no file may be made in it that takes the name of `old`, which is in it.
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

    /// An error if a file that is made in it could neither be removed nor get another name.
    #[cfg(target_os = "linux")]
    pub fn may_take_away(&self) -> io::Result<()> {
        use rustix::fs::{StatxAttributes, StatxFlags, statx};
        let found = statx(&self.descriptor, "", AtFlags::EMPTY_PATH, StatxFlags::empty());
        match found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::APPEND)) {
            true => {
                Err(io::Error::other("Its folder takes additions only (`chattr -a` lifts that)"))
            }
            false => Ok(()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn may_take_away(&self) -> io::Result<()> {
        Ok(())
    }

    /// Waits until the names in it are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(unless_unsupported(rustix::fs::fsync(&self.descriptor))?)
    }

    /// Whether both are one, opened once.
    pub fn is(&self, other: &Folder) -> bool {
        Arc::ptr_eq(&self.descriptor, &other.descriptor)
    }

    /// Its device and its number.
    pub fn identity(&self) -> rustix::io::Result<(u64, u64)> {
        Ok(identity(&rustix::fs::fstat(&self.descriptor)?))
    }

    pub fn descriptor(&self) -> Arc<OwnedFd> {
        Arc::clone(&self.descriptor)
    }
}

/// The folder of the last file that was changed, which is not synced yet: one after the other, not
/// each time.
#[derive(Default)]
pub struct UnsyncedFolders(Option<Folder>);

impl UnsyncedFolders {
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

/// A folder that a walk begins with, open since then: what is found in it is reached from here,
/// folder by folder and by no link, whatever has its path meanwhile.
pub struct Root {
    path: PathBuf,
    folder: io::Result<Folder>,
}

impl Root {
    /// Opens the folder at `path`, as the user names it: there, links are followed.
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

/// No error where a file system has no way to do it.
pub fn unless_unsupported(result: rustix::io::Result<()>) -> rustix::io::Result<()> {
    match result {
        Err(Errno::INVAL | Errno::NOTSUP | Errno::ROFS | Errno::BADF) => Ok(()),
        result => result,
    }
}

/// The device and the number of a file.
#[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "not on all systems")]
pub fn identity(stat: &Stat) -> (u64, u64) {
    (stat.st_dev as u64, stat.st_ino as u64)
}
