//! One thing that was found, as data.

use utfkit::audit::{Rule, Severity};

/// Where something begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In octets from the start of the file.
    pub offset: u64,
    /// From 1.
    pub line: u64,
    /// In characters, from 1.
    pub column: u64,
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Observation {
    pub rule: Rule,
    pub severity: Severity,
    pub place: Place,
    /// How many octets it has.
    pub length: u64,
    /// The first code point of it, or the one that an ill-formed sequence stands for.
    pub point: Option<u32>,
    /// The octets of an ill-formed sequence.
    pub octets: Vec<u8>,
    /// What it says, hides or looks like.
    pub means: Option<String>,
    /// The line that it stands on, fit for a terminal: what is before it, itself, and what is behind it.
    pub context: [String; 3],
    /// Where it is in the text that is at hand, as long as its context is not made.
    pub at: Option<usize>,
}

impl Observation {
    /// The same, by another rule.
    pub fn by(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }
}
