//! Unfinished files: their names, and those that killed processes left.
//!
//! A lock, not a process number, marks an unfinished file in use. It ends with the process in every
//! case, also on another machine. A run that changes a directory removes the unfinished files
//! without a lock.

use std::{
    collections::HashSet,
    ffi::{OsStr, OsString},
    fs::File,
    hash::{BuildHasher, Hasher, RandomState},
    os::unix::ffi::{OsStrExt, OsStringExt},
    sync::{Mutex, PoisonError},
};

use rustix::fs::{AtFlags, Dir, FileType, FlockOperation, Mode, OFlags};

use crate::files::folder::{Folder, identity};

const PREFIX: &[u8] = b".";
const MARK: &[u8] = b".utf-";
const DIGITS: usize = 6;
const SUFFIX: &[u8] = b".tmp";
const MAX_BYTES: usize = 255;

/// Returns a name like `.NAME.utf-XXXXXX.tmp`, which other runs recognize. A long name is cut.
pub(super) fn temporary_name(name: &OsStr) -> OsString {
    // Each hasher has its own random keys, so the name cannot be predicted.
    let random = RandomState::new().build_hasher().finish() & 0xFF_FFFF;
    let digits = format!("{random:06x}");
    OsString::from_vec([&begin(name), digits.as_bytes(), SUFFIX].concat())
}

/// Returns the start of the names of unfinished files that will become `name`.
fn begin(name: &OsStr) -> Vec<u8> {
    const MAX: usize = MAX_BYTES - PREFIX.len() - MARK.len() - DIGITS - SUFFIX.len();
    let bytes = name.as_bytes();
    let mut end = bytes.len().min(MAX);
    while end < bytes.len() && end > 0 && bytes[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    [PREFIX, &bytes[..end], MARK].concat()
}

/// Returns `true` if `name` has the form of the name of an unfinished file.
pub fn is_temporary(name: &OsStr) -> bool {
    let digits = || {
        let rest = name.as_bytes().strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        rest.strip_suffix(MARK).filter(|name| !name.is_empty()).map(|_| digits)
    };
    digits()
        .is_some_and(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
}

/// The directories that were cleared of leftovers, each once per run.
#[derive(Default)]
pub struct ClearedFolders(Mutex<HashSet<(u64, u64)>>);

impl ClearedFolders {
    /// Clears `folder`, unless that was already done. An unreadable directory is left unchanged.
    pub fn clear(&self, folder: &Folder) {
        let is_new = |folder| self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(folder);
        if folder.identity().is_ok_and(is_new) {
            clear(folder);
        }
    }
}

/// Removes the unfinished files from `folder` that no process is working on. Files that cannot be
/// read or removed stay, which does no harm.
pub(super) fn clear(folder: &Folder) {
    let Ok(entries) = Dir::read_from(folder.descriptor()) else { return };
    for entry in entries.flatten() {
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if is_temporary(name) {
            remove_stray(folder, name);
        }
    }
}

/// Removes the unfinished files from `folder` that would have become `name` and that no process is
/// working on.
///
/// It looks only at the first 4,096 entries, because a large directory may take longer than the
/// work.
pub(super) fn clear_of(folder: &Folder, name: &OsStr) {
    const MAX_ENTRIES: usize = 4096;
    let Ok(entries) = Dir::read_from(folder.descriptor()) else { return };
    let begin = begin(name);
    for entry in entries.take(MAX_ENTRIES).flatten() {
        let found = OsStr::from_bytes(entry.file_name().to_bytes());
        if found.as_bytes().starts_with(&begin) && is_temporary(found) {
            remove_stray(folder, found);
        }
    }
}

fn remove_stray(folder: &Folder, name: &OsStr) {
    let Some(file) = open(folder, name) else { return };
    let Ok(opened) = rustix::fs::fstat(&file) else { return };
    let user = rustix::process::geteuid();
    // A file made by root may already have its final owner.
    let ours = FileType::from_raw_mode(opened.st_mode) == FileType::RegularFile
        && (user.is_root() || opened.st_uid == user.as_raw());
    if !ours || rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return;
    }
    // The file may have been finished before it was locked, and its name may refer to another file.
    let found = folder.find(name).ok().flatten();
    if found.is_some_and(|found| identity(&found) == identity(&opened)) {
        let _ = rustix::fs::unlinkat(folder.descriptor(), name, AtFlags::empty());
    }
}

/// Opens a file to lock it. Some file systems lock only files that are open for writing. If that
/// fails, it is opened for reading, because the file may already be read-only.
fn open(folder: &Folder, name: &OsStr) -> Option<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let open = |how| rustix::fs::openat(folder.descriptor(), name, flags | how, Mode::empty());
    open(OFlags::WRONLY).or_else(|_| open(OFlags::RDONLY)).ok().map(File::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_fit_and_stay_text() {
        let long = "\u{20AC}".repeat(85);
        let name = temporary_name(OsStr::new(&long));
        assert!(name.len() <= 255 && name.to_str().is_some());
        assert!(is_temporary(&name));
        let name = temporary_name(OsStr::new("a.txt"));
        assert!(name.to_str().unwrap().starts_with(".a.txt.utf-"));
        assert_eq!(name.len(), ".a.txt.utf-XXXXXX.tmp".len());
    }

    #[test]
    fn no_other_name_is_temporary() {
        assert!(is_temporary(OsStr::new(".a.utf-0123af.tmp")));
        for other in
            ["", ".tmp", ".utf-012345.tmp", ".a.utf-01234g.tmp", "a.utf-012345.tmp", ".a.utf-1.tmp"]
        {
            assert!(!is_temporary(OsStr::new(other)), "{other}");
        }
    }
}
