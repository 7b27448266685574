//! Validation of many strings in one buffer, one after the other, with an offset for the start of
//! each.
//!
//! Rows are checked in batches of thousands. All rows of a batch are well-formed if their offsets
//! are in order, their joined text is well-formed, and each offset in it is a boundary; otherwise
//! not. That is one pass of the kernel, and a look at one byte per row while the row is in a cache.
//! ASCII text does not need that look. Only a batch that fails is checked row by row, to find the
//! first bad row.

use core::{fmt, iter};

use crate::{
    error::Finding,
    form::errors::Utf8Error,
    form::{Form, cut, is_continuation},
    simd,
};

/// The type of an offset: `i32` or `i64`, as in Apache Arrow.
///
/// This trait is sealed: no other types implement it.
pub trait Offset: Copy + Ord + Into<i64> + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
}

impl Offset for i32 {}
impl Offset for i64 {}

/// The number of rows in a batch. A batch of short rows stays in the second-level cache, and its
/// offsets in the first-level cache.
const BATCH: usize = 4096;

/// Checks that every row is well-formed UTF-8, for rows one after the other in `values`.
///
/// Row `n` is `values[offsets[n]..offsets[n + 1]]`, in bytes, so there is one more offset than
/// there are rows. This is the layout of `Utf8` and `LargeUtf8` arrays of Apache Arrow. With one
/// offset or none, there are no rows. Rows may be empty. The bytes of `values` before the first
/// offset and after the last are not checked.
///
/// # Errors
/// Returns the first row with an offset that is negative, beyond the end of `values`, or less than
/// the one before, or with ill-formed text. For ill-formed text, the error is that of
/// [`validate`](super::validate) for the row alone. A character that an offset cuts is truncated in
/// the row where it begins. A single offset must be in range too; it counts as that of row 0.
///
/// Cost: one pass over the values at the speed of the active kernels, and about a nanosecond for
/// each row of a batch that is not ASCII.
///
/// ```
/// use utfkit::utf8::{self, OffsetsFault};
/// let values = "naïve€".as_bytes();
/// assert!(utf8::validate_offsets(values, &[0, 6, 6, 9]).is_ok());
///
/// // This cut is inside ï.
/// let error = utf8::validate_offsets(values, &[0_i64, 1, 3, 9]).unwrap_err();
/// assert_eq!(error.row(), 1);
/// assert_eq!(error.finding().map(|finding| finding.offset()), Some(1));
/// assert_eq!(error.finding_in_values().map(|finding| finding.offset()), Some(2));
///
/// let error = utf8::validate_offsets(values, &[0, 6, 10]).unwrap_err();
/// assert_eq!((error.row(), error.fault()), (1, OffsetsFault::OutOfRange { offset: 10 }));
/// ```
#[doc(alias = "Arrow")]
pub fn validate_offsets<O: Offset>(values: &[u8], offsets: &[O]) -> Result<(), OffsetsError> {
    if let &[only] = offsets {
        place(values, only).map_err(|fault| OffsetsError::new(0, fault))?;
    }
    let mut row = 0;
    while row + 1 < offsets.len() {
        // The last offset of a batch is the first of the next.
        let batch = cut::prefix(cut::rest(offsets, row), BATCH + 1);
        if !are_well_formed(values, batch) {
            first_fault(values, batch).map_err(|(at, fault)| OffsetsError::new(row + at, fault))?;
        }
        row += batch.len() - 1;
    }
    Ok(())
}

/// Returns `true` if all rows between `offsets` are well-formed.
fn are_well_formed<O: Offset>(values: &[u8], offsets: &[O]) -> bool {
    let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else { return true };
    // If the offsets are in order and both ends are in range, all are in range. The sum has no
    // branches, so that compilers can use vector instructions.
    if iter::zip(offsets, cut::rest(offsets, 1)).fold(false, |any, (from, to)| any | (to < from)) {
        return false;
    }
    let (Ok(start), Ok(end)) = (place(values, first), place(values, last)) else { return false };
    let text = cut::rest(cut::prefix(values, end), start);
    let kernels = simd::active();
    let worth = text.len() >= LONG && text.first().is_some_and(u8::is_ascii);
    let ascii = if worth { kernels.ascii_prefix(text) } else { 0 };
    if ascii == text.len() {
        return true;
    }
    kernels.validate(Form::Utf8, cut::rest(text, ascii)) == text.len() - ascii
        && are_boundaries(cut::prefix(values, end), offsets)
}

/// The minimum length of a text for which a call that checks for ASCII pays off.
const LONG: usize = 128;

/// Returns `true` if no offset cuts a character of `values`.
///
/// The offsets must be in order and in range, and the text from the first to the last well-formed.
fn are_boundaries<O: Offset>(values: &[u8], offsets: &[O]) -> bool {
    let mut any = false;
    for &offset in offsets {
        // At the end, there is no character to cut.
        let Some(&byte) = values.get(offset.into() as usize) else { break };
        any |= is_continuation(byte);
    }
    !any
}

/// Returns the first bad row and its fault as an error.
#[cold]
fn first_fault<O: Offset>(values: &[u8], offsets: &[O]) -> Result<(), (usize, OffsetsFault)> {
    for (row, (&from, &to)) in iter::zip(offsets, cut::rest(offsets, 1)).enumerate() {
        check_row(values, from, to).map_err(|fault| (row, fault))?;
    }
    Ok(())
}

/// Checks the row from `from` to `to`.
fn check_row<O: Offset>(values: &[u8], from: O, to: O) -> Result<(), OffsetsFault> {
    let (start, end) = (place(values, from)?, place(values, to)?);
    let Some(row) = values.get(start..end) else {
        return Err(OffsetsFault::GoesBack { from: from.into(), to: to.into() });
    };
    super::validate(row).map_err(|error| OffsetsFault::IllFormed { start, error })?;
    Ok(())
}

/// Converts `offset` into an index of `values`.
fn place<O: Offset>(values: &[u8], offset: O) -> Result<usize, OffsetsFault> {
    let offset = offset.into();
    match usize::try_from(offset) {
        Ok(place) if place <= values.len() => Ok(place),
        _ if offset < 0 => Err(OffsetsFault::Negative { offset }),
        _ => Err(OffsetsFault::OutOfRange { offset }),
    }
}

/// The first bad row of a buffer of strings, and its fault.
///
/// [`utf8::validate_offsets`](crate::utf8::validate_offsets) returns it, and explains the terms.
///
/// ```
/// let error = utfkit::utf8::validate_offsets(b"ab", &[0, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "row 0: the offset 3 is beyond the end of the values");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OffsetsError {
    row: usize,
    fault: OffsetsFault,
}

/// The fault of a row.
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
        /// The start of the row.
        from: i64,
        /// The end of the row.
        to: i64,
    },
    /// The text of the row is ill-formed.
    IllFormed {
        /// The start of the row in the values.
        start: usize,
        /// The error of [`utf8::validate`](crate::utf8::validate) for the row alone: offsets count
        /// from the start of the row.
        error: Utf8Error,
    },
}

impl OffsetsError {
    const fn new(row: usize, fault: OffsetsFault) -> Self {
        Self { row, fault }
    }

    /// Returns the number of the row, from 0. The row is between the offsets with this index and
    /// the next.
    #[must_use]
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Returns the fault of the row.
    #[must_use]
    pub const fn fault(&self) -> OffsetsFault {
        self.fault
    }

    /// Returns the ill-formed sequence, with its offset from the start of the row; `None` if the
    /// offsets are at fault.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        match &self.fault {
            OffsetsFault::IllFormed { error, .. } => Some(error.finding()),
            _ => None,
        }
    }

    /// Returns the ill-formed sequence, with its offset from the start of the values; `None` if the
    /// offsets are at fault.
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
    /// The kind is [`InvalidData`](std::io::ErrorKind::InvalidData).
    fn from(error: OffsetsError) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use std::vec::Vec;

    /// Returns the first fault, found row by row.
    fn expected(values: &[u8], offsets: &[i64]) -> Option<(usize, OffsetsFault)> {
        offsets.windows(2).enumerate().find_map(|(row, pair)| {
            let outside = |&offset: &i64| match offset {
                ..0 => Some(OffsetsFault::Negative { offset }),
                _ if offset > values.len() as i64 => Some(OffsetsFault::OutOfRange { offset }),
                _ => None,
            };
            let fault = pair.iter().find_map(outside).or_else(|| {
                let [from, to] = [pair[0], pair[1]];
                if to < from {
                    return Some(OffsetsFault::GoesBack { from, to });
                }
                let start = from as usize;
                let error = crate::slices::utf8::validate(&values[start..to as usize]).err()?;
                Some(OffsetsFault::IllFormed { start, error })
            });
            fault.map(|fault| (row, fault))
        })
    }

    /// Checks that both types of offsets give the same result as a check row by row.
    fn check(values: &[u8], offsets: &[i64]) {
        // A single offset is not a row. Another test checks it.
        if offsets.len() == 1 {
            return;
        }
        let expected = expected(values, offsets);
        let found = |result: Result<(), OffsetsError>| {
            result.err().map(|error| (error.row(), error.fault()))
        };
        assert_eq!(found(validate_offsets(values, offsets)), expected, "{values:X?} {offsets:?}");
        let narrow: Vec<i32> = offsets.iter().map(|&offset| offset as i32).collect();
        assert_eq!(found(validate_offsets(values, &narrow)), expected, "{values:X?} {offsets:?}");
    }

    #[test]
    fn the_first_fault_is_that_of_the_row_alone() {
        let texts: [&[u8]; 6] = [
            b"",
            b"abcd",
            "\u{E9}\u{20AC}".as_bytes(),
            "a\u{1F600}".as_bytes(),
            b"\x80ab\xE2\x82",
            b"a\xFF\xC3\xA9",
        ];
        for text in texts {
            testing::strings(&[-1, 0, 1, 2, 3, 4, 5, 6], 4, |offsets| check(text, offsets));
        }
    }

    #[test]
    fn rows_of_hostile_text() {
        testing::hostile(|text| {
            let end = text.len() as i64;
            check(text, &[0, end]);
            check(text, &[0, end / 2, end]);
            check(text, &[end.min(1), end.min(2), end]);
            let each: Vec<i64> = (0..=end).collect();
            check(text, &each);
        });
    }

    #[test]
    fn faults_in_any_batch() {
        let text = "na\u{EF}ve \u{20AC}\u{1F600}".repeat(4000);
        let boundaries: Vec<i64> =
            text.char_indices().map(|(at, _)| at as i64).chain([text.len() as i64]).collect();
        check(text.as_bytes(), &boundaries);
        let rows = boundaries.len() - 1;
        for row in [0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH, rows - 1] {
            let mut bytes = text.clone().into_bytes();
            bytes[boundaries[row] as usize] = 0xFF;
            check(&bytes, &boundaries);
            for wrong in [-1, boundaries[row + 1] - 1, 0, i64::from(i32::MAX)] {
                let mut offsets = boundaries.clone();
                offsets[row + 1] = wrong;
                check(text.as_bytes(), &offsets);
            }
        }
    }

    #[test]
    fn a_single_offset_must_be_in_range() {
        let fault = |offset: i64| validate_offsets(b"ab", &[offset]).map_err(|error| error.fault());
        assert_eq!(validate_offsets::<i32>(b"ab", &[]), Ok(()));
        assert_eq!((fault(0), fault(2)), (Ok(()), Ok(())));
        assert_eq!(fault(3), Err(OffsetsFault::OutOfRange { offset: 3 }));
        assert_eq!(fault(i64::MIN), Err(OffsetsFault::Negative { offset: i64::MIN }));
        assert_eq!(fault(i64::MAX), Err(OffsetsFault::OutOfRange { offset: i64::MAX }));
    }

    #[test]
    fn bytes_outside_of_rows_are_ignored() {
        let values = b"\xFFabc\x80\xFF";
        assert_eq!(validate_offsets(values, &[1, 2, 4]), Ok(()));
        assert_eq!(validate_offsets(values, &[4; 10]), Ok(()));
        assert_eq!(validate_offsets(values, &[1, 5]).map_err(|error| error.row()), Err(0));
    }
}
