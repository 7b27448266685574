//! Conversion into growing memory.

use alloc::vec::Vec;

use super::{Counts, Policy, Transcoder};
use crate::{
    encoding::Encoding,
    error::{Finding, outcome::Status},
    slices::unchecked,
};

impl Transcoder<'_> {
    /// Converts the next piece of the stream and appends the result to `out`, which grows as
    /// needed.
    ///
    /// # Errors
    /// The finding at which the policy says to stop. All text before it is in `out`; how much of
    /// `src` was read then, [`offset`](Self::offset) tells.
    pub fn transcode_to_vec(
        &mut self,
        src: &[u8],
        out: &mut Vec<u8>,
        last: bool,
    ) -> Result<(), Finding> {
        let mut read = 0;
        loop {
            // As much as is left is a good guess for most pairs; the rest comes by doubling.
            out.reserve((src.len() - read).max(Self::MIN_OUTPUT));
            let outcome = unchecked::append_transcoded(out, self, &src[read..], last);
            read += outcome.read;
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => return Err(finding),
            }
        }
    }
}

/// `bytes`, a whole text in `from`, in `to`.
///
/// # Errors
/// The first ill-formed sequence, or the first character that `to` cannot encode.
///
/// ```
/// use utfkit::{Encoding, transcode};
/// let bytes = transcode::convert(b"\xFF\xFEA\0", Encoding::Utf16, Encoding::Utf8)?;
/// assert_eq!(bytes, b"A");
/// # Ok::<(), utfkit::Finding>(())
/// ```
pub fn convert(bytes: &[u8], from: Encoding, to: Encoding) -> Result<Vec<u8>, Finding> {
    convert_with(bytes, from, to, Policy::Strict).map(|(converted, _)| converted)
}

/// `bytes`, a whole text in `from`, in `to`, with what `policy` says about what is ill-formed or
/// cannot be encoded; and how much that was.
///
/// # Errors
/// The finding at which the policy says to stop.
pub fn convert_with(
    bytes: &[u8],
    from: Encoding,
    to: Encoding,
    policy: Policy<'_>,
) -> Result<(Vec<u8>, Counts), Finding> {
    let mut transcoder = Transcoder::new(from, to).policy(policy);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(bytes, &mut out, true)?;
    Ok((out, *transcoder.counts()))
}
