//! The text that is written.

use utfkit::{
    Encoding,
    encoding::{BomPolicy, BomRule, ByteOrder, Label},
    transcode::Transcoder,
};
use utfkit_text::{lines::Unit, transform::Wanted};

/// The settings for writing.
#[derive(Clone, Debug)]
pub(in crate::commands::convert) struct Written {
    pub(in crate::commands::convert) to: Label,
    /// Whether each file keeps its encoding, which a BOM shows. Then `to` is the encoding of files
    /// without a BOM.
    pub(super) keeps_encoding: bool,
    /// Whether to keep the declarations of XML, HTML and CSS unchanged.
    pub(in crate::commands::convert) keep_declaration: bool,
    /// The changes of the text between reading and writing.
    pub(super) filters: Wanted,
    /// The byte order, if it overrides the label.
    pub(super) order: Option<ByteOrder>,
    pub(super) utf7_optional_direct: bool,
    /// Whether characters may be written as their twins.
    pub(super) twins: bool,
}

impl Written {
    /// Returns these settings in `order`, unless the options or the label set an order.
    pub(super) fn with_order(&self, order: ByteOrder) -> Self {
        let wanted = self.order.or(self.to.order());
        Self { order: Some(wanted.unwrap_or(order)), ..self.clone() }
    }

    /// Returns the byte order, if the encoding leaves it open.
    pub(super) fn order(&self) -> ByteOrder {
        self.order.or(self.to.order()).unwrap_or_default()
    }

    /// Returns the code unit.
    pub(super) fn unit(&self) -> Unit {
        let encoding = self.to.encoding();
        Unit::new(encoding.unit_bytes(), encoding.byte_order().unwrap_or(self.order()))
    }

    /// Creates a transcoder from `from` to `to` with these settings.
    pub(super) fn transcoder<'p>(&self, from: Label, to: Label) -> Transcoder<'p> {
        let transcoder = Transcoder::labelled(from, to)
            .utf7_optional_direct(self.utf7_optional_direct)
            .twins(self.twins);
        match self.order {
            Some(order) => transcoder.output_order(order),
            None => transcoder,
        }
    }

    /// Returns `true` if the encoding does not need a BOM.
    pub(super) fn has_optional_bom(&self) -> bool {
        self.to.encoding().bom_rule() == BomRule::Optional
    }

    /// Returns the bytes of U+FEFF at the start of a text without a BOM, if they can be written.
    pub(super) fn bom_as_text(&self) -> Option<Vec<u8>> {
        let mut written = Vec::new();
        let mut writer =
            Transcoder::labelled(Encoding::Utf8.into(), self.to).bom(BomPolicy::Forbid);
        writer.transcode_to_vec("\u{FEFF}".as_bytes(), &mut written, true).ok()?;
        Some(written)
    }
}
