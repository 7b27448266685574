//! Finds the ends of lines and records, in bytes of any encoding.

#[cfg(feature = "csv")]
use super::records::Records;
use super::{feed::Feed, run::Run};

/// The items that a text is cut into: lines, or records of fields.
pub struct Cut(Items);

enum Items {
    Lines(Feed),
    #[cfg(feature = "csv")]
    Records(Box<Records>),
}

impl Cut {
    /// Cuts a text into lines that end with `feed`.
    #[must_use]
    pub fn lines(feed: Feed) -> Self {
        Self(Items::Lines(feed))
    }

    /// Cuts a text into records.
    #[cfg(feature = "csv")]
    #[must_use]
    pub fn records(records: Records) -> Self {
        Self(Items::Records(Box::new(records)))
    }

    /// Returns the end of the last complete item in `bytes`, which come next.
    pub(super) fn run(&mut self, bytes: &[u8]) -> Run {
        match &mut self.0 {
            Items::Lines(feed) => Run { end: feed.last(bytes).unwrap_or(0), records: 0 },
            #[cfg(feature = "csv")]
            Items::Records(records) => records.run(bytes),
        }
    }

    /// Returns the offset after the first end of an item in `bytes`, which come next, and whether
    /// the item was a record. Takes the bytes up to there, or all of them.
    pub(super) fn first(&mut self, bytes: &[u8]) -> Option<(usize, bool)> {
        match &mut self.0 {
            Items::Lines(feed) => feed.first(bytes).map(|end| (end, false)),
            #[cfg(feature = "csv")]
            Items::Records(records) => records.first(bytes),
        }
    }

    /// Returns the offset after the first line end of `bytes`, or their length. Returns `None` for
    /// records, because their end is known only after they were read.
    pub(super) fn line_end(&self, bytes: &[u8]) -> Option<usize> {
        match &self.0 {
            Items::Lines(feed) => Some(feed.first(bytes).unwrap_or(bytes.len())),
            #[cfg(feature = "csv")]
            Items::Records(_) => None,
        }
    }

    /// Returns the line feed.
    pub(super) fn feed(&self) -> &Feed {
        match &self.0 {
            Items::Lines(feed) => feed,
            #[cfg(feature = "csv")]
            Items::Records(records) => records.feed(),
        }
    }

    /// Returns the number of the field that comes next, from 1, if there are fields.
    pub(super) fn field(&self) -> Option<u64> {
        match &self.0 {
            Items::Lines(_) => None,
            #[cfg(feature = "csv")]
            Items::Records(records) => Some(records.field()),
        }
    }
}
