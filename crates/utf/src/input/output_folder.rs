//! Recognizes the output directory by its identity, not by its path.
//!
//! Files that the run writes there are not input.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::system::facts::Facts;

/// The identity of a directory, such as the output. A path is not enough, because it may be mounted
/// in several places.
#[derive(Clone)]
pub struct OutputFolder {
    facts: Facts,
    /// The path without links, if the volume does not number its files.
    path: Option<PathBuf>,
}

impl OutputFolder {
    /// Returns the identity of the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let facts = Facts::at(path)?;
        let path = if facts.is_numbered() { None } else { Some(path.canonicalize()?) };
        Ok(Self { facts, path })
    }

    /// Returns `true` if `path` is this directory.
    pub fn is(&self, path: &Path) -> bool {
        match &self.path {
            None => Facts::at(path).is_ok_and(|facts| facts.is_one(&self.facts)),
            Some(real) => path.canonicalize().is_ok_and(|path| path == *real),
        }
    }

    /// Returns `true` if `path` is this directory or inside it.
    pub fn has(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|real| real.ancestors().any(|above| self.is(above)))
    }
}
