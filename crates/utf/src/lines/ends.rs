//! Where lines end, in bytes of any encoding, and where records do.

use super::{
    feed::{Feed, Run},
    records::Records,
};

/// What is sorted: lines, or records of fields.
pub enum Cut {
    Lines(Feed),
    Records(Box<Records>),
}

impl Cut {
    /// How far whole items go in `bytes`, which are next.
    pub fn run(&mut self, bytes: &[u8]) -> Run {
        match self {
            Cut::Lines(feed) => Run { end: feed.last(bytes).unwrap_or(0), records: 0 },
            Cut::Records(records) => records.run(bytes),
        }
    }

    /// Behind the first end of an item in `bytes`, which are next: those up to there are taken, or
    /// all. Whether that was a record.
    pub fn first(&mut self, bytes: &[u8]) -> Option<(usize, bool)> {
        match self {
            Cut::Lines(feed) => feed.first(bytes).map(|end| (end, false)),
            Cut::Records(records) => records.first(bytes),
        }
    }

    /// Behind the end of the line with which `bytes` begin, or of all of them. Of a record nobody
    /// knows without going there.
    pub fn line_end(&self, bytes: &[u8]) -> Option<usize> {
        match self {
            Cut::Lines(feed) => Some(feed.first(bytes).unwrap_or(bytes.len())),
            Cut::Records(_) => None,
        }
    }

    /// The line feed.
    pub fn feed(&self) -> &Feed {
        match self {
            Cut::Lines(feed) => feed,
            Cut::Records(records) => &records.feed,
        }
    }

    /// The number of the field that comes next, from 1, if there are fields.
    pub fn field(&self) -> Option<u64> {
        match self {
            Cut::Lines(_) => None,
            Cut::Records(records) => Some(records.field()),
        }
    }

    /// How many bytes a code unit has.
    pub fn unit(&self) -> usize {
        self.feed().unit()
    }
}
