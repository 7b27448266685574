//! The decoder of browsers as a stream: "get an encoding" and "decode" of the WHATWG Encoding
//! Standard.

use super::{Policy, Transcoder, start::BomSettings, transcoder::browser::Browser};
use crate::encoding::{BomPolicy, BomRule, Encoding, Label, UnknownLabel};

impl Transcoder<'_> {
    /// Creates a transcoder to UTF-8 that decodes a stream with the label `label` exactly as
    /// browsers do.
    ///
    /// The result is that of [`decode_whatwg`], no matter how the stream is cut:
    ///
    /// - `label` is one of the 228 labels of the WHATWG Encoding Standard.
    /// - A BOM of UTF-8 or UTF-16 overrides the label, and is not part of the text. After the first
    ///   bytes, [`input_encoding`](Self::input_encoding) returns the encoding in use.
    /// - Each ill-formed sequence becomes one U+FFFD, also the rest of a sequence at the end.
    ///
    /// Settings can be changed as for any other transcoder. Then it is no longer what browsers do.
    ///
    /// # Errors
    /// The standard does not have this label, or this build lacks its encoding. All encodings except
    /// UTF-8 and UTF-16 need the feature `whatwg-charsets`.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut page = Transcoder::whatwg("utf-8")?;
    /// let mut text = Vec::new();
    /// // The BOM is cut, and names another encoding than the label.
    /// for piece in [&b"\xFF"[..], b"\xFEh\0\xFE", b"\xFF\0"] {
    ///     page.transcode_to_vec(piece, &mut text, false).expect("errors are replaced");
    /// }
    /// page.transcode_to_vec(b"", &mut text, true).expect("errors are replaced");
    /// assert_eq!(text, "h\u{FFFE}\u{FFFD}".as_bytes());
    /// assert_eq!(page.input_encoding(), Encoding::Utf16Le);
    /// # Ok::<(), utfkit::encoding::UnknownLabel>(())
    /// ```
    ///
    #[cfg_attr(feature = "alloc", doc = "[`decode_whatwg`]: crate::transcode::decode_whatwg")]
    #[cfg_attr(
        not(feature = "alloc"),
        doc = "[`decode_whatwg`]: https://docs.rs/utfkit/latest/utfkit/fn.decode_whatwg.html"
    )]
    #[doc(alias("TextDecoder", "encoding_rs", "new_decoder"))]
    pub fn whatwg(label: &str) -> Result<Self, UnknownLabel> {
        let label = Label::of_browsers(label)?.encoding();
        let reading = BomSettings { policy: BomPolicy::Forbid, rule: BomRule::Never };
        let writing = BomSettings { policy: BomPolicy::Strip, rule: BomRule::Optional };
        let mut transcoder =
            Self::new(label, Encoding::Utf8).policy(Policy::Replace).bom_settings(reading, writing);
        transcoder.browser = Some(Browser::new(label));
        Ok(transcoder)
    }

    /// Returns the encoding of the input: that of the label or of the constructor.
    ///
    /// In a stream of [`whatwg`](Self::whatwg), it is the encoding of the BOM if the input so far
    /// begins with one.
    #[must_use]
    pub const fn input_encoding(&self) -> Encoding {
        self.from
    }
}
