//! The findings of a window, before they become events.

use std::{borrow::Cow, ops::Range};

use crate::repair::{
    edit::{self, Edit, Edits},
    events::Ambiguity,
};
use utfkit::Finding;

/// Bytes of a window that have two likely interpretations, and stay.
#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    pub(crate) start: usize,
    pub(crate) end: usize,
    code: &'static str,
    /// See [`Ambiguity::readings`].
    readings: [Cow<'static, str>; 2],
    /// See [`Ambiguity::percent`].
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

    /// Returns the doubt about `edit`, which is not made in `text`.
    pub(crate) fn of(text: &[u8], edit: &Edit) -> Self {
        let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let readings = (lossy(&text[edit.start..edit.end]), lossy(&edit.becomes));
        Self::new(edit.start..edit.end, edit.kind.code(), readings)
    }

    /// Returns the same doubt, `by` bytes later.
    #[cfg(feature = "charsets")]
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }

    /// Returns the same doubt about the bytes in `range`.
    #[cfg(feature = "charsets")]
    pub(crate) fn at(self, range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end, ..self }
    }

    /// Adds the probabilities. The second interpretation is cheaper than the first by `gain`
    /// quarters of a bit. The first one is `other`, or the text as it is.
    pub(crate) fn with_gain(mut self, gain: i64, other: Option<String>) -> Self {
        if let Some(other) = other {
            self.readings[0] = other.into();
        }
        // The model is too confident, so 2 bits count as 1.
        let odds = (gain as f64 / 8.0).exp2();
        let second = (100.0 * odds / (1.0 + odds)).round().clamp(1.0, 99.0) as u8;
        self.percent = Some([100 - second, second]);
        self
    }

    /// Returns the event about `text`, which is at `offset`.
    pub(crate) fn into_ambiguity(self, text: &[u8], offset: u64) -> Ambiguity {
        Ambiguity {
            offset: offset + self.start as u64,
            bytes: text[self.start..self.end].to_vec(),
            code: self.code,
            readings: self.readings.map(Cow::into_owned),
            percent: self.percent,
        }
    }
}

/// The findings of a window.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) edits: Edits,
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) ill_formed: Vec<Finding>,
}

impl Found {
    /// Moves the doubts and ill-formed parts to their positions in the text before `edits`.
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
