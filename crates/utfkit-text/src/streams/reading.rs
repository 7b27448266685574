//! Options for decoding a text.

use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, ByteOrder, Label},
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
}
