//! Conversion into a buffer, with the result as text.

use super::Transcoder;
use crate::{error::outcome::Outcome, slices::unchecked};

impl Transcoder<'_> {
    /// Converts the next piece of the stream like [`transcode`](Self::transcode), and returns the
    /// text that was written too.
    ///
    /// The target should be UTF-8. If it is not, the text ends before the first sequence that is
    /// not UTF-8, and [`Outcome::written`] has the length of all output.
    ///
    /// Cost: that of `transcode`, and of validating the text.
    ///
    /// ```
    /// use utfkit::{Encoding, Status, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8);
    /// let mut buffer = [0; 8];
    /// let (text, outcome) = transcoder.transcode_to_str(b"h\0\xE9\0", &mut buffer, true);
    /// assert_eq!((text, outcome.read, outcome.status), ("hé", 4, Status::Done));
    /// ```
    #[doc(alias("decode_to_str"))]
    pub fn transcode_to_str<'d>(
        &mut self,
        src: &[u8],
        dst: &'d mut [u8],
        last: bool,
    ) -> (&'d str, Outcome) {
        let outcome = self.transcode(src, &mut *dst, last);
        let written = dst.get(..outcome.written).unwrap_or_default();
        let text = unchecked::split_well_formed(written).0;
        (text, outcome)
    }
}
