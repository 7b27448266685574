//! The encodings that some bytes can be in, with the probability of each.

use utfkit::Encoding;

use super::family::Family;

/// A cost, in quarters of a bit.
pub(crate) type Cost = i64;

/// One bit.
pub(crate) const BIT: Cost = 4;

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

/// The number of bits that make a text half as likely. It is more than 1 because the letters of a
/// text depend on each other, so the model is too sure.
const TEMPERATURE: f32 = 1.6;
/// The cost of a byte that has no meaning.
const NOISE: Cost = 8 * BIT;
/// The cost of each byte after the first four, because short files without meaning are more
/// frequent.
const RARE: Cost = 5 * BIT;
/// The maximum length of a file without meaning. In a longer text, rare characters cost as much.
const MAX_NOISE: usize = 24;
/// The maximum confidence. Tables of symbols can deceive the model at any length.
const MAX_CONFIDENCE: f32 = 0.99;

/// Sorts `candidates` and sets their confidence. The text has `ascii` bytes of ASCII that have this
/// `cost`, and `other` bytes. If it is very short, bytes without meaning are one more candidate,
/// whose cost depends only on the length. `doubt` is a factor by which the model is too sure.
pub(crate) fn weigh(
    candidates: &mut [Candidate],
    (ascii, cost): (usize, Cost),
    other: usize,
    doubt: f32,
) {
    // The sort is stable: of two equal candidates, the first stays first.
    candidates.sort_by_key(|candidate| candidate.cost);
    let Some(least) = candidates.first().map(|first| first.cost) else { return };
    // Two to the power of the bits, divided by the temperature.
    let power = |cost: Cost| (cost as f32 / BIT as f32 / (TEMPERATURE * doubt)).exp2();
    let rare = (ascii + other).saturating_sub(4) as Cost * RARE;
    let noise = match ascii + other {
        0..=MAX_NOISE => power(least - cost - other as Cost * NOISE - rare),
        _ => 0.0,
    };
    let mut all = noise;
    for candidate in &mut *candidates {
        candidate.confidence = power(least - candidate.cost);
        all += candidate.confidence;
    }
    candidates.iter_mut().for_each(|candidate| candidate.confidence *= MAX_CONFIDENCE / all);
}
