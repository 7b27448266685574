//! Recognizes the output directory by its identity, not by its path.
//!
//! Files that the run writes there are not input.

use std::{io, path::Path};

use crate::system::facts::{Facts, Identity};

/// The identity of a directory, such as the output. A path is not enough, because it may be mounted
/// in several places.
#[derive(Clone, Copy)]
pub struct OutputFolder {
    identity: Identity,
}

impl OutputFolder {
    /// Returns the identity of the directory at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { identity: Facts::at(path)?.identity() })
    }

    /// Returns `true` if `path` is this directory.
    pub fn is(&self, path: &Path) -> bool {
        Facts::at(path).is_ok_and(|facts| facts.identity() == self.identity)
    }

    /// Returns `true` if `path` is this directory or inside it.
    pub fn has(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|real| real.ancestors().any(|above| self.is(above)))
    }
}
