//! The old file, and the properties that its replacement could not copy.

use std::{ffi::OsStr, fmt, fs::File, os::fd::OwnedFd};

use rustix::fs::{Mode, Stat};

use crate::files::folder::Folder;

/// A file that is to be replaced.
pub struct OldFile {
    pub stat: Stat,
    /// Open, if it could be: only so its extended attributes are known.
    pub file: Option<File>,
    /// What is not open, but for who may do what with it.
    pub unread: Option<OwnedFd>,
}

impl OldFile {
    /// A file that is open.
    pub fn open(stat: Stat, file: File) -> Self {
        Self { stat, file: Some(file), unread: None }
    }

    /// The file `name` of `folder`, open if it can be.
    pub fn find(stat: Stat, folder: &Folder, name: &OsStr) -> Self {
        match folder.read(name) {
            Ok(file) => Self::open(stat, file),
            Err(_) => Self { stat, file: None, unread: folder.locate(name, &stat) },
        }
    }
}

/// What the new file could not take over from the old one.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostAttributes {
    /// The owner or the group: this process may not give files away.
    pub owner: bool,
    /// The mode, for what was allowed to one group is not allowed to another; what it is now.
    pub mode: Option<Mode>,
    /// Something of the access control list, for the same reason.
    pub list: bool,
    /// The access control list, for it could not be read.
    pub unread: bool,
}

impl LostAttributes {
    /// Whether there is anything.
    pub fn any(&self) -> bool {
        *self != LostAttributes::default()
    }

    /// Whether somebody may do less than before.
    pub fn takes_away(&self) -> bool {
        self.mode.is_some() || self.list
    }
}

impl fmt::Display for LostAttributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LostAttributes { unread: true, .. } => "the access list could not be read",
            LostAttributes { owner: true, .. } => "owner or group could not be kept",
            _ => "not all of the mode could be kept",
        })?;
        match self.mode {
            Some(mode) => write!(f, ", so the mode is {:o} now", mode.bits() & 0o7777),
            None if self.list => f.write_str(", so the access list gives less now"),
            None => Ok(()),
        }
    }
}
