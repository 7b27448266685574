//! Recognizes the output directory by its identity, not by its path.
//!
//! Files that the run writes there are not input.

use std::{io, os::unix::fs::MetadataExt, path::Path};

/// A folder, such as the one that is written to: no path tells it, for it may be mounted in several
/// places.
#[derive(Clone, Copy)]
pub struct OutputFolder {
    /// Its device and its number.
    identity: (u64, u64),
}

impl OutputFolder {
    /// The folder at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let facts = path.metadata()?;
        Ok(Self { identity: (facts.dev(), facts.ino()) })
    }

    /// Whether it is what is at `path`.
    pub fn is(&self, path: &Path) -> bool {
        path.metadata().is_ok_and(|facts| (facts.dev(), facts.ino()) == self.identity)
    }

    /// Whether what is at `path` is it, or is in it.
    pub fn has(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|real| real.ancestors().any(|above| self.is(above)))
    }
}
