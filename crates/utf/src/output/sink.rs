//! A destination of text.

use std::io;

use crate::system::facts::Facts;

/// A destination of converted text.
pub trait Sink {
    /// Writes all of `bytes`.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns `true` if writing would change the file with the metadata `input` while it is read.
    fn overwrites(&self, _input: &Facts) -> bool {
        false
    }
}
