//! Encodings that some bytes can be in, and how likely each is.

use utfkit::Encoding;

/// A cost, in quarters of a bit.
pub(crate) type Cost = i64;

/// One bit.
pub(crate) const BIT: Cost = 4;

/// An encoding that some bytes can be in.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) encoding: Encoding,
    /// The language that the text is the cheapest in.
    pub(crate) language: Option<&'static str>,
    /// The cost of the text, with the prior cost of the encoding.
    pub(crate) cost: Cost,
    /// The likelihood of this encoding among all candidates, from 0 to 1.
    pub(crate) confidence: f32,
    /// The number of characters that were read.
    pub(crate) characters: u64,
}

/// A text that costs so many bits more is half as likely: the letters of a text depend on each
/// other, so the model is surer than it may be.
const TEMPERATURE: f32 = 1.5;
/// The cost of a byte that means nothing.
const NOISE: Cost = 8 * BIT;
/// How much rarer such files are with each byte after the first three.
const RARE: Cost = 5;
/// Longer text is never noise: a list of rare characters costs as much.
const MAX_NOISE: usize = 24;
/// Symbols and tables can fool the model, however long they are.
const MAX_CONFIDENCE: f32 = 0.99;

/// Sorts `candidates` for a text of `ascii` bytes that cost so much and `other` bytes, and sets their
/// confidence. A few bytes that mean nothing are one more candidate: they cost as much whatever they
/// are.
pub(crate) fn weigh(candidates: &mut [Candidate], (ascii, cost): (usize, Cost), other: usize) {
    // The sort is stable: of equal ones, the first stays first.
    candidates.sort_by_key(|candidate| candidate.cost);
    let Some(least) = candidates.first().map(|first| first.cost) else { return };
    let bits = |cost: Cost| cost as f32 / BIT as f32;
    let rare = (ascii + other).saturating_sub(3) as Cost * RARE;
    let noise = match ascii + other {
        0..=MAX_NOISE => power(bits(least - cost - other as Cost * NOISE - rare)),
        _ => 0.0,
    };
    let mut all = noise;
    for candidate in &mut *candidates {
        candidate.confidence = power(bits(least - candidate.cost));
        all += candidate.confidence;
    }
    candidates.iter_mut().for_each(|candidate| candidate.confidence *= MAX_CONFIDENCE / all);
}

/// Two to the power of `bits`, as they count at the temperature.
fn power(bits: f32) -> f32 {
    (bits / TEMPERATURE).exp2()
}
