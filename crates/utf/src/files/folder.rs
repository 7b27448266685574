//! Open directories in which files are replaced.
//!
//! Work in an open directory stays in it: on Unix even if the directory is moved, and on Windows
//! because it cannot be moved.

use std::{
    ffi::OsStr,
    fs::File,
    io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use crate::{
    process::names,
    system::{
        Kind,
        directory::Directory,
        facts::{Facts, Identity, Permissions},
    },
};

/// An open directory.
#[derive(Clone)]
pub struct Folder {
    directory: Arc<Directory>,
}

impl Folder {
    /// Opens the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        Directory::open(path).map(Self::of)
    }

    fn of(directory: Directory) -> Self {
        Self { directory: Arc::new(directory) }
    }

    /// Opens the directory `name` in this one. It was a directory when it was found; if it is a
    /// link now, that is an error.
    pub fn within(&self, name: &OsStr) -> io::Result<Self> {
        match self.directory.within(name) {
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                let name = names::path(name.as_ref());
                let words =
                    format!("Changed by another program meanwhile: {name} is not a directory now");
                Err(io::Error::other(words))
            }
            opened => opened.map(Self::of),
        }
    }

    /// Opens the directory at `path`, which is absolute and has no links. Links are not followed.
    pub fn exactly(path: &Path) -> io::Result<Self> {
        let names = path.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        let top = Self::of(Directory::top(path)?);
        names.into_iter().try_fold(top, |folder, name| folder.within(name))
    }

    /// Opens the directory `name` in this one, and creates it if it is missing. A link is an error.
    ///
    /// A new directory gets the permissions that `permissions` returns and all permissions of its
    /// owner, which are needed to write in it. The umask of the process clears bits of both.
    pub fn child(
        &self,
        name: &OsStr,
        permissions: impl FnOnce() -> Permissions,
    ) -> io::Result<Self> {
        let mut opened = self.directory.within(name);
        if opened.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            self.directory.create(name, &permissions())?;
            opened = self.directory.within(name);
        }
        match opened {
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                let is_link = self.find(name)?.is_some_and(|found| found.kind() == Kind::Link);
                let what = if is_link { "a link, which is not followed" } else { "no folder" };
                let words = format!("{} is {what}", names::path(name.as_ref()));
                Err(io::Error::other(words))
            }
            opened => opened.map(Self::of),
        }
    }

    /// Returns the permissions for a copy of the directory.
    pub fn permissions(&self) -> io::Result<Permissions> {
        Ok(self.directory.facts()?.folder_permissions())
    }

    /// Returns the metadata of `name`, if it exists.
    pub fn find(&self, name: &OsStr) -> io::Result<Option<Facts>> {
        self.directory.find(name)
    }

    /// Opens the file `name` for reading. It does not follow a link or wait for a pipe.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        self.directory.read(name)
    }

    /// Renames `old` to `new`, unless `new` is taken.
    pub fn rename(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        self.directory.rename(old, new)
    }

    /// Exchanges the names of two files. Some file systems do that in one step. On others, a crash
    /// may leave the file `one` with the suffix `.utf-undo`.
    pub fn exchange(&self, one: &OsStr, other: &OsStr) -> io::Result<()> {
        if self.directory.exchange(one, other)? {
            return Ok(());
        }
        let mut between = one.to_owned();
        between.push(".utf-undo");
        self.rename(one, &between)?;
        let exchanged = self.rename(other, one).and_then(|()| self.rename(&between, other));
        exchanged.map_err(|error| match self.rename(&between, one) {
            Ok(()) => error,
            Err(_) => {
                let between = names::path(between.as_ref());
                io::Error::other(format!("{error}; its text is in {between} now"))
            }
        })
    }

    /// Returns `true` if both names refer to the same file.
    pub fn is_one(&self, one: &OsStr, other: &OsStr) -> io::Result<bool> {
        let found = self.find(one)?.zip(self.find(other)?);
        Ok(found.is_some_and(|(one, other)| one.is_one(&other)))
    }

    /// Waits until the names in the directory are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.directory.sync()
    }

    /// Returns `true` if both share one open directory.
    pub fn is(&self, other: &Folder) -> bool {
        Arc::ptr_eq(&self.directory, &other.directory)
    }

    /// Returns the identity of the directory.
    pub fn identity(&self) -> io::Result<Identity> {
        Ok(self.directory.facts()?.identity())
    }

    /// Returns the open directory.
    pub fn directory(&self) -> &Arc<Directory> {
        &self.directory
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
