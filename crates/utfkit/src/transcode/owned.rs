//! Conversion into growing memory.

use alloc::{string::String, vec::Vec};

use super::{Counts, Policy, Transcoder, append};
use crate::{
    encoding::Encoding,
    error::{Finding, outcome::Status},
    slices::{unchecked, utf8},
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
            let outcome = append::append_transcoded(out, self, &src[read..], last);
            read += outcome.read;
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => return Err(finding),
            }
        }
    }

    /// Converts the next piece of the stream and appends the result to `out`, which grows as needed.
    ///
    /// The target should be UTF-8: its text is not validated again. The text of another target is
    /// validated, so that US-ASCII and UTF-7 work too.
    ///
    /// # Errors
    /// The finding at which the policy says to stop. All text before the finding is in `out`; call
    /// again to continue after it, with what [`offset`](Self::offset) says was not read. If the
    /// target is not UTF-8, also the first sequence of its text that is not.
    ///
    /// Cost: that of [`transcode`](Self::transcode), which writes into `out`.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::{Policy, Transcoder}};
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf16, Encoding::Utf8).policy(Policy::Replace);
    /// let mut text = String::from("> ");
    /// // A unit and a pair of surrogates are cut.
    /// for chunk in [&b"\xFF\xFEh\0i"[..], b"\0\x3D\xD8\0", b"\xDE\0\xDC"] {
    ///     transcoder.transcode_to_string(chunk, &mut text, false)?;
    /// }
    /// transcoder.transcode_to_string(b"", &mut text, true)?;
    /// assert_eq!(text, "> hi\u{1F600}\u{FFFD}");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    pub fn transcode_to_string(
        &mut self,
        src: &[u8],
        out: &mut String,
        last: bool,
    ) -> Result<(), Finding> {
        let mut read = 0;
        loop {
            out.reserve((src.len() - read).max(Self::MIN_OUTPUT));
            let rest = &src[read..];
            let Some(outcome) = append::append_transcoded_str(out, self, rest, last) else {
                return self.transcode_to_checked_string(rest, out, last);
            };
            read += outcome.read;
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => return Err(finding),
            }
        }
    }

    /// [`transcode_to_string`](Self::transcode_to_string) for a target that is not UTF-8.
    fn transcode_to_checked_string(
        &mut self,
        src: &[u8],
        out: &mut String,
        last: bool,
    ) -> Result<(), Finding> {
        let mut bytes = Vec::new();
        let result = self.transcode_to_vec(src, &mut bytes, last);
        let (text, error) = match utf8::validate(&bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let (text, _) = unchecked::split_well_formed(&bytes);
                (text, Some(error.finding()))
            }
        };
        out.push_str(text);
        error.map_or(result, Err)
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
