//! A group of labels with one meaning.

use crate::encoding::{policy::BomPolicy, scheme::ByteOrder};

/// Labels with one meaning.
#[derive(Debug)]
pub(in crate::encoding) struct Group {
    pub(in crate::encoding) labels: &'static [&'static str],
    /// The canonical name of the encoding.
    pub(in crate::encoding) name: &'static str,
    pub(in crate::encoding) bom: Option<BomPolicy>,
    pub(in crate::encoding) order: Option<ByteOrder>,
    pub(in crate::encoding) note: Option<&'static str>,
    /// Whether it is a legacy charset, which not every build has.
    pub(in crate::encoding) legacy: bool,
}

impl Group {
    /// Creates a group of `labels` for the encoding `name`.
    pub(super) const fn new(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { labels, name, bom: None, order: None, note: None, legacy: false }
    }

    /// Creates a group of `labels` for the legacy charset `name`.
    pub(super) const fn legacy(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { legacy: true, ..Self::new(name, labels) }
    }

    /// Creates a group of `labels` for a charset that no build has. Elsewhere, they mean others.
    #[cfg(feature = "legacy-charsets")]
    pub(super) const fn absent(labels: &'static [&'static str]) -> Self {
        Self::new("", labels)
    }

    /// Allows a BOM, even if the encoding does not, and sets the policy for it.
    pub(super) const fn bom(self, policy: BomPolicy) -> Self {
        Self { bom: Some(policy), ..self }
    }

    /// Sets the byte order of text without a BOM.
    pub(super) const fn order(self, order: ByteOrder) -> Self {
        Self { order: Some(order), ..self }
    }

    pub(super) const fn note(self, note: &'static str) -> Self {
        Self { note: Some(note), ..self }
    }
}
