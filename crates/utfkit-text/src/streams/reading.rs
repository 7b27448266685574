//! How a text is read.

use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, ByteOrder, Label},
    transcode::Transcoder,
};

use super::choose::candidates::Candidates;
use crate::receivers::Receiver;

/// How a text is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'c> {
    /// Its label. Without a label the BOM tells the encoding, and text that has none is UTF-8.
    pub label: Option<Label>,
    /// What is done about BOMs, if not what the label says.
    pub bom: Option<BomPolicy>,
    /// The byte order of text without a BOM, if not what the label says.
    pub order: Option<ByteOrder>,
    /// The encodings that each line of UTF-8 may be in instead.
    pub by_line: Option<&'c Candidates>,
    /// The receiver of the text, which rejects some characters.
    pub receiver: Option<Receiver>,
}

impl Reading<'_> {
    /// Returns `true` if only a BOM can tell the encoding.
    pub fn looks_for_bom(&self) -> bool {
        self.label.is_none() && self.bom != Some(BomPolicy::Forbid)
    }

    /// Returns the label of a text that begins with `head`, which is all of it or settles whether
    /// there is a BOM.
    pub fn label_of(&self, head: &[u8]) -> Label {
        let head = if self.looks_for_bom() { head } else { &[] };
        let told = || Bom::of(head).map_or(Encoding::Utf8, Bom::encoding).into();
        self.label.unwrap_or_else(told)
    }

    /// Returns a transcoder that reads text labelled `label` so, and gives UTF-8 without a BOM.
    pub fn reader<'p>(&self, label: Label) -> Transcoder<'p> {
        // Appended text begins with no BOM, no matter what is done about that of the input.
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
