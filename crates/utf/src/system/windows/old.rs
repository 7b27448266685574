//! The old file, and the properties that its replacement could not copy.

use std::{ffi::OsStr, fmt, fs::File, path::PathBuf};

use super::{
    access_list::AccessList,
    calls,
    directory::Directory,
    facts::{Facts, Permissions},
};

/// A file that will be replaced.
pub struct OldFile {
    pub facts: Facts,
    /// The path, if it is known. It is used for the alternate streams.
    pub(super) path: Option<PathBuf>,
    /// The access control list, if it can be read.
    pub(super) list: Option<AccessList>,
}

impl OldFile {
    /// Creates the value for a file that is open. It is closed, because Windows replaces no open
    /// files on some volumes.
    pub fn open(facts: Facts, file: File) -> Self {
        Self { facts, path: calls::path(&file).ok(), list: AccessList::of(&file).ok() }
    }

    /// Creates the value for the file `name` of `folder`, and opens the file if possible.
    pub fn find(facts: Facts, folder: &Directory, name: &OsStr) -> Self {
        match folder.read(name) {
            Ok(file) => Self::open(facts, file),
            Err(_) => Self { facts, path: None, list: None },
        }
    }

    /// Returns the permissions of the replacement while it is written: those of this file.
    pub fn permissions_while_written(&self) -> Permissions {
        Permissions(self.list.clone())
    }
}

/// The properties that the new file could not copy from the old one.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostAttributes {
    /// The access control list could not be read or set.
    pub(super) list: bool,
}

impl LostAttributes {
    /// Returns `true` if any property was lost.
    pub fn any(&self) -> bool {
        self.list
    }

    /// Returns `true` if anyone may do less than before.
    pub fn takes_away(&self) -> bool {
        self.list
    }
}

impl fmt::Display for LostAttributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the access control list could not be kept, so the directory decides about it")
    }
}
