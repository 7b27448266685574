//! Unfinished files: their names, and those that killed processes left.
//!
//! A lock, not a process number, marks an unfinished file in use. It ends with the process in every
//! case, also on another machine. A run that changes a directory removes the unfinished files
//! without a lock.

use std::{
    collections::HashSet,
    ffi::{OsStr, OsString},
    hash::{BuildHasher, Hasher, RandomState},
    sync::{Mutex, PoisonError},
};

use crate::{
    files::folder::Folder,
    system::{
        directory::may_clear,
        facts::{Facts, Identity},
        files::try_lock,
        names::prefix,
    },
};

const PREFIX: &str = ".";
const MARK: &str = ".utf-";
const DIGITS: usize = 6;
const SUFFIX: &str = ".tmp";
const MAX_BYTES: usize = 255;

/// Returns a name like `.NAME.utf-XXXXXX.tmp`, which other runs recognize. A long name is cut.
pub(super) fn temporary_name(name: &OsStr) -> OsString {
    // Each hasher has its own random keys, so the name cannot be predicted.
    let random = RandomState::new().build_hasher().finish() & 0xFF_FFFF;
    let mut temporary = begin(name);
    temporary.push(format!("{random:06x}{SUFFIX}"));
    temporary
}

/// Returns the start of the names of unfinished files that will become `name`.
fn begin(name: &OsStr) -> OsString {
    const MAX: usize = MAX_BYTES - PREFIX.len() - MARK.len() - DIGITS - SUFFIX.len();
    let bytes = name.as_encoded_bytes();
    let mut end = bytes.len().min(MAX);
    while end < bytes.len() && end > 0 && bytes[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    let mut begin = OsString::from(PREFIX);
    // Some names that are not text cannot be cut.
    begin.push(prefix(name, end).filter(|name| !name.is_empty()).unwrap_or(OsStr::new("name")));
    begin.push(MARK);
    begin
}

/// Returns `true` if `name` has the form of the name of an unfinished file.
pub fn is_temporary(name: &OsStr) -> bool {
    let digits = || {
        let rest = name.as_encoded_bytes().strip_prefix(PREFIX.as_bytes())?;
        let rest = rest.strip_suffix(SUFFIX.as_bytes())?;
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        rest.strip_suffix(MARK.as_bytes()).filter(|name| !name.is_empty()).map(|_| digits)
    };
    digits()
        .is_some_and(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
}

/// The directories that were cleared of leftovers, each once per run.
#[derive(Default)]
pub struct ClearedFolders(Mutex<HashSet<Identity>>);

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
    let Ok(names) = folder.directory().names(usize::MAX, is_temporary) else { return };
    names.iter().for_each(|name| remove_stray(folder, name));
}

/// Removes the unfinished files from `folder` that would have become `name` and that no process is
/// working on.
///
/// It looks only at the first 4,096 entries, because a large directory may take longer than the
/// work.
pub(super) fn clear_of(folder: &Folder, name: &OsStr) {
    const MAX_ENTRIES: usize = 4096;
    let begin = begin(name);
    let is_wanted = |found: &OsStr| {
        found.as_encoded_bytes().starts_with(begin.as_encoded_bytes()) && is_temporary(found)
    };
    let Ok(names) = folder.directory().names(MAX_ENTRIES, is_wanted) else { return };
    names.iter().for_each(|name| remove_stray(folder, name));
}

fn remove_stray(folder: &Folder, name: &OsStr) {
    let directory = folder.directory();
    let Some(file) = directory.open_to_lock(name) else { return };
    let Ok(opened) = Facts::of(&file) else { return };
    if !may_clear(&opened) || try_lock(&file).is_err() {
        return;
    }
    // The file may have been finished before it was locked, and its name may refer to another file.
    let found = folder.find(name).ok().flatten();
    if found.is_some_and(|found| found.identity() == opened.identity()) {
        let _ = directory.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::names::from_bytes;

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
    fn names_that_are_not_text_have_temporary_names() {
        // Half of a surrogate pair, and a name that cannot be cut at a character.
        for name in [b"a\xED\xA0\x80".to_vec(), vec![0x80; 255]] {
            let Some(name) = from_bytes(name) else { continue };
            let name = temporary_name(&name);
            assert!(name.len() <= 255 && is_temporary(&name), "{name:?}");
        }
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
