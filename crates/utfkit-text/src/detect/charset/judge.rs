//! The cheapest reading.

use utfkit::{Encoding, transcode};

use super::{
    pages::{Page, pages},
    priors::{MULTIPLE, Prior},
    sample::sample,
};
use crate::model::score::{BIT, Cost, Costs, Scored, score};

/// So many bytes are judged.
const SAMPLE: usize = 1500;
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
}

/// The charsets that `bytes` can be in, the likeliest first.
#[must_use]
pub fn candidates(bytes: &[u8]) -> Vec<Candidate> {
    let bytes = &*sample(bytes, SAMPLE);
    let mut used = [false; 256];
    bytes.iter().for_each(|&byte| used[usize::from(byte)] = true);
    let mut seen: Vec<Vec<char>> = Vec::new();
    let mut found = Vec::new();
    for page in pages() {
        let characters = used.iter().zip(page.characters.iter());
        let characters: Vec<char> = characters.filter(|(used, _)| **used).map(|(_, &c)| c).collect();
        if !seen.contains(&characters) {
            seen.push(characters);
            found.extend(single(bytes, page));
        }
    }
    found.extend(MULTIPLE.iter().filter_map(|prior| multiple(bytes, prior)));
    found.sort_by_key(|candidate| candidate.cost);
    found
}

fn single(bytes: &[u8], page: &Page) -> Option<Candidate> {
    if page.prior.languages == ["vi"] {
        return composed(bytes, page);
    }
    let text: Vec<Scored> = bytes.iter().map(|&byte| page.scored[usize::from(byte)]).collect();
    candidate(page.encoding, page.prior, 0, &score(&text))
}

/// In Vietnamese marks follow letters.
fn composed(bytes: &[u8], page: &Page) -> Option<Candidate> {
    let text: String = bytes.iter().map(|&byte| page.characters[usize::from(byte)]).collect();
    let text = icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(&text).into_owned();
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    candidate(page.encoding, page.prior, 0, &score(&text))
}

fn multiple(bytes: &[u8], prior: &'static Prior) -> Option<Candidate> {
    let encoding: Encoding = prior.name.parse().ok()?;
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    // A sample can be cut.
    if errors > 2 + bytes.len() / 300 {
        return None;
    }
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    candidate(encoding, prior, errors as Cost * ERROR, &score(&text))
}

fn candidate(encoding: Encoding, prior: &Prior, more: Cost, costs: &Costs) -> Option<Candidate> {
    let by_language = costs.languages().map(|(language, cost)| {
        let unusual = !prior.languages.contains(&language);
        (language, cost + Cost::from(unusual) * UNUSUAL)
    });
    let (language, cost) = by_language.min_by_key(|(_, cost)| *cost)?;
    Some(Candidate { encoding, language, cost: cost + Cost::from(prior.cost) + more })
}
