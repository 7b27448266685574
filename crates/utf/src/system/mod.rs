//! The operating system: everything that differs between Unix and Windows.
//!
//! `unix` and `windows` have the same modules with the same functions, and no other file of this
//! crate asks for the system. Differences between Linux, macOS and other Unix systems are in
//! `unix`. The parts that are the same on both systems are in this file. `testing` has the facts
//! that only tests need.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(test)]
pub mod testing;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

use std::{
    io,
    path::{Path, PathBuf},
};

use facts::{ContentMark, Facts, Identity};

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Other,
}

impl Facts {
    /// Returns `true` if it is a regular file.
    pub fn is_file(&self) -> bool {
        self.kind() == Kind::File
    }

    /// Identifies the file and its text, without reading it. Writing to a file changes its time.
    pub fn text(&self) -> (Identity, ContentMark) {
        (self.identity(), self.content())
    }

    /// Returns `true` if both describe the same file, and it was only read in between.
    pub fn is_same(&self, other: &Self) -> bool {
        self.text() == other.text() && self.changed() == other.changed()
    }
}

/// Returns the path that git names with these bytes.
pub fn from_git(bytes: &[u8]) -> PathBuf {
    match names::from_bytes(bytes.to_owned()) {
        Some(name) => name.into(),
        None => String::from_utf8_lossy(bytes).into_owned().into(),
    }
}

/// Returns `path` in the form that other programs accept. Windows has full paths of two forms, and
/// `canonicalize` returns the other one.
pub fn usual(path: &Path) -> PathBuf {
    from_git(&names::bytes(path.as_os_str()))
}

/// Returns the error for a missing file.
pub fn not_found() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "No such file or directory")
}

/// Returns the error for a path without a name at its end, such as `a/..`.
pub fn no_name() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "Invalid argument")
}

/// Returns the error for links that lead to each other.
pub fn too_many_links() -> io::Error {
    io::Error::other("Too many levels of symbolic links")
}
