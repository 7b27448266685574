//! The record and field of each error.

#[cfg(feature = "csv")]
use crate::lines::{Feed, Records, Unit};

/// Follows the records of a text, if the caller asked for them.
#[derive(Default)]
pub(super) struct Fields {
    /// The records, and the number of them that were read.
    #[cfg(feature = "csv")]
    records: Option<(Records, u64)>,
}

#[cfg(feature = "csv")]
impl Fields {
    /// Follows records whose fields end with `separator`.
    pub(super) fn new(separator: u8) -> Self {
        // All text comes as UTF-8.
        let records = Records::new(separator, Feed::new(Unit::BYTE), "\u{FEFF}".into());
        Self { records: Some((records, 0)) }
    }

    /// Takes the next text.
    pub(super) fn push(&mut self, text: &[u8]) {
        if let Some((records, done)) = &mut self.records {
            *done += records.run(text).records;
        }
    }

    /// Returns the record and the field, from 1, where the next text begins.
    pub(super) fn next(&self) -> Option<(u64, u64)> {
        self.records.as_ref().map(|(records, done)| (done + 1, records.field()))
    }
}

#[cfg(not(feature = "csv"))]
impl Fields {
    /// Takes the next text.
    pub(super) fn push(&mut self, _: &[u8]) {}

    /// Returns nothing, because records are not followed.
    pub(super) fn next(&self) -> Option<(u64, u64)> {
        None
    }
}
