//! Stores for lines that are too long to hold in memory.

use std::{error::Error, fmt, io};

/// The number of bytes of a line that are kept in memory: 1 MiB.
pub const MAX_IN_MEMORY: usize = 1 << 20;

/// Stores the bytes of a line that is too long to hold in memory.
///
/// A program that can create files uses temporary files. [`Refuse`] stores nothing.
pub trait Overflow: fmt::Debug + Sync {
    /// Returns an empty store.
    ///
    /// # Errors
    ///
    /// The error ends the sorting.
    fn store(&self) -> io::Result<Box<dyn Store>>;
}

/// Holds bytes outside of memory.
pub trait Store: fmt::Debug + Send {
    /// Appends `bytes`.
    ///
    /// # Errors
    ///
    /// Returns the error of the storage.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Reads into `room` the bytes from `offset` on. Returns their number, which is 0 only at the
    /// end.
    ///
    /// # Errors
    ///
    /// Returns the error of the storage.
    fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Drops all bytes. The store may be used again.
    fn clear(&mut self);
}

/// Rejects lines longer than 1 MiB with a [`LineTooLong`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Refuse;

impl Overflow for Refuse {
    fn store(&self) -> io::Result<Box<dyn Store>> {
        Err(LineTooLong.into())
    }
}

/// The error for a line longer than 1 MiB, if there is no store for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineTooLong;

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the line is longer than 1 MiB, the maximum that is held in memory")
    }
}

impl Error for LineTooLong {}

impl From<LineTooLong> for io::Error {
    fn from(error: LineTooLong) -> Self {
        io::Error::new(io::ErrorKind::FileTooLarge, error)
    }
}
