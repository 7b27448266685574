//! The cheapest reading.

use icu_normalizer::ComposingNormalizerBorrowed;
use utfkit::{Encoding, transcode};

use super::{
    pages::{Page, pages},
    priors::{MULTIPLE, Prior},
    sample::sample,
};
use crate::model::score::{BIT, Cost, Costs, Scored, score};

/// So many bytes are judged.
pub(crate) const SAMPLE: usize = 1500;
/// A language that is not written in a charset costs more.
const UNUSUAL: Cost = 10 * BIT;
/// What an error costs in a charset of several bytes a character.
const ERROR: Cost = 30 * BIT;

/// A charset that a text can be in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The charset.
    pub encoding: Encoding,
    /// The language that is the cheapest.
    pub language: &'static str,
    /// What the text costs, in quarters of a bit.
    pub cost: Cost,
    /// How likely this charset is among those that were tried, from 0 to 1.
    pub confidence: f32,
}

/// The charsets that `bytes` can be in, the likeliest first.
#[must_use]
pub fn candidates(bytes: &[u8]) -> Vec<Candidate> {
    let bytes = &*sample(bytes, SAMPLE);
    let mut used = [false; 256];
    bytes.iter().for_each(|&byte| used[usize::from(byte)] = true);
    let mut texts: Vec<(Vec<char>, Vec<&Page>)> = Vec::new();
    for page in pages() {
        let characters = used.iter().zip(page.characters.iter());
        let text: Vec<char> = characters.filter(|(used, _)| **used).map(|(_, &c)| c).collect();
        match texts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, pages)) => pages.push(page),
            None => texts.push((text, vec![page])),
        }
    }
    let mut found: Vec<Candidate> =
        texts.iter().filter_map(|(_, pages)| single(bytes, pages)).collect();
    found.extend(MULTIPLE.iter().filter_map(|prior| multiple(bytes, prior)));
    found.sort_by_key(|candidate| candidate.cost);
    weigh(&mut found, bytes.len());
    found
}

/// What costs so many bits more is half as likely: letters of a text depend on each other, so the
/// model is surer than it may be.
const TEMPERATURE: f32 = 2.0;
/// What a byte costs that means nothing.
const NOISE: Cost = 8 * BIT;
/// Symbols and tables can fool the model, however long they are.
const MOST_SURE: f32 = 0.99;

/// Says how likely each of `found` is, as readings of so many bytes. Bytes that mean nothing are
/// one more reading: they cost as much whatever they are.
fn weigh(found: &mut [Candidate], bytes: usize) {
    let Some(least) = found.first().map(|first| first.cost) else { return };
    for candidate in &mut *found {
        let bits = (candidate.cost - least) as f32 / BIT as f32;
        candidate.confidence = (-bits / TEMPERATURE).exp2();
    }
    let noise = (bytes as Cost * NOISE - least) as f32 / BIT as f32;
    let named: f32 = found.iter().map(|candidate| candidate.confidence).sum();
    let all = named + (-noise / TEMPERATURE).exp2();
    found.iter_mut().for_each(|candidate| candidate.confidence *= MOST_SURE / all);
}

/// The likeliest of `pages`, which read `bytes` as the same text.
fn single(bytes: &[u8], pages: &[&Page]) -> Option<Candidate> {
    let first = pages.first()?;
    let costs = match first.prior.languages {
        // In Vietnamese marks follow letters.
        ["vi"] => {
            let text = bytes.iter().map(|&byte| first.characters[usize::from(byte)]);
            let text = ComposingNormalizerBorrowed::new_nfc().normalize_iter(text);
            score(&text.map(Scored::of).collect::<Vec<_>>())
        }
        _ => {
            let text = bytes.iter().map(|&byte| first.scored[usize::from(byte)]);
            score(&text.collect::<Vec<_>>())
        }
    };
    let candidates =
        pages.iter().filter_map(|page| candidate(page.encoding, page.prior, 0, &costs));
    candidates.min_by_key(|candidate| candidate.cost)
}

fn multiple(bytes: &[u8], prior: &'static Prior) -> Option<Candidate> {
    let name = if prior.name == "gbk" && has_four(bytes) { "gb18030" } else { prior.name };
    let encoding: Encoding = name.parse().ok()?;
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    // A sample can be cut.
    if errors > 2 + bytes.len() / 300 {
        return None;
    }
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    candidate(encoding, prior, errors as Cost * ERROR, &score(&text))
}

/// Whether there is a sequence of four bytes that GB18030 has and GBK has not.
fn has_four(bytes: &[u8]) -> bool {
    bytes
        .windows(4)
        .any(|four| matches!(four, [0x81..=0xFE, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9']))
}

fn candidate(encoding: Encoding, prior: &Prior, more: Cost, costs: &Costs) -> Option<Candidate> {
    let by_language = costs.languages().map(|(language, cost)| {
        let unusual = !prior.languages.contains(&language);
        (language, cost + Cost::from(unusual) * UNUSUAL)
    });
    let (language, cost) = by_language.min_by_key(|(_, cost)| *cost)?;
    Some(Candidate {
        encoding,
        language,
        cost: cost + Cost::from(prior.cost) + more,
        confidence: 0.0,
    })
}

/// What `bytes` cost as text in `encoding`.
pub(crate) fn cost(bytes: &[u8], encoding: Encoding) -> Cost {
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    score(&text).best().map_or(0, |(_, cost)| cost) + errors as Cost * ERROR
}
