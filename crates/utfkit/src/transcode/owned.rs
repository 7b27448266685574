//! Conversion into growing memory.

use alloc::{string::String, vec::Vec};

use super::{Action, Counts, Policy, Transcoder, append};
use crate::{
    encoding::Encoding,
    error::{
        Finding,
        outcome::{Outcome, Status},
    },
    slices::{unchecked, utf8},
};

impl Transcoder<'_> {
    /// Converts the next piece of the stream and appends the result to `out`, which grows as
    /// needed.
    ///
    /// # Errors
    /// Returns the finding at which the policy stops. All text before it is in `out`. To continue
    /// after it, call again with `src` from [`last_read`](Self::last_read) on.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Iso8859_1, Encoding::Utf8);
    /// let mut out = Vec::new();
    /// transcoder.transcode_to_vec(b"na\xEFve", &mut out, true)?;
    /// assert_eq!(out, "naïve".as_bytes());
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    pub fn transcode_to_vec(
        &mut self,
        src: &[u8],
        out: &mut Vec<u8>,
        last: bool,
    ) -> Result<(), Finding> {
        let mut read = 0;
        loop {
            // The rest of the input is a good estimate for most pairs. If it is too small, the
            // vector doubles.
            out.reserve((src.len() - read).max(Self::MIN_OUTPUT));
            let outcome = append::append_transcoded(out, self, &src[read..], last);
            read += outcome.read;
            self.last_read = read;
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => return Err(finding),
            }
        }
    }

    /// Converts the next piece of the stream and appends the result to `out`, which grows as needed.
    ///
    /// The target should be UTF-8, whose text is not validated again. For any other target the text
    /// is validated, so that US-ASCII and UTF-7 work too.
    ///
    /// # Errors
    /// Returns the finding at which the policy stops. All text before the finding is in `out`. To
    /// continue after it, call again with `src` from [`last_read`](Self::last_read) on. If the
    /// target is not UTF-8, the first sequence of the result that is not UTF-8 is an error too.
    ///
    /// Cost: that of [`transcode`](Self::transcode), which writes into `out`.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::{Policy, Transcoder}};
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf16, Encoding::Utf8).policy(Policy::Replace);
    /// let mut text = String::from("> ");
    /// // A unit and a surrogate pair are cut.
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
            self.last_read = read;
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => return Err(finding),
            }
        }
    }

    /// Converts the next piece of the stream and appends the result to `out`, which grows to at most
    /// `limit` bytes.
    ///
    /// The target must be UTF-8. For any other target, nothing is read, and the status is
    /// [`Status::OutputFull`].
    ///
    /// The results are those of [`transcode`](Self::transcode). [`Status::OutputFull`] means that
    /// the next character does not fit below the limit.
    ///
    /// ```
    /// use utfkit::{Encoding, Status, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8);
    /// let mut text = String::new();
    /// let outcome = transcoder.transcode_within(b"a\0\xAC\x20b\0", &mut text, 4, true);
    /// assert_eq!((&*text, outcome.read, outcome.status), ("a€", 4, Status::OutputFull));
    /// ```
    pub fn transcode_within(
        &mut self,
        src: &[u8],
        out: &mut String,
        limit: usize,
        last: bool,
    ) -> Outcome {
        let mut total = Outcome { read: 0, written: 0, status: Status::OutputFull };
        if !self.writes_utf8() {
            return total;
        }
        loop {
            let room = limit.saturating_sub(out.len());
            let wanted = (src.len() - total.read).max(Self::MIN_OUTPUT);
            out.reserve(wanted.min(room));
            let more = append::append_within(out, self, &src[total.read..], room, last);
            total.read += more.read;
            total.written += more.written;
            self.last_read = total.read;
            if more.status != Status::OutputFull || wanted.min(room) == room {
                return Outcome { status: more.status, ..total };
            }
        }
    }

    /// Implements [`transcode_to_string`](Self::transcode_to_string) for a target that is not
    /// UTF-8.
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

/// Converts `bytes`, a whole text in `from`, to `to`, strictly.
///
/// # Errors
/// Returns the first ill-formed sequence, or the first character that `to` cannot encode.
///
/// ```
/// use utfkit::{Encoding, transcode};
/// let bytes = transcode::convert(b"\xFF\xFEA\0", Encoding::Utf16, Encoding::Utf8)?;
/// assert_eq!(bytes, b"A");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("iconv", "recode", "transcode"))]
pub fn convert(bytes: &[u8], from: Encoding, to: Encoding) -> Result<Vec<u8>, Finding> {
    convert_with(bytes, from, to, Policy::Strict).map(|(converted, _)| converted)
}

/// Converts `bytes`, a whole text in `from`, to `to` with a policy, and counts its findings.
///
/// The policy handles ill-formed input and characters that `to` cannot encode.
///
/// # Errors
/// Returns the finding at which the policy stops.
///
/// ```
/// use utfkit::{Encoding, transcode::{Policy, convert_with}};
/// let (text, counts) =
///     convert_with(b"caf\xE9", Encoding::Utf8, Encoding::Utf8, Policy::ReplaceWith("?"))?;
/// assert_eq!((&text[..], counts.replaced), (&b"caf?"[..], 1));
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("iconv", "recode", "transcode"))]
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

/// Converts `bytes`, a whole text in `from`, to `to`, and asks `decide` about each finding.
///
/// For a stream, see [`Transcoder::resolve`].
///
/// # Errors
/// Returns the finding for which `decide` returns [`Action::Stop`], or an action whose output `to`
/// cannot encode.
///
/// ```
/// use utfkit::{Encoding, Kind, transcode::{Action, convert_by}};
/// let mut left = 1;
/// let stopped = convert_by(b"a\xFFb\xFF", Encoding::Utf8, Encoding::Utf8, |_| {
///     left -= 1;
///     if left < 0 { Action::Stop } else { Action::Skip }
/// });
/// assert_eq!(stopped.unwrap_err().offset(), 3);
/// ```
#[doc(alias("error handler", "callback"))]
pub fn convert_by<'p>(
    bytes: &[u8],
    from: Encoding,
    to: Encoding,
    mut decide: impl FnMut(&Finding) -> Action<'p>,
) -> Result<(Vec<u8>, Counts), Finding> {
    let (mut transcoder, mut out, mut rest) = (Transcoder::new(from, to), Vec::new(), bytes);
    while let Err(finding) = transcoder.transcode_to_vec(rest, &mut out, true) {
        rest = &rest[transcoder.last_read()..];
        if !transcoder.resolve(&finding, decide(&finding)) {
            return Err(finding);
        }
    }
    Ok((out, *transcoder.counts()))
}
