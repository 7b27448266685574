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

/// `.NAME.utf-XXXXXX.tmp`, to be told from other files by who finds it. A name too long for that is
/// cut.
pub(super) fn temporary_name(name: &OsStr) -> OsString {
    // Each hasher has keys of its own, which nobody can foretell.
    let random = RandomState::new().build_hasher().finish() & 0xFF_FFFF;
    let digits = format!("{random:06x}");
    OsString::from_vec([&begin(name), digits.as_bytes(), SUFFIX].concat())
}

/// What the names of unfinished files begin with that are to become `name`.
fn begin(name: &OsStr) -> Vec<u8> {
    const MAX: usize = MAX_BYTES - PREFIX.len() - MARK.len() - DIGITS - SUFFIX.len();
    let bytes = name.as_bytes();
    let mut end = bytes.len().min(MAX);
    while end < bytes.len() && end > 0 && bytes[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    [PREFIX, &bytes[..end], MARK].concat()
}

/// Whether an unfinished file could have the name `name`.
pub fn is_temporary(name: &OsStr) -> bool {
    let digits = || {
        let rest = name.as_bytes().strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        rest.strip_suffix(MARK).filter(|name| !name.is_empty()).map(|_| digits)
    };
    digits()
        .is_some_and(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
}

/// Folders that were cleared of what dead processes left, each once in a run.
#[derive(Default)]
pub struct ClearedFolders(Mutex<HashSet<(u64, u64)>>);

impl ClearedFolders {
    /// Clears `folder`, unless that was done. What cannot be looked through stays as it is.
    pub fn clear(&self, folder: &Folder) {
        let is_new = |folder| self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(folder);
        if folder.identity().is_ok_and(is_new) {
            clear(folder);
        }
    }
}

/// Removes from `folder` the unfinished files on which nobody works any more. What cannot be read
/// or removed stays: nobody is worse off.
pub(super) fn clear(folder: &Folder) {
    let Ok(entries) = Dir::read_from(folder.descriptor()) else { return };
    for entry in entries.flatten() {
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if is_temporary(name) {
            remove_stray(folder, name);
        }
    }
}

/// Removes from `folder` the unfinished files that would have become `name`, on which nobody works
/// any more; of a large folder, those among its first entries, for looking through all of it may
/// take longer than the work.
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
    // What root made may have its owner already.
    let ours = FileType::from_raw_mode(opened.st_mode) == FileType::RegularFile
        && (user.is_root() || opened.st_uid == user.as_raw());
    if !ours || rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return;
    }
    // It may have been finished before it was locked, and the name may be another file's now.
    let found = folder.find(name).ok().flatten();
    if found.is_some_and(|found| identity(&found) == identity(&opened)) {
        let _ = rustix::fs::unlinkat(folder.descriptor(), name, AtFlags::empty());
    }
}

/// Opens a file to be locked: to be written, for some file systems lock only such; else to be read,
/// for it may be a read-only one already.
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
