//! Recognizes the output directory by its identity, not by its path.
//!
//! Files that the run writes there are not input.

use std::{io, os::unix::fs::MetadataExt, path::Path};

/// The identity of a directory, such as the output. A path is not enough, because it may be mounted
/// in several places.
#[derive(Clone, Copy)]
pub struct OutputFolder {
    /// The device and the inode number.
    identity: (u64, u64),
}

impl OutputFolder {
    /// Returns the identity of the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let facts = path.metadata()?;
        Ok(Self { identity: (facts.dev(), facts.ino()) })
    }

    /// Returns `true` if `path` is this directory.
    pub fn is(&self, path: &Path) -> bool {
        path.metadata().is_ok_and(|facts| (facts.dev(), facts.ino()) == self.identity)
    }

    /// Returns `true` if `path` is this directory or inside it.
    pub fn has(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|real| real.ancestors().any(|above| self.is(above)))
    }
}
