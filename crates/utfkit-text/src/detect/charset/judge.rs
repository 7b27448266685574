//! The cheapest reading.

use icu_normalizer::ComposingNormalizerBorrowed;
use utfkit::{Encoding, transcode};

use super::{
    pages::{Page, pages},
    priors::{MULTIPLE, Prior},
    sample::sample,
};
use crate::model::score::{BIT, Cost, Costs, Scored, Text, score};

/// The number of bytes that are judged.
pub(crate) const SAMPLE: usize = 1500;
/// The extra cost of a language that is not written in the charset.
const UNUSUAL: Cost = 10 * BIT;
/// The cost of an error in a charset of several bytes a character.
const ERROR: Cost = 30 * BIT;

/// A charset that a text can be in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The charset.
    pub encoding: Encoding,
    /// The language that is the cheapest.
    pub language: &'static str,
    /// The cost of the text, in quarters of a bit.
    pub cost: Cost,
    /// The likelihood of this charset among those returned, from 0 to 1.
    pub confidence: f32,
}

/// Returns the charsets that `bytes` can be in, the likeliest first. Of charsets that read them as
/// the same text, it returns the likeliest one.
#[must_use]
pub fn candidates(bytes: &[u8]) -> Vec<Candidate> {
    let length = bytes.len();
    let bytes = &*sample(bytes, SAMPLE);
    let words = Words::of(bytes);
    let mut texts = same_texts(&words.other);
    if texts.len() > MAX_CLOSE && words.other.len() > 2 * GLANCE {
        // A glance leaves those that are near the best.
        let glance = &words.other[..GLANCE];
        let mut costs: Vec<(Cost, Vec<&Page>)> = texts
            .into_iter()
            .filter_map(|pages| Some((single(glance, &words.ascii, &pages)?.cost, pages)))
            .collect();
        costs.sort_by_key(|(cost, _)| *cost);
        let far = costs.first().map_or(0, |(cost, _)| cost + FAR);
        costs.truncate(MAX_CLOSE);
        costs.retain(|(cost, _)| *cost <= far);
        texts = costs.into_iter().map(|(_, pages)| pages).collect();
    }
    let single = texts.iter().filter_map(|pages| single(&words.other, &words.ascii, pages));
    let mut found: Vec<Candidate> = single.collect();
    found.extend(MULTIPLE.iter().filter_map(|prior| multiple(&words, prior)));
    found.sort_by_key(|candidate| candidate.cost);
    weigh(&mut found, length);
    found
}

/// So many bytes are a glance, and so many readings are looked at closely after it, if they are not
/// so much dearer than the best.
const GLANCE: usize = 120;
const MAX_CLOSE: usize = 6;
const FAR: Cost = 60 * BIT;

/// A text by words: those of ASCII are the same in all charsets.
struct Words {
    ascii: Text,
    /// Words with bytes beyond ASCII.
    other: Vec<u8>,
}

impl Words {
    fn of(bytes: &[u8]) -> Words {
        let (mut ascii, mut other) = (Vec::new(), Vec::new());
        for word in bytes.split_inclusive(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
            match word.is_ascii() {
                true => ascii.extend(word.iter().map(|&byte| Scored::of(byte.into()))),
                false => other.extend_from_slice(word),
            }
        }
        Words { ascii: Text::of(&ascii), other }
    }
}

/// Pages that read `bytes` as the same text stand together.
fn same_texts(bytes: &[u8]) -> Vec<Vec<&'static Page>> {
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
    texts.into_iter().map(|(_, pages)| pages).collect()
}

/// What costs so many bits more is half as likely: letters of a text depend on each other, so the
/// model is surer than it may be.
const TEMPERATURE: f32 = 2.0;
/// The cost of a byte that means nothing.
const NOISE: Cost = 8 * BIT;
/// Longer text is never noise: a list of rare characters costs as much.
const MAX_NOISE: usize = 64;
/// Symbols and tables can fool the model, however long they are.
const MOST_SURE: f32 = 0.99;

/// Says how likely each of `found` is, as readings of so many bytes. A few bytes that
/// mean nothing are one more reading: they cost as much whatever they are.
fn weigh(found: &mut [Candidate], bytes: usize) {
    let Some(least) = found.first().map(|first| first.cost) else { return };
    for candidate in &mut *found {
        let bits = (candidate.cost - least) as f32 / BIT as f32;
        candidate.confidence = (-bits / TEMPERATURE).exp2();
    }
    let named: f32 = found.iter().map(|candidate| candidate.confidence).sum();
    let noise = match bytes {
        0..=MAX_NOISE => (least - bytes as Cost * NOISE) as f32 / BIT as f32,
        _ => f32::NEG_INFINITY,
    };
    let all = named + (noise / TEMPERATURE).exp2();
    found.iter_mut().for_each(|candidate| candidate.confidence *= MOST_SURE / all);
}

/// The likeliest of `pages`, which read `bytes` as the same text.
fn single(bytes: &[u8], ascii: &Text, pages: &[&Page]) -> Option<Candidate> {
    let first = pages.first()?;
    let text = match first.prior.languages {
        // In Vietnamese marks follow letters.
        ["vi"] => {
            let text = bytes.iter().map(|&byte| first.characters[usize::from(byte)]);
            let text = ComposingNormalizerBorrowed::new_nfc().normalize_iter(text);
            Text::of(&text.map(Scored::of).collect::<Vec<_>>())
        }
        _ => {
            let text = bytes.iter().map(|&byte| first.scored[usize::from(byte)]);
            Text::of(&text.collect::<Vec<_>>())
        }
    };
    let costs = text.beside(ascii);
    let candidates =
        pages.iter().filter_map(|page| candidate(page.encoding, page.prior, 0, &costs));
    candidates.min_by_key(|candidate| candidate.cost)
}

fn multiple(words: &Words, prior: &'static Prior) -> Option<Candidate> {
    let bytes = &*words.other;
    let name = if prior.name == "gbk" && has_four(bytes) { "gb18030" } else { prior.name };
    let encoding: Encoding = name.parse().ok()?;
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    // A sample can be cut.
    if errors > 2 + bytes.len() / 300 {
        return None;
    }
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    candidate(encoding, prior, errors as Cost * ERROR, &Text::of(&text).beside(&words.ascii))
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

/// Returns the cost of `bytes` as text in `encoding`.
pub(crate) fn cost(bytes: &[u8], encoding: Encoding) -> Cost {
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    score(&text).best().map_or(0, |(_, cost)| cost) + errors as Cost * ERROR
}
