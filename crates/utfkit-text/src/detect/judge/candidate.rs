//! The encodings that some bytes can be in, with the probability of each.

use utfkit::Encoding;

use super::family::Family;
use crate::detect::weights::candidate::{
    ANY, MAX_CONFIDENCE, MAX_SHORT, MEANINGLESS, NEXT_TO_NOISE, NOISE, RARE, TEMPERATURE,
};
use crate::detect::weights::{BIT, Cost};

/// An encoding that some bytes can be in.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) encoding: Encoding,
    /// The language in which the text is cheapest.
    pub(crate) language: Option<&'static str>,
    /// The cost of the text, with the prior cost of the encoding.
    pub(crate) cost: Cost,
    /// The probability of this encoding among all candidates, from 0 to 1.
    pub(crate) confidence: f32,
    /// The number of characters that were read.
    pub(crate) characters: u64,
    /// The code pages of EBCDIC that read the same text.
    pub(crate) family: Family,
}

/// Returns the cost of `bytes` beyond ASCII without meaning, in words with this number of `letters`
/// of ASCII, and in a file of this `length`.
pub(crate) fn cost_of_noise(length: usize, bytes: usize, letters: usize) -> Cost {
    let noise = MEANINGLESS + bytes as Cost * NOISE + letters as Cost * NEXT_TO_NOISE;
    let short = (bytes + letters) as Cost * ANY + length.saturating_sub(4) as Cost * RARE;
    if length <= MAX_SHORT { noise.min(short) } else { noise }
}

/// Sorts `candidates` and sets their confidence. One more candidate are bytes without meaning, which
/// have the cost `noise`. `doubt` is a factor by which the model is too sure.
pub(crate) fn weigh(candidates: &mut [Candidate], noise: Cost, doubt: f32) {
    // The sort is stable: of two equal candidates, the first stays first.
    candidates.sort_by_key(|candidate| candidate.cost);
    let Some(least) = candidates.first().map(|first| first.cost) else { return };
    // Two to the power of the bits, divided by the temperature.
    let power = |cost: Cost| (cost as f32 / BIT as f32 / (TEMPERATURE * doubt)).exp2();
    let mut all = power(least - noise);
    for candidate in &mut *candidates {
        candidate.confidence = power(least - candidate.cost);
        all += candidate.confidence;
    }
    candidates.iter_mut().for_each(|candidate| candidate.confidence *= MAX_CONFIDENCE / all);
}
