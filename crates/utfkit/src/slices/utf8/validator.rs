//! Validation of a stream of chunks.

use super::carry::Carry;
use crate::{Finding, slices::engine};

/// A validator for a stream of UTF-8, with a few bytes of state.
///
/// Chunks may be cut anywhere. The finding is the same for every way to cut the stream, with its
/// offset from the start.
///
/// ```
/// use utfkit::utf8::Validator;
/// let mut validator = Validator::new();
/// validator.push(b"na\xC3")?;
/// validator.push(b"\xAFve")?;
/// validator.finish()?;
///
/// validator.push(b"caf\xC3")?;
/// let finding = validator.push(b"!").unwrap_err();
/// assert_eq!((finding.offset(), finding.bytes()), (3, &[0xC3][..]));
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("incremental", "validate"))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Validator {
    carry: Carry,
}

const _: () = assert!(size_of::<Validator>() <= 32);

impl Validator {
    /// Creates a validator that has not read anything.
    #[must_use]
    pub const fn new() -> Self {
        Self { carry: Carry::new() }
    }

    /// Reads the next chunk, which may be empty.
    ///
    /// A character that the end of the chunk cuts is decided with the next chunk, or by
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    /// Returns the first ill-formed sequence that this chunk decides. The whole chunk is consumed
    /// nevertheless, so the next one continues after it, and the error is not returned again.
    ///
    /// Cost: one pass at the speed of the active kernels.
    ///
    /// ```
    /// use utfkit::utf8::Validator;
    /// let mut validator = Validator::new();
    /// assert!(validator.push(b"na\xC3").is_ok());
    /// assert_eq!(validator.push(b"!").unwrap_err().offset(), 2);
    /// ```
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), Finding> {
        let resolved = self.carry.take(chunk);
        first(resolved.findings)?;
        engine::validate::<u8>(resolved.middle.into())
            .map_err(|finding| finding.moved(resolved.offset))
    }

    /// Ends the stream. The next chunk begins a new one.
    ///
    /// # Errors
    /// Returns the sequence that the end of the stream cuts.
    ///
    /// ```
    /// use utfkit::utf8::Validator;
    /// let mut validator = Validator::new();
    /// validator.push(b"na\xC3")?;
    /// assert_eq!(validator.finish().unwrap_err().offset(), 2);
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    pub fn finish(&mut self) -> Result<(), Finding> {
        first(self.carry.finish())
    }

    /// Returns the number of decided bytes of the stream: all bytes so far, except at most three.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.carry.offset()
    }
}

/// Returns the first of `findings`, if there are any, as an error.
fn first(findings: [Option<Finding>; 3]) -> Result<(), Finding> {
    findings[0].map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{slices::utf8, testing};

    fn pushed(pieces: &[&[u8]]) -> Result<(), Finding> {
        let mut validator = Validator::new();
        for piece in pieces {
            validator.push(piece)?;
            validator.push(b"")?;
        }
        validator.finish()
    }

    fn whole(bytes: &[u8]) -> Result<(), Finding> {
        utf8::validate(bytes).map(drop).map_err(|error| error.finding())
    }

    #[test]
    fn the_cuts_do_not_matter() {
        testing::hostile(|bytes| {
            let expected = whole(bytes);
            testing::cuts(bytes, |cut| assert_eq!(pushed(cut), expected, "{cut:X?}"));
        });
    }
}
