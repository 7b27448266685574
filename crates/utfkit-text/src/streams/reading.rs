//! Options for decoding a text.

use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, ByteOrder, Label},
    transcode::Transcoder,
};

use super::choose::candidates::Candidates;
use crate::receivers::Receiver;

/// Options for decoding a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'c> {
    /// The label of the text. Without a label, the BOM determines the encoding, and text without a
    /// BOM is UTF-8.
    pub label: Option<Label>,
    /// The policy for BOMs, if it is not that of the label.
    pub bom: Option<BomPolicy>,
    /// The byte order of text without a BOM, if it is not that of the label.
    pub order: Option<ByteOrder>,
    /// The encodings to try for lines that are not UTF-8.
    pub by_line: Option<&'c Candidates>,
    /// The receiver of the text, which rejects some characters.
    pub receiver: Option<Receiver>,
}

impl Reading<'_> {
    /// Returns `true` if the encoding depends on a BOM.
    pub fn looks_for_bom(&self) -> bool {
        self.label.is_none() && self.bom != Some(BomPolicy::Forbid)
    }

    /// Returns the label of a text that begins with `head`. `head` must be the whole text, or long
    /// enough to decide whether there is a BOM.
    pub fn label_of(&self, head: &[u8]) -> Label {
        let head = if self.looks_for_bom() { head } else { &[] };
        let by_bom = || Bom::of(head).map_or(Encoding::Utf8, Bom::encoding).into();
        self.label.unwrap_or_else(by_bom)
    }

    /// Returns a transcoder from text labelled `label` to UTF-8 without a BOM, with these options.
    pub fn reader<'p>(&self, label: Label) -> Transcoder<'p> {
        // Appended text does not begin with a BOM, no matter which policy the input has.
        let mut reader = Transcoder::labelled(label, Encoding::Utf8.into()).appended();
        if let Some(policy) = self.bom {
            reader = reader.bom(policy);
        }
        match self.order {
            Some(order) => reader.input_order(order),
            None => reader,
        }
    }
}
