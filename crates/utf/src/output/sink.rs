//! A destination of text.

use std::{fs::Metadata, io};

/// What takes converted text.
pub trait Sink {
    /// Writes all of `bytes`.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Whether writing changes the file of which `input` are the metadata, while it is read.
    fn overwrites(&self, _input: &Metadata) -> bool {
        false
    }
}
