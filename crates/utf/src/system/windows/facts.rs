//! Metadata of a file: its type, identity, length, times and attributes.

use std::{
    fs::{File, Metadata, OpenOptions},
    io,
    os::windows::fs::OpenOptionsExt,
    path::Path,
};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ENCRYPTED, FILE_ATTRIBUTE_READONLY,
    FILE_ATTRIBUTE_REPARSE_POINT, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
};

use super::{access_list::AccessList, calls, streams::is_descriptor};
use crate::system::Kind;

/// Identifies a file while the system runs: the volume and the number of the file in it.
pub type Identity = (u64, u128);

/// Metadata of a file.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    kind: Kind,
    identity: Identity,
    len: u64,
    names: u64,
    pub(super) attributes: u32,
    pub(super) created: i64,
    pub(super) accessed: i64,
    pub(super) written: i64,
    changed: i64,
}

/// The length and the time of the last writing.
pub type ContentMark = (u64, i64);

/// The time of the last change of a file or its metadata.
pub type ChangeMark = i64;

/// The bit of reparse tags that stand for another name: symbolic links and mount points.
const NAME_SURROGATE: u32 = 0x2000_0000;

impl Facts {
    /// Returns the metadata of an open file.
    pub fn of(file: &File) -> io::Result<Self> {
        if !calls::is_on_disk(file) {
            return Ok(Self::of_device());
        }
        let (found, basic) = (calls::standard(file)?, calls::basic(file)?);
        let attributes = basic.FileAttributes;
        let is_link = attributes & FILE_ATTRIBUTE_REPARSE_POINT != 0
            && calls::reparse_tag(file).is_ok_and(|tag| tag & NAME_SURROGATE != 0);
        let kind = match () {
            () if is_link => Kind::Link,
            () if attributes & FILE_ATTRIBUTE_DIRECTORY != 0 => Kind::Folder,
            () => Kind::File,
        };
        Ok(Self {
            kind,
            identity: calls::id(file).or_else(|_| calls::old_id(file))?,
            len: u64::try_from(found.EndOfFile).unwrap_or(0),
            names: found.NumberOfLinks.into(),
            attributes,
            created: basic.CreationTime,
            accessed: basic.LastAccessTime,
            written: basic.LastWriteTime,
            changed: basic.ChangeTime,
        })
    }

    /// Returns the metadata of a pipe or a device, which has no identity.
    fn of_device() -> Self {
        let (kind, identity) = (Kind::Other, (0, 0));
        let (len, names, attributes) = (0, 1, 0);
        let (created, accessed, written, changed) = (0, 0, 0, 0);
        Self { kind, identity, len, names, attributes, created, accessed, written, changed }
    }

    /// Returns the metadata of the file at `path`. Links are followed.
    pub fn at(path: &Path) -> io::Result<Self> {
        if is_descriptor(path) {
            Ok(Self::of_device())
        } else {
            Self::opened(path, FILE_FLAG_BACKUP_SEMANTICS)
        }
    }

    /// Returns the metadata of the file or link at `path`.
    pub fn at_link(path: &Path) -> io::Result<Self> {
        Self::opened(path, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
    }

    fn opened(path: &Path, flags: u32) -> io::Result<Self> {
        // Metadata needs no access to the content.
        Self::of(&OpenOptions::new().access_mode(0).custom_flags(flags).open(path)?)
    }

    /// Returns the type.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns the number of names (hard links).
    pub fn names(&self) -> u64 {
        self.names
    }

    /// Returns the identity.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Returns the length and the time of the last writing.
    pub fn content(&self) -> ContentMark {
        (self.len, self.written)
    }

    /// Returns the time of the last change.
    pub fn changed(&self) -> ChangeMark {
        self.changed
    }

    /// Returns `true` if the file was written after the last change of `other` or its metadata, such
    /// as its names.
    pub fn is_written_after(&self, other: &Self) -> bool {
        self.written > other.changed
    }

    /// Returns `true` if nobody may write the file.
    pub fn is_read_only(&self) -> bool {
        self.attributes & FILE_ATTRIBUTE_READONLY != 0
    }

    /// Returns `true` if Windows encrypts the file (EFS), or new files in the directory.
    pub(super) fn is_encrypted(&self) -> bool {
        self.attributes & FILE_ATTRIBUTE_ENCRYPTED != 0
    }

    /// Returns `true` if the file has a number. Some volumes do not number their files.
    pub fn is_numbered(&self) -> bool {
        self.identity.1 != 0
    }

    /// Returns `true` if both are names of the same file. If the volume does not number its files,
    /// returns `false`.
    pub fn is_one(&self, other: &Self) -> bool {
        self.identity == other.identity && self.is_numbered()
    }

    /// Returns `true` unless both are surely different files. Some handles have only the low half of
    /// the number of the volume, or none.
    pub fn may_be(&self, other: &Self) -> bool {
        let ((volume, number), (other_volume, other_number)) = (self.identity, other.identity);
        let is_unknown = volume == 0 || other_volume == 0;
        number == other_number && (is_unknown || volume as u32 == other_volume as u32)
    }

    /// Returns the permissions for a copy of this file: those that its directory gives it.
    pub fn permissions(&self) -> Permissions {
        Permissions::default()
    }

    /// Returns the permissions for a copy of this directory: those that its directory gives it.
    pub fn folder_permissions(&self) -> Permissions {
        Permissions::default()
    }
}

/// The permissions that a new file or directory gets: an access control list, or the one that it
/// inherits from its directory.
#[derive(Clone, Debug, Default)]
pub struct Permissions(pub(super) Option<AccessList>);

impl Permissions {
    /// Returns the permissions of a new file that replaces no other.
    pub fn of_new_file() -> Self {
        Self::default()
    }

    /// Returns the permissions of a new directory that is a copy of no other.
    pub fn of_new_folder() -> Self {
        Self::default()
    }

    /// Returns the permissions of a directory that is a copy of an unknown one.
    pub fn private() -> Self {
        Self::default()
    }
}

/// Returns `true` if `path` names a device, such as `NUL`. The standard library asks for metadata in
/// a way that fails for devices.
pub fn has_no_metadata(path: &Path) -> bool {
    is_descriptor(path)
}

/// Returns the number of a file that a walk found. It is the same for all names of the file.
pub fn number_of_entry(entry: &ignore::DirEntry) -> Option<u64> {
    Facts::at_link(entry.path()).ok().map(|facts| facts.identity.1 as u64)
}

/// Returns the number of the file at a path, which was found as `found`. It is the same for all
/// names of the file.
pub fn number(path: &Path, _found: &Metadata) -> Option<u64> {
    Facts::at(path).ok().map(|facts| facts.identity.1 as u64)
}
