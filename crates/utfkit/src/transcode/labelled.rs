//! Conversion between two labels.

use super::{Transcoder, start::BomSettings};
use crate::encoding::Label;

impl Transcoder<'_> {
    /// Creates a transcoder from the label `from` to the label `to`.
    ///
    /// It is like [`new`](Self::new), with the BOMs and byte orders of the labels.
    ///
    /// A BOM that belongs to the label `from` is not part of the text. It is not kept, even from
    /// UTF-8 to UTF-8. [`bom`](Self::bom) overrides both labels.
    ///
    /// ```
    /// use utfkit::{encoding::{Label, LabelSet, UnknownLabel}, transcode::Transcoder};
    /// let label = |label| Label::parse(label, LabelSet::Iana);
    /// let convert = |from, to, text: &[u8]| {
    ///     let mut out = Vec::new();
    ///     let mut transcoder = Transcoder::labelled(label(from)?, label(to)?);
    ///     transcoder.transcode_to_vec(text, &mut out, true).expect("well-formed text");
    ///     Ok::<_, UnknownLabel>(out)
    /// };
    /// assert_eq!(convert("utf-8", "utf-8-sig", b"A")?, b"\xEF\xBB\xBFA");
    /// assert_eq!(convert("utf-8-sig", "utf-8", b"\xEF\xBB\xBFA")?, b"A");
    /// assert_eq!(convert("utf-8", "utf-16le-bom", b"A")?, b"\xFF\xFEA\0");
    /// # Ok::<(), UnknownLabel>(())
    /// ```
    #[must_use]
    pub fn labelled(from: Label, to: Label) -> Self {
        let reading = BomSettings { policy: from.bom().unwrap_or_default(), rule: from.bom_rule() };
        let writing = BomSettings { policy: to.written_from(from), rule: to.bom_rule() };
        Self::new(from.encoding(), to.encoding())
            .bom_settings(reading, writing)
            .input_order(from.order().unwrap_or_default())
            .output_order(to.order().unwrap_or_default())
    }
}
