//! What is found in a window, before it is told.

use std::{borrow::Cow, ops::Range};

use crate::repair::{
    edit::{self, Edit, Edits},
    events::Ambiguity,
};
use utfkit::Finding;

/// Bytes of a window that could be two things, and so stay.
#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    pub(crate) start: usize,
    pub(crate) end: usize,
    code: &'static str,
    /// As [`Ambiguity::readings`].
    readings: [Cow<'static, str>; 2],
    /// As [`Ambiguity::percent`].
    percent: Option<[u8; 2]>,
}

impl Doubt {
    pub(crate) fn new<A, B>(range: Range<usize>, code: &'static str, readings: (A, B)) -> Self
    where
        A: Into<Cow<'static, str>>,
        B: Into<Cow<'static, str>>,
    {
        let Range { start, end } = range;
        Self { start, end, code, readings: [readings.0.into(), readings.1.into()], percent: None }
    }

    /// Of `edit`, which is not made in `text`.
    pub(crate) fn of(text: &[u8], edit: &Edit) -> Self {
        let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let readings = (lossy(&text[edit.start..edit.end]), lossy(&edit.becomes));
        Self::new(edit.start..edit.end, edit.kind.code(), readings)
    }

    /// The same, `by` bytes later.
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }

    /// The same, with the second interpretation cheaper by so many quarters of a bit than the
    /// first, which is `other` if there is one.
    pub(crate) fn with_gain(mut self, gain: i64, other: Option<String>) -> Self {
        if let Some(other) = other {
            self.readings[0] = other.into();
        }
        // Of two, the one that costs 8 bits more is 16 times less likely: the model is too sure.
        let odds = (gain as f64 / 8.0).exp2();
        let second = (100.0 * odds / (1.0 + odds)).round().clamp(1.0, 99.0) as u8;
        self.percent = Some([100 - second, second]);
        self
    }

    /// As it is told of `text`, which stands at `offset`.
    pub(crate) fn told(self, text: &[u8], offset: u64) -> Ambiguity {
        Ambiguity {
            offset: offset + self.start as u64,
            bytes: text[self.start..self.end].to_vec(),
            code: self.code,
            readings: self.readings.map(Cow::into_owned),
            percent: self.percent,
        }
    }
}

/// What is found in a window.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) edits: Edits,
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) ill_formed: Vec<Finding>,
}

impl Found {
    /// Gives what was found behind `edits` the places that it has in the text before them.
    pub(crate) fn place_back(&mut self, edits: &Edits) {
        if edits.is_empty() {
            return;
        }
        let mut ranges: Vec<_> = self.doubts.iter().map(|doubt| (doubt.start, doubt.end)).collect();
        let of_finding = |one: &Finding| (one.offset() as usize, one.end() as usize);
        ranges.extend(self.ill_formed.iter().map(of_finding));
        edit::place_back(edits, &mut ranges);
        let (doubts, ill_formed) = ranges.split_at(self.doubts.len());
        for (doubt, &place) in self.doubts.iter_mut().zip(doubts) {
            (doubt.start, doubt.end) = place;
        }
        for (finding, &(start, _)) in self.ill_formed.iter_mut().zip(ill_formed) {
            *finding = finding.placed(start as u64);
        }
    }
}
