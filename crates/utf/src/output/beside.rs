//! Output to a file that is replaced as a whole, or not at all.
//!
//! The text goes to a new file in the same folder, which takes the name at the end: whatever goes
//! wrong before, at any instant, the old file is there as it was.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    os::{
        fd::OwnedFd,
        unix::ffi::{OsStrExt, OsStringExt},
    },
    path::Path,
    sync::Arc,
};

use rustix::{
    fs::{Access, AtFlags, CWD, Gid, Mode, OFlags, Stat, Uid},
    io::Errno,
};

use super::unfinished::Unfinished;

/// A file that is written beside the one that it replaces.
pub(super) struct Beside {
    folder: Arc<OwnedFd>,
    name: OsString,
    /// What is replaced, if anything.
    old: Option<Stat>,
    file: File,
    unfinished: Unfinished,
}

impl Beside {
    /// A file that will replace the one at `path`, which is regular or not there.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(Errno::INVAL)?.to_owned();
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = Arc::new(open_folder(parent.unwrap_or(Path::new(".")))?);
        let old = existing(&folder, &name)?;
        // A file that others may not read must not be read by them while it is written.
        let mode = if old.is_some() { Mode::RUSR | Mode::WUSR } else { Mode::from(0o666) };
        let (unfinished, file) = create(&folder, &name, mode)?;
        Ok(Self { folder, name, old, file, unfinished })
    }

    pub(super) fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        self.file.write_all(octets)
    }

    /// Puts the file in the place of the old one, safe from a crash.
    pub(super) fn finish(self) -> io::Result<()> {
        if let Some(old) = &self.old {
            keep_owner_and_mode(&self.file, old)?;
        }
        unless_unsupported(rustix::fs::fsync(&self.file))?;
        self.unfinished.rename(&self.name)?;
        unless_unsupported(rustix::fs::fsync(&self.folder))?;
        Ok(())
    }
}

/// Opens a folder, so that what is done in it stays in it though it is moved meanwhile.
fn open_folder(path: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = rustix::fs::openat(CWD, path, flags | OFlags::RDONLY, Mode::empty());
    #[cfg(target_os = "linux")]
    if matches!(opened, Err(Errno::ACCESS)) {
        // A folder that may be written and not read; it cannot be synced.
        return rustix::fs::openat(CWD, path, flags | OFlags::PATH, Mode::empty());
    }
    opened
}

/// The file `name` that is to be replaced, if there is one. One that may not be written is not
/// replaced, though the folder would allow it.
fn existing(folder: &OwnedFd, name: &OsStr) -> rustix::io::Result<Option<Stat>> {
    match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(found) => {
            rustix::fs::accessat(folder, name, Access::WRITE_OK, AtFlags::empty())?;
            Ok(Some(found))
        }
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes a file beside `name` that nobody else has made.
fn create(folder: &Arc<OwnedFd>, name: &OsStr, mode: Mode) -> io::Result<(Unfinished, File)> {
    const MOST_TRIES: usize = 100;
    for _ in 0..MOST_TRIES {
        match Unfinished::create(folder, temporary_name(name), mode) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result,
        }
    }
    Err(Errno::EXIST.into())
}

/// `.NAME.utf-XXXXXX.tmp`, to be told from other files by who finds it. A name too long for that is cut.
fn temporary_name(name: &OsStr) -> OsString {
    const MOST_OCTETS: usize = 255 - ".".len() - ".utf-XXXXXX.tmp".len();
    let octets = name.as_bytes();
    let mut end = octets.len().min(MOST_OCTETS);
    while end < octets.len() && end > 0 && octets[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    // Each hasher has keys of its own, which nobody can foretell.
    let random = RandomState::new().build_hasher().finish() & 0xFF_FFFF;
    let suffix = format!(".utf-{random:06x}.tmp");
    OsString::from_vec([b".", &octets[..end], suffix.as_bytes()].concat())
}

/// Gives `file` the owner, the group and the mode of `old`, as far as this process may.
fn keep_owner_and_mode(file: &File, old: &Stat) -> rustix::io::Result<()> {
    let mut mode = Mode::from_raw_mode(old.st_mode);
    // The group first: only root can change anything once the file is given away.
    if rustix::fs::fchown(file, None, Some(Gid::from_raw(old.st_gid))).is_err() {
        // What was allowed to one group is not allowed to another.
        mode -= Mode::SGID | Mode::RWXG;
    }
    if rustix::fs::fchown(file, Some(Uid::from_raw(old.st_uid)), None).is_err() {
        mode -= Mode::SUID;
    }
    // After the owner: changing that clears bits of the mode.
    rustix::fs::fchmod(file, mode)
}

/// No error where a file system has no way to sync.
fn unless_unsupported(result: rustix::io::Result<()>) -> rustix::io::Result<()> {
    match result {
        Err(Errno::INVAL | Errno::NOTSUP | Errno::ROFS | Errno::BADF) => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_fit_and_stay_text() {
        let long = "\u{20AC}".repeat(85);
        let name = temporary_name(OsStr::new(&long));
        assert!(name.len() <= 255 && name.to_str().is_some());
        let name = temporary_name(OsStr::new("a.txt"));
        assert!(name.to_str().unwrap().starts_with(".a.txt.utf-"));
        assert_eq!(name.len(), ".a.txt.utf-XXXXXX.tmp".len());
    }
}
