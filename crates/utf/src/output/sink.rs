//! A destination of text.

use std::{fs::Metadata, io};

/// A destination of converted text.
pub trait Sink {
    /// Writes all of `bytes`.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns `true` if writing would change the file with the metadata `input` while it is read.
    fn overwrites(&self, _input: &Metadata) -> bool {
        false
    }
}
