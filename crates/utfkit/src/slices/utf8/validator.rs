//! Validation of a stream that comes in chunks.

use super::carry::Carry;
use crate::{Finding, slices::engine};

/// A validator for UTF-8 that comes in chunks, wherever these are cut, in a few bytes of state.
///
/// The finding is the same for every way to cut the stream, with its offset from the start.
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Validator {
    carry: Carry,
}

const _: () = assert!(size_of::<Validator>() <= 32);

impl Validator {
    /// A validator of which nothing has come yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { carry: Carry::new() }
    }

    /// Takes the next chunk, which may be empty.
    ///
    /// A character that is cut by its end is judged with the next chunk, or by
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    /// The first ill-formed sequence that this chunk makes certain. The chunk is taken whole
    /// nevertheless, and a further one is judged as what follows it: the error is not given again.
    ///
    /// Cost: one pass at the speed of the active kernels.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), Finding> {
        let resolved = self.carry.take(chunk);
        first(resolved.findings)?;
        engine::validate::<u8>(resolved.middle.into())
            .map_err(|finding| finding.moved(resolved.offset))
    }

    /// Ends the stream. What is pushed next begins a new one.
    ///
    /// # Errors
    /// The sequence that the end of the stream cuts short.
    pub fn finish(&mut self) -> Result<(), Finding> {
        first(self.carry.finish())
    }

    /// How many bytes of the stream are judged: all that were pushed but three at most.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.carry.offset()
    }
}

/// The first of `findings`, if there are any.
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
