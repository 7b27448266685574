//! Counts a stream while it is read.

use utfkit::{Encoding, Finding, utf8};

use utfkit_text::{diagnose::hint, streams::Events};

use crate::report::words;
use utfkit_text::streams::Use;
use utfkit_text::unicode::Graphemes;

/// The counts of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) encoding: Option<Encoding>,
    pub(super) lines: u64,
    pub(super) characters: u64,
    pub(super) graphemes: u64,
    pub(super) bytes: u64,
    pub(super) units: u64,
    pub(super) utf8: u64,
    pub(super) utf16: u64,
    /// The number of ill-formed maximal subparts.
    pub(super) ill_formed: u64,
    /// The first of them.
    pub(super) first: Option<Finding>,
    clusters: Option<Graphemes>,
}

impl Tally {
    /// Creates an empty tally. Graphemes are optional, because counting them is slow.
    pub(super) fn new(graphemes: bool) -> Self {
        Self { clusters: graphemes.then(Graphemes::default), ..Self::default() }
    }

    pub(super) fn counts_graphemes(&self) -> bool {
        self.clusters.is_some()
    }

    /// Ends the stream.
    pub(super) fn finish(&mut self) {
        self.end_cluster();
        if let Some(encoding) = self.encoding {
            // An incomplete unit at the end counts as a unit.
            self.units = self.bytes.div_ceil(encoding.unit_bytes() as u64);
        }
    }

    /// Adds the counts of another stream.
    pub(super) fn add(&mut self, other: &Tally) {
        self.lines += other.lines;
        self.characters += other.characters;
        self.graphemes += other.graphemes;
        self.bytes += other.bytes;
        self.units += other.units;
        self.utf8 += other.utf8;
        self.utf16 += other.utf16;
        self.ill_formed += other.ill_formed;
        self.clusters = self.clusters.take().or(other.clusters.clone());
    }

    /// Returns a hint about the real encoding, if the text is ill-formed.
    pub(super) fn hint(&self) -> Option<String> {
        hint::misread(self.encoding?, self.first.as_ref()?).map(words::hint_text)
    }

    fn end_cluster(&mut self) {
        if let Some(clusters) = &mut self.clusters {
            self.graphemes += clusters.finish();
        }
    }
}

impl Events for Tally {
    fn begin(&mut self, encoding: Encoding) {
        self.encoding = Some(encoding);
    }

    fn text(&mut self, text: &str) {
        let facts = utf8::scan(text.as_bytes());
        self.lines += facts.lines as u64;
        self.characters += facts.characters as u64;
        self.utf16 += facts.utf16_units as u64;
        self.utf8 += text.len() as u64;
        if let Some(clusters) = &mut self.clusters {
            self.graphemes += clusters.push(text);
        }
    }

    fn ill_formed(&mut self, finding: Finding) {
        self.first.get_or_insert(finding);
        self.ill_formed += 1;
        self.end_cluster();
    }

    fn read(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
    }

    fn used(&mut self, _: &[Use]) {}

    fn is_satisfied(&self) -> bool {
        false
    }
}
