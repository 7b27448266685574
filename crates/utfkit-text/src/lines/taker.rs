//! The receiver of sorted lines.

use std::{error::Error, fmt, io};

use super::{held::Held, mark::Mark};

/// A line, or a record, that has errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// The number of the line, from 1. A record of several lines has the number of the first.
    pub line: u64,
    /// The number of the record, from 1, if the text has fields.
    pub record: Option<u64>,
    /// The offset of the first byte, in bytes from the start of the stream.
    pub offset: u64,
    /// The number of bytes in the line.
    pub length: u64,
    /// The number of lines. The last line of a stream may lack its line end.
    pub lines: u64,
    /// The first errors in the line, at most 16.
    pub marks: Vec<Mark>,
    /// The number of errors in the line.
    pub count: u64,
}

/// Receives lines from a [`Sorter`](super::Sorter).
pub trait Taker {
    /// The reason why the receiver ends the sorting.
    type Error;

    /// Receives good lines. `bytes` may have several lines, or a part of one.
    ///
    /// # Errors
    ///
    /// An error ends the sorting.
    fn good(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Receives a bad line.
    ///
    /// # Errors
    ///
    /// An error ends the sorting.
    fn bad(&mut self, rejected: &Rejected, line: &mut Held<'_>) -> Result<(), Self::Error>;
}

/// The reason why sorting ended early.
#[derive(Debug)]
pub enum SortError<E> {
    /// The receiver of the lines ended the sorting.
    Taker(E),
    /// The line is too long to hold in memory, and its [`Overflow`](super::Overflow) failed.
    Overflow(io::Error),
}

impl<E: fmt::Display> fmt::Display for SortError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taker(error) => error.fmt(f),
            Self::Overflow(error) => write!(f, "cannot hold a long line: {error}"),
        }
    }
}

impl<E: Error + 'static> Error for SortError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Taker(error) => error.source(),
            Self::Overflow(error) => Some(error),
        }
    }
}
