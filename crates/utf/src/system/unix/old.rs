//! The old file, and the properties that its replacement could not copy.

use std::{ffi::OsStr, fmt, fs::File, os::fd::OwnedFd};

use rustix::fs::Mode;

use super::{
    directory::Directory,
    facts::{Facts, Permissions},
};

/// A file that will be replaced.
pub struct OldFile {
    pub facts: Facts,
    /// The open file, if it can be read. It is used for the extended attributes.
    pub(super) file: Option<File>,
    /// A descriptor of an unreadable file, used for its permissions only.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "Linux has such descriptors"))]
    pub(super) unread: Option<OwnedFd>,
}

impl OldFile {
    /// Creates the value for a file that is open.
    pub fn open(facts: Facts, file: File) -> Self {
        Self { facts, file: Some(file), unread: None }
    }

    /// Creates the value for the file `name` of `folder`, and opens the file if possible.
    pub fn find(facts: Facts, folder: &Directory, name: &OsStr) -> Self {
        match folder.read(name) {
            Ok(file) => Self::open(facts, file),
            Err(_) => Self { facts, file: None, unread: folder.locate(name, &facts) },
        }
    }

    /// Returns the permissions of the replacement while it is written. A file that others may not
    /// read must stay private then.
    pub fn permissions_while_written(&self) -> Permissions {
        Permissions(Mode::RUSR | Mode::WUSR)
    }
}

/// The properties that the new file could not copy from the old one.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostAttributes {
    /// The owner or the group was lost: this process may not give files away.
    pub owner: bool,
    /// The new mode, if it differs, because the permissions of one group are not given to another.
    pub mode: Option<Mode>,
    /// The access control list is reduced, for the same reason.
    pub list: bool,
    /// The access control list could not be read.
    pub unread: bool,
}

impl LostAttributes {
    /// Returns `true` if any property was lost.
    pub fn any(&self) -> bool {
        *self != LostAttributes::default()
    }

    /// Returns `true` if anyone may do less than before.
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
            None if self.list => f.write_str(", so the access list grants less now"),
            None => Ok(()),
        }
    }
}
