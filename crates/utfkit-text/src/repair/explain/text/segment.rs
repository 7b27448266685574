//! Segments: the damaged parts of a text, each with the text that it was.

use std::ops::Range;

use crate::model::score::{BIT, Cost};
use crate::repair::explain::group::change::Change;
use crate::repair::explain::tokens::units::{Line, Unit, bytes};
use crate::repair::explain::ways::channels::Channel;
use crate::repair::explain::ways::runs::runs;

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
    /// The text that was read wrongly, if it is not the bytes of `range` but they are its escapes.
    pub(crate) escaped: Option<Vec<u8>>,
}

impl Segment {
    /// Returns the segment of bytes that are `becomes` in a charset for certain.
    pub(super) fn raw(range: Range<usize>, charset: u8, becomes: &[Unit]) -> Segment {
        Segment {
            range,
            channel: Channel::Raw(charset),
            becomes: bytes(becomes),
            is_guess: false,
            percent: 99,
            rival: None,
            escaped: None,
        }
    }
}

/// A text without UTF-8.
pub(crate) struct Whole {
    /// Whether it is text in the likeliest charset, and not noise.
    pub(crate) is_text: bool,
    /// Its segments if the charset is certain, or else doubts.
    pub(crate) segments: Vec<Segment>,
}

/// Returns the probability in percent of an explanation that gains this much over all others.
pub(super) fn percent(gain: Cost) -> u8 {
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
            escaped: None,
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
