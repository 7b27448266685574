//! The functions that continue a stream after an error, or in two ways.

use super::Transcoder;

impl Transcoder<'_> {
    /// Returns the number of bytes of its input that the last call read, even if it failed.
    ///
    /// To continue after a finding that [`transcode_to_vec`] or [`transcode_to_string`] returned,
    /// pass the input from there on. [`offset`](Self::offset) does not show where that is, because
    /// a call may read bytes that the next one settles.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8);
    /// let (mut text, mut rest) = (String::new(), &b"a\xFFb\xFFc"[..]);
    /// while transcoder.transcode_to_string(rest, &mut text, true).is_err() {
    ///     rest = &rest[transcoder.last_read()..];
    ///     text.push('?');
    /// }
    /// assert_eq!(text, "a?b?c");
    /// # }
    /// ```
    ///
    /// [`transcode_to_vec`]: https://docs.rs/utfkit/latest/utfkit/transcode/struct.Transcoder.html#method.transcode_to_vec
    /// [`transcode_to_string`]: https://docs.rs/utfkit/latest/utfkit/transcode/struct.Transcoder.html#method.transcode_to_string
    #[must_use]
    pub const fn last_read(&self) -> usize {
        self.last_read
    }

    /// Returns a transcoder in the same state, or `None` if a policy calls a function.
    ///
    /// So a program can convert a part of a stream, and take that back.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le);
    /// let mut out = [0; 8];
    /// let _ = transcoder.transcode(b"\xE2\x82", &mut out, false);
    /// let mut other = transcoder.try_clone().unwrap();
    /// assert_eq!(other.transcode(b"\xAC", &mut out, true).written, 2);
    /// assert_eq!(transcoder.transcode(b"\xAD", &mut out, true).written, 2);
    /// ```
    #[must_use]
    pub fn try_clone(&self) -> Option<Self> {
        let unencodable = match &self.unencodable {
            Some(policy) => Some(policy.try_clone()?),
            None => None,
        };
        Some(Self { policy: self.policy.try_clone()?, unencodable, ..*self })
    }
}
