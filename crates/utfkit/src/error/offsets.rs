//! The errors of many strings in one buffer: which row, and why.

use core::fmt;

use super::{Finding, Utf8Error};

/// The first row of a buffer of strings that is not one, and why.
///
/// Made by [`utf8::validate_offsets`](crate::utf8::validate_offsets), whose words it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OffsetsError {
    row: usize,
    fault: OffsetsFault,
}

/// Why a row is no string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OffsetsFault {
    /// An offset of the row is negative.
    Negative {
        /// The offset.
        offset: i64,
    },
    /// An offset of the row is beyond the end of the values.
    OutOfRange {
        /// The offset.
        offset: i64,
    },
    /// The row ends before it begins.
    GoesBack {
        /// Where it begins.
        from: i64,
        /// Where it ends.
        to: i64,
    },
    /// The text of the row is ill-formed.
    IllFormed {
        /// Where the row begins in the values.
        start: usize,
        /// What [`utf8::validate`](crate::utf8::validate) says of the row alone: its places count
        /// from the start of the row.
        error: Utf8Error,
    },
}

impl OffsetsError {
    pub(crate) const fn new(row: usize, fault: OffsetsFault) -> Self {
        Self { row, fault }
    }

    /// The number of the row, from 0: it lies between the offsets of this number and the next.
    #[must_use]
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Why the row is no string.
    #[must_use]
    pub const fn fault(&self) -> OffsetsFault {
        self.fault
    }

    /// The ill-formed sequence, its offset from the start of the row; `None` if the offsets are at
    /// fault.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        match &self.fault {
            OffsetsFault::IllFormed { error, .. } => Some(error.finding()),
            _ => None,
        }
    }

    /// The ill-formed sequence, its offset from the start of the values; `None` if the offsets are
    /// at fault.
    #[must_use]
    pub fn finding_in_values(&self) -> Option<Finding> {
        match &self.fault {
            OffsetsFault::IllFormed { start, error } => Some(error.finding().moved(*start as u64)),
            _ => None,
        }
    }
}

impl fmt::Display for OffsetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: ", self.row)?;
        match self.fault {
            OffsetsFault::Negative { offset } => write!(f, "the offset {offset} is negative"),
            OffsetsFault::OutOfRange { offset } => {
                write!(f, "the offset {offset} is beyond the end of the values")
            }
            OffsetsFault::GoesBack { from, to } => {
                write!(f, "it ends at {to}, before its start at {from}")
            }
            OffsetsFault::IllFormed { error, .. } => error.fmt(f),
        }
    }
}

impl core::error::Error for OffsetsError {}

#[cfg(feature = "std")]
impl From<OffsetsError> for std::io::Error {
    /// The error is of the kind [`InvalidData`](std::io::ErrorKind::InvalidData).
    fn from(error: OffsetsError) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}
