//! Segments: the damaged parts of a text, each with the text that it was.

use std::ops::Range;

use super::{
    channels::Channel,
    units::{Line, Unit, bytes, is_high},
    verdict::Change,
};
use crate::model::score::{BIT, Cost};

/// A part of a text that was damaged, or that may have been.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// The bytes of the text.
    pub(crate) range: Range<usize>,
    pub(crate) channel: Channel,
    pub(crate) becomes: Vec<u8>,
    /// Whether a lost byte was guessed.
    pub(crate) is_guess: bool,
    /// The probability of this text against all others, in percent.
    pub(crate) percent: u8,
    /// The other likely text, if the segment stays as it is.
    pub(crate) rival: Option<Vec<u8>>,
}

/// Returns the probability in percent of an explanation that gains this much over all others.
fn percent(gain: Cost) -> u8 {
    // The model is too confident, so 2 bits count as 1.
    let odds = (gain as f64 / (2 * BIT) as f64).exp2();
    (100.0 * odds / (1.0 + odds)).round().clamp(1.0, 99.0) as u8
}

/// Adds the segments of `change` to `segments`. The line begins at the offset `base`.
pub(crate) fn push(line: &Line, base: usize, change: &Change, segments: &mut Vec<Segment>) {
    let Change { range, channel, becomes, gain, rival, lost } = change;
    let token = &line.units[range.clone()];
    let segment = |from: Range<usize>, to: &[Unit], rival: Option<Vec<u8>>| {
        let place = line.place(range.start + from.start..range.start + from.end);
        Segment {
            range: base + place.start..base + place.end,
            channel: *channel,
            becomes: bytes(to),
            is_guess: lost.is_any(),
            percent: percent(*gain),
            rival,
        }
    };
    if let Some(rival) = rival {
        segments.push(segment(0..token.len(), becomes, Some(bytes(rival))));
        return;
    }
    for (from, to) in runs(token, becomes) {
        segments.push(segment(from, &becomes[to], None));
    }
}

/// Returns the ranges in which `token` and `becomes` differ.
pub(super) fn runs(token: &[Unit], becomes: &[Unit]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let (mut at, mut to) = (0, 0);
    // Letters of ASCII do not change, except next to lost bytes.
    let is_same = token.iter().filter(|unit| !is_high(**unit)).eq(becomes.iter().filter(|unit| !is_high(**unit)));
    let run = |units: &[Unit], from: usize, is: bool| {
        let end = units[from..].iter().position(|&unit| is_high(unit) != is);
        end.map_or(units.len(), |len| from + len)
    };
    while is_same && (at < token.len() || to < becomes.len()) {
        let ends = [run(token, at, false), run(becomes, to, false)];
        // A run of signs may have vanished between two letters.
        let len = (ends[0] - at).min(ends[1] - to);
        (at, to) = (at + len, to + len);
        let ends = [run(token, at, true), run(becomes, to, true)];
        if ends[0] == at && ends[1] == to {
            break;
        }
        add(token, at..ends[0], becomes, to..ends[1], &mut found);
        (at, to) = (ends[0], ends[1]);
    }
    if !is_same {
        add(token, 0..token.len(), becomes, 0..becomes.len(), &mut found);
    }
    found
}

/// Adds two ranges without their common start and end, if they differ.
fn add(
    token: &[Unit],
    mut from: Range<usize>,
    becomes: &[Unit],
    mut to: Range<usize>,
    found: &mut Vec<(Range<usize>, Range<usize>)>,
) {
    let both = token[from.clone()].iter().zip(&becomes[to.clone()]);
    // Something stays on both sides, so that a report shows what became what.
    let most = from.len().min(to.len()).saturating_sub(1);
    let start = both.take(most).take_while(|(one, other)| one == other).count();
    (from.start, to.start) = (from.start + start, to.start + start);
    let both = token[from.clone()].iter().rev().zip(becomes[to.clone()].iter().rev());
    let most = from.len().min(to.len()).saturating_sub(1);
    let end = both.take(most).take_while(|(one, other)| one == other).count();
    (from.end, to.end) = (from.end - end, to.end - end);
    if token[from.clone()] != becomes[to.clone()] {
        found.push((from, to));
    }
}
