//! The functions that continue a stream after an error.

use super::Transcoder;
use crate::{
    error::{Finding, Kind},
    transcode::policy::Action,
};

impl<'p> Transcoder<'p> {
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

    /// Carries out `action` for `finding`, at which the last call stopped.
    ///
    /// So a program decides about each finding itself, with a [`Policy::Strict`] transcoder: it
    /// keeps its function where it likes, and the transcoder keeps none. The next call writes the
    /// output of the action, so continue even if no input is left.
    ///
    /// Returns `false` if nothing can be done: the action is [`Action::Stop`], the target cannot
    /// encode the output of the action, or a [BOM is missing](crate::Kind::MissingBom).
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use utfkit::{Encoding, transcode::{Action, Transcoder}};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Be);
    /// let (mut out, mut rest) = (Vec::new(), &b"a\xFFb\xFF"[..]);
    /// let mut actions = [Action::Replace, Action::ReplaceWith("?")].into_iter();
    /// while let Err(finding) = transcoder.transcode_to_vec(rest, &mut out, true) {
    ///     rest = &rest[transcoder.last_read()..];
    ///     assert!(transcoder.resolve(&finding, actions.next().unwrap()));
    /// }
    /// assert_eq!(out, b"\0a\xFF\xFD\0b\0?");
    /// # }
    /// ```
    ///
    /// [`Policy::Strict`]: crate::transcode::Policy::Strict
    pub fn resolve(&mut self, finding: &Finding, action: Action<'p>) -> bool {
        finding.kind() != Kind::MissingBom && self.act(finding, action)
    }
}
