//! Metadata of a file: its type, identity, length, times and permissions.

use std::{
    fs::{File, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::Path,
};

use rustix::fs::{FileType, Mode, Stat};

use crate::system::Kind;

/// Identifies a file while the system runs: the device and the inode number.
pub type Identity = (u64, u64);

/// Metadata of a file.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub(super) stat: Stat,
}

/// The length and the time of the last writing.
pub type ContentMark = (i64, i64, i64);

/// The time of the last change of a file or its metadata.
pub type ChangeMark = (i64, i64);

#[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "not on all systems")]
impl Facts {
    /// Returns the metadata of an open file.
    pub fn of(file: &File) -> io::Result<Self> {
        Ok(Self { stat: rustix::fs::fstat(file)? })
    }

    /// Returns the metadata of the file at `path`. Links are followed.
    pub fn at(path: &Path) -> io::Result<Self> {
        Ok(Self { stat: rustix::fs::stat(path)? })
    }

    /// Returns the metadata of the file or link at `path`.
    pub fn at_link(path: &Path) -> io::Result<Self> {
        Ok(Self { stat: rustix::fs::lstat(path)? })
    }

    /// Returns the type.
    pub fn kind(&self) -> Kind {
        match FileType::from_raw_mode(self.stat.st_mode) {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            _ => Kind::Other,
        }
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> u64 {
        u64::try_from(self.stat.st_size).unwrap_or(0)
    }

    /// Returns the number of names (hard links).
    pub fn names(&self) -> u64 {
        self.stat.st_nlink as u64
    }

    /// Returns the identity.
    pub fn identity(&self) -> Identity {
        (self.stat.st_dev as u64, self.stat.st_ino as u64)
    }

    /// Returns `true` if the file has a number. Some file systems do not number their files.
    pub fn is_numbered(&self) -> bool {
        self.stat.st_ino != 0
    }

    /// Returns `true` if both are names of the same file. If the file system does not number its
    /// files, returns `false`.
    pub fn is_one(&self, other: &Self) -> bool {
        self.identity() == other.identity() && self.is_numbered()
    }

    /// Returns `true` unless both are surely different files.
    pub fn may_be(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// Returns the length and the time of the last writing.
    pub fn content(&self) -> ContentMark {
        let stat = &self.stat;
        (stat.st_size as i64, stat.st_mtime as i64, stat.st_mtime_nsec as i64)
    }

    /// Returns the time of the last change.
    pub fn changed(&self) -> ChangeMark {
        (self.stat.st_ctime as i64, self.stat.st_ctime_nsec as i64)
    }

    /// Returns `true` if the file was written after the last change of `other` or its metadata, such
    /// as its names.
    pub fn is_written_after(&self, other: &Self) -> bool {
        let (_, seconds, nanoseconds) = self.content();
        (seconds, nanoseconds) > other.changed()
    }

    /// Returns `true` if nobody may write the file.
    pub fn is_read_only(&self) -> bool {
        let writable = Mode::WUSR | Mode::WGRP | Mode::WOTH;
        !Mode::from_raw_mode(self.stat.st_mode).intersects(writable)
    }

    /// Returns the permissions for a copy of this file: the permission bits, without set-user-ID,
    /// set-group-ID and sticky.
    pub fn permissions(&self) -> Permissions {
        Permissions(Mode::from_raw_mode(self.stat.st_mode) & (Mode::RWXU | Mode::RWXG | Mode::RWXO))
    }

    /// Returns the permissions for a copy of this directory: the bits that grant access to it and
    /// to the files of others in it. The set-group-ID bit is not among them: the creator of a
    /// directory decides about it, and new directories do not copy it.
    pub fn folder_permissions(&self) -> Permissions {
        const ACCESS: Mode = Mode::RWXU.union(Mode::RWXG).union(Mode::RWXO).union(Mode::SVTX);
        Permissions(Mode::from_raw_mode(self.stat.st_mode) & ACCESS)
    }
}

/// The permissions that a new file or directory gets. The umask of the process clears bits of them.
#[derive(Clone, Debug)]
pub struct Permissions(pub(super) Mode);

impl Permissions {
    /// Returns the permissions of a new file that replaces no other.
    pub fn of_new_file() -> Self {
        Self(Mode::from(0o666))
    }

    /// Returns the permissions of a new directory that is a copy of no other.
    pub fn of_new_folder() -> Self {
        Self(Mode::from(0o777))
    }

    /// Returns permissions that only the owner has.
    pub fn private() -> Self {
        Self(Mode::RWXU)
    }
}

/// Returns `false`: all files have metadata.
pub fn has_no_metadata(_path: &Path) -> bool {
    false
}

/// Returns the number of a file that a walk found. It is the same for all names of the file.
pub fn number_of_entry(entry: &ignore::DirEntry) -> Option<u64> {
    entry.ino()
}

/// Returns the number of the file at a path, which was found as `found`. It is the same for all
/// names of the file.
pub fn number(_path: &Path, found: &Metadata) -> Option<u64> {
    Some(found.ino())
}
