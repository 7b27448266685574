//! Open directories, and the operations on the files in them.
//!
//! An open directory cannot be moved or removed, because it is opened without permission for that.
//! So its path leads to it as long as it is open.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions},
    io,
    os::windows::fs::OpenOptionsExt,
    path::{Component, Path, PathBuf},
    thread,
    time::Duration,
};

use windows_sys::Win32::{
    Foundation::{GENERIC_READ, GENERIC_WRITE},
    Storage::FileSystem::{
        DELETE, FILE_ATTRIBUTE_NORMAL, FILE_ATTRIBUTE_READONLY, FILE_FLAG_BACKUP_SEMANTICS,
        FILE_FLAG_OPEN_REPARSE_POINT, FILE_LIST_DIRECTORY, FILE_SHARE_DELETE, FILE_SHARE_READ,
        FILE_SHARE_WRITE, READ_CONTROL, WRITE_DAC,
    },
};

use super::{
    calls,
    facts::{Facts, Permissions},
    files::advice,
};
use crate::system::Kind;

/// The error for a file that may be removed, but not replaced.
const IN_USE: &str =
    "The file is in use (another program has it open: close it there, and run the command again)";

/// The reason not to replace an encrypted file. The new file is encrypted only if its directory is.
const ENCRYPTED: &str =
    "encrypted by Windows, and the new file would not be: write to another file with `-o`";

/// An open directory.
#[derive(Debug)]
pub struct Directory {
    /// The absolute path without links, in the form that has no limit of its length.
    path: PathBuf,
    handle: File,
}

impl Directory {
    /// Opens the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::opened(path.canonicalize()?)
    }

    /// Opens the top of all directories of `path`, which is absolute.
    pub fn top(path: &Path) -> io::Result<Self> {
        let is_above =
            |part: &Component<'_>| matches!(part, Component::Prefix(_) | Component::RootDir);
        Self::open(&path.components().take_while(is_above).collect::<PathBuf>())
    }

    fn opened(path: PathBuf) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.access_mode(FILE_LIST_DIRECTORY).share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE);
        options.custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
        let handle = options.open(&path)?;
        match Facts::of(&handle)?.kind() {
            Kind::Folder => Ok(Self { path, handle }),
            _ => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    /// Opens the directory `name` in this one. If it is a link or a file, the error is
    /// [`io::ErrorKind::NotADirectory`].
    pub fn within(&self, name: &OsStr) -> io::Result<Self> {
        Self::opened(self.path.join(name))
    }

    /// Creates the directory `name` in this one, unless it exists. It gets the permissions that its
    /// directory gives it.
    pub fn create(&self, name: &OsStr, permissions: &Permissions) -> io::Result<()> {
        Self::create_at(&self.path.join(name), permissions)
    }

    /// Creates the directory at `path`, like [`create`](Self::create).
    pub fn create_at(path: &Path, _permissions: &Permissions) -> io::Result<()> {
        match fs::create_dir(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns the metadata of the directory.
    pub fn facts(&self) -> io::Result<Facts> {
        Facts::of(&self.handle)
    }

    /// Returns the path, for messages.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Returns the names of the wanted files among the first `most` files in the directory.
    pub fn names(
        &self,
        most: usize,
        is_wanted: impl Fn(&OsStr) -> bool,
    ) -> io::Result<Vec<OsString>> {
        let names = fs::read_dir(&self.path)?.flatten().take(most).map(|entry| entry.file_name());
        Ok(names.filter(|name| is_wanted(name)).collect())
    }

    /// Returns the metadata of `name`, if it exists. Links are not followed.
    pub fn find(&self, name: &OsStr) -> io::Result<Option<Facts>> {
        match Facts::at_link(&self.path.join(name)) {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the metadata of `name`, like [`find`](Self::find). Returns an error if a program can
    /// write to the file: Windows may report its changes only when it has closed the file.
    pub fn find_unwritten(&self, name: &OsStr) -> io::Result<Option<Facts>> {
        let found = self.find(name)?;
        if found.is_none_or(|found| !found.is_file()) {
            return Ok(found);
        }
        let mut options = OpenOptions::new();
        options.read(true).share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE);
        let file =
            patiently(|error| advice(error).is_some(), || options.open(self.path.join(name)))?;
        Facts::of(&file).map(Some)
    }

    /// Opens the file `name` for reading. It does not follow a link.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        let path = self.path.join(name);
        let found = Facts::at_link(&path)?;
        // Placeholders of files elsewhere must be opened in the usual way, so the flag against
        // links is not used.
        let file = File::open(&path)?;
        if found.kind() != Kind::Link && Facts::of(&file)?.identity() == found.identity() {
            Ok(file)
        } else {
            Err(io::Error::other("a symbolic link"))
        }
    }

    /// Creates the file `name` for writing. Returns an error if the name is taken.
    pub fn create_file(&self, name: &OsStr, permissions: &Permissions) -> io::Result<File> {
        let path = self.path.join(name);
        let create = |more: u32| {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            options.access_mode(GENERIC_READ | GENERIC_WRITE | DELETE | READ_CONTROL | more);
            options.open(&path)
        };
        let Some(list) = &permissions.0 else { return create(0) };
        match create(WRITE_DAC) {
            // A share may grant the usual access to all its files, but not to their lists.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => create(0),
            created => created.inspect(|file| {
                // If this fails, it fails again when the file is complete, and is reported then.
                let _ = list.give(file);
            }),
        }
    }

    /// Opens the file `name` to lock it, or returns `None`.
    pub fn open_to_lock(&self, name: &OsStr) -> Option<File> {
        let path = self.path.join(name);
        let options = |write| OpenOptions::new().read(true).write(write).open(&path);
        options(true).or_else(|_| options(false)).ok()
    }

    /// Renames `old` to `new`, unless `new` is taken.
    pub fn rename(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        calls::rename(&self.path.join(old), &self.path.join(new))?;
        // If both are names of one file, wine reports success and renames nothing.
        let has_names = Facts::at_link(&self.path.join(new)).is_ok_and(|facts| facts.names() > 1);
        let stays =
            has_names && old != new && !self.names(usize::MAX, |name| name == old)?.is_empty();
        if stays { Err(io::ErrorKind::AlreadyExists.into()) } else { Ok(()) }
    }

    /// Exchanges the names of two files at one instant. Returns `false`, because no call of Windows
    /// does that.
    pub fn exchange(&self, _one: &OsStr, _other: &OsStr) -> io::Result<bool> {
        Ok(false)
    }

    /// Renames `old` to `new`, and replaces any file of that name, at one instant. The replaced file
    /// may also have the name `backup`.
    ///
    /// `ReplaceFileW` would keep attributes, but it has an instant without any file of that name.
    pub fn replace(&self, old: &OsStr, new: &OsStr, backup: Option<&OsStr>) -> io::Result<()> {
        let (old, new) = (self.path.join(old), self.path.join(self.spelling(new)));
        let is_refused = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
        let is_in_use = |error: &io::Error| {
            is_refused(error) && read_only(&new).is_none() || advice(error).is_some()
        };
        let error = match patiently(is_in_use, || fs::rename(&old, &new)) {
            Err(error) if is_refused(&error) || advice(&error).is_some() => error,
            done => return done,
        };
        let Some(attributes) = read_only(&new) else { return Err(not_replaced(&new, error)) };
        if replace_read_only(&old, &new).is_ok() {
            return Ok(());
        }
        // Older systems and other volumes replace no read-only file, so it is writable for a moment.
        calls::set_attributes(&new, writable(attributes))?;
        fs::rename(&old, &new).map_err(|error| {
            let _ = calls::set_attributes(&new, attributes);
            not_replaced(&new, error)
        })?;
        // The backup is another name of the old file, whose attributes it has.
        if let Some(backup) = backup {
            let _ = calls::set_attributes(&self.path.join(backup), attributes);
        }
        Ok(())
    }

    /// Returns `name` in the spelling of the directory, which ignores case and knows short names
    /// (8.3). A file keeps its name when it is replaced.
    fn spelling(&self, name: &OsStr) -> OsString {
        let real = self.path.join(name).canonicalize().ok();
        let real = real.and_then(|real| real.file_name().map(OsStr::to_owned));
        real.filter(|real| self.is_spelling(real, name)).unwrap_or_else(|| name.to_owned())
    }

    /// Returns `true` if both names are spellings of one name: they differ in case, or `name` is the
    /// short form (8.3) of `real`. Another hard link is another name.
    fn is_spelling(&self, real: &OsStr, name: &OsStr) -> bool {
        let lowercase = |name: &OsStr| name.to_str().map(str::to_lowercase);
        let found = |name: &OsStr| self.find(name).ok().flatten();
        lowercase(real).is_some_and(|real| Some(real) == lowercase(name))
            || found(real)
                .zip(found(name))
                .is_some_and(|(real, name)| real.is_one(&name) && name.names() == 1)
    }

    /// Adds the name `new` to the file `old`.
    pub fn link(&self, old: &OsStr, new: &OsStr) -> io::Result<()> {
        fs::hard_link(self.path.join(old), self.path.join(new))
    }

    /// Removes the file `name`.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let Some(attributes) = read_only(&path) else { return Err(error) };
                calls::set_attributes(&path, writable(attributes))?;
                fs::remove_file(&path)
            }
            done => done,
        }
    }

    /// Returns an error if the process may not write the file `name`.
    pub fn may_write(&self, name: &OsStr) -> io::Result<()> {
        OpenOptions::new().append(true).open(self.path.join(name)).map(drop)
    }

    /// Returns `true` if the process may not write the file `name`, which was found with these
    /// `facts`, or if nobody may.
    pub fn is_read_only(&self, name: &OsStr, facts: &Facts) -> io::Result<bool> {
        match self.may_write(name) {
            _ if facts.is_read_only() => Ok(true),
            Ok(()) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Returns the reason why no new file can replace `old`, a file of this directory, if there is
    /// one.
    pub fn hindrance(&self, old: &Facts) -> Option<&'static str> {
        let is_lost = old.is_encrypted() && !self.facts().is_ok_and(|folder| folder.is_encrypted());
        is_lost.then_some(ENCRYPTED)
    }

    /// Does nothing: whether a file may be replaced is known when it is.
    pub fn may_replace(&self, _old: &Facts) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: Windows has no directories from which nothing can be removed.
    pub fn may_take_away(&self) -> io::Result<()> {
        Ok(())
    }

    /// Waits until the names in the directory are on the disk. Not all volumes support that; the
    /// journal of NTFS keeps either the old file or the new one.
    pub fn sync(&self) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).custom_flags(FILE_FLAG_BACKUP_SEMANTICS);
        if let Ok(folder) = options.open(&self.path) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// Renames `old` to `new`, and replaces a read-only file of that name, on systems that can do that.
fn replace_read_only(old: &Path, new: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.access_mode(DELETE).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    calls::replace_read_only(&options.open(old)?, new)
}

/// Returns the error for the file at `path`, which could not be replaced because of `error`. Windows
/// denies the permission in this case, too.
fn not_replaced(path: &Path, error: io::Error) -> io::Error {
    let mut options = OpenOptions::new();
    options.access_mode(DELETE).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    match options.open(path) {
        Err(probe) if advice(&probe).is_none() => error,
        // The file is open, or it is part of the memory of a program.
        _ => io::Error::other(IN_USE),
    }
}

/// Calls `action` again if it fails because a file is in use, at most five times. Virus scanners and
/// indexers have new files open for a moment.
fn patiently<T>(
    is_in_use: impl Fn(&io::Error) -> bool,
    action: impl Fn() -> io::Result<T>,
) -> io::Result<T> {
    const MAX_TRIES: u64 = 5;
    for tries in 1..=MAX_TRIES {
        match action() {
            Err(error) if is_in_use(&error) => thread::sleep(Duration::from_millis(20 * tries)),
            done => return done,
        }
    }
    action()
}

/// Returns the attributes of the file at `path`, if it is read-only.
fn read_only(path: &Path) -> Option<u32> {
    let facts = Facts::at_link(path).ok().filter(Facts::is_read_only);
    facts.map(|facts| facts.attributes)
}

fn writable(attributes: u32) -> u32 {
    match attributes & !FILE_ATTRIBUTE_READONLY {
        0 => FILE_ATTRIBUTE_NORMAL,
        attributes => attributes,
    }
}

/// Returns `true` if a leftover with these `facts` may be removed.
pub fn may_clear(facts: &Facts) -> bool {
    facts.is_file()
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::Storage::FileSystem::FILE_ATTRIBUTE_ENCRYPTED;

    use super::*;

    #[test]
    fn open_writers_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "a").unwrap();
        let directory = Directory::open(folder.path()).unwrap();
        let name = OsStr::new("a");
        let reader = File::open(&path).unwrap();
        assert_eq!(directory.find_unwritten(name).unwrap().unwrap().len(), 1);
        let writer = OpenOptions::new().append(true).open(&path).unwrap();
        let error = directory.find_unwritten(name).unwrap_err();
        assert!(advice(&error).is_some(), "{error:?}");
        drop((reader, writer));
        assert!(directory.find_unwritten(name).unwrap().is_some());
        assert!(directory.find_unwritten(OsStr::new("b")).unwrap().is_none());
    }

    #[test]
    fn encrypted_files_of_plain_directories_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "a").unwrap();
        let directory = Directory::open(folder.path()).unwrap();
        let mut facts = directory.find(OsStr::new("a")).unwrap().unwrap();
        assert_eq!(directory.hindrance(&facts), None);
        facts.attributes |= FILE_ATTRIBUTE_ENCRYPTED;
        assert_eq!(directory.hindrance(&facts), Some(ENCRYPTED));
    }
}
