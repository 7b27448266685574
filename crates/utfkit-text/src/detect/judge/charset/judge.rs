//! Finds the cheapest reading in a legacy charset.

use icu_normalizer::ComposingNormalizerBorrowed;
use utfkit::{Encoding, transcode};

use super::pages::{Page, pages};
use crate::{
    detect::judge::{
        candidate::{BIT, Candidate, Cost},
        words::Words,
    },
    model::{
        priors::{MULTIPLE, Prior},
        score::{Costs, Scored, Text},
    },
    receivers::declared::Declared,
};

/// The extra cost of a language that is not written in the charset.
const UNUSUAL: Cost = 10 * BIT;
/// The cost of an error in a charset with several bytes per character.
const ERROR: Cost = 30 * BIT;
/// The number of bits that a declaration saves.
const DECLARED: Cost = 16 * BIT;

/// Returns the charsets that a text of these words can be in. If several charsets read the same
/// text, it returns the likeliest one.
pub(crate) fn candidates(words: &Words, declared: Option<&Declared>) -> Vec<Candidate> {
    let ascii: Vec<Scored> = words.ascii.iter().map(|&byte| Scored::of(byte.into())).collect();
    let ascii = Text::of(&ascii);
    let single = |bytes: &[u8], pages: &[&Page]| single(bytes, &ascii, pages, declared);
    let mut texts = same_texts(&words.other);
    if texts.len() > MAX_CLOSE && words.other.len() > 2 * GLANCE {
        // A short look leaves only the charsets near the best one.
        let glance = &words.other[..GLANCE];
        let mut costs: Vec<(Cost, Vec<&Page>)> = texts
            .into_iter()
            .filter_map(|pages| Some((single(glance, &pages)?.cost, pages)))
            .collect();
        costs.sort_by_key(|(cost, _)| *cost);
        let far = costs.first().map_or(0, |(cost, _)| cost + FAR);
        // If others cost as much as the last one, they are kept, too.
        let last = costs.get(MAX_CLOSE - 1).map_or(far, |(cost, _)| *cost);
        costs.retain(|(cost, _)| *cost <= far.min(last));
        texts = costs.into_iter().map(|(_, pages)| pages).collect();
    }
    let single = texts.iter().filter_map(|pages| single(&words.other, pages));
    let mut found: Vec<Candidate> = single.collect();
    found.extend(
        MULTIPLE.iter().filter_map(|prior| multiple(&words.other, &ascii, prior, declared)),
    );
    found
}

/// The number of bytes of a short look, the number of readings that remain after it, and their
/// maximum distance from the best one.
const GLANCE: usize = 120;
const MAX_CLOSE: usize = 6;
const FAR: Cost = 60 * BIT;

/// Groups the pages that read `bytes` as the same text.
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

/// Returns the likeliest of `pages`, which read `bytes` as the same text.
fn single(
    bytes: &[u8],
    ascii: &Text,
    pages: &[&Page],
    declared: Option<&Declared>,
) -> Option<Candidate> {
    let first = pages.first()?;
    let text = match first.prior.languages {
        // In Vietnamese, marks follow letters.
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
    let candidates = pages.iter().filter_map(|page| {
        candidate(page.encoding, page.prior, worth(page.encoding, declared), &costs)
    });
    let candidates: Vec<Candidate> = candidates.collect();
    let characters = bytes.len() as u64;
    let best = candidates.iter().min_by_key(|candidate| candidate.cost)?.clone();
    let cost = common(best.cost, candidates.iter().map(|candidate| candidate.cost));
    Some(Candidate { characters, cost, ..best })
}

/// Returns the cost of a text that has these `costs` in several pages; `least` is the minimum. The
/// text is as likely as all these readings together.
fn common(least: Cost, costs: impl Iterator<Item = Cost>) -> Cost {
    let bits = |cost: Cost| cost as f32 / BIT as f32;
    let together: f32 = costs.map(|cost| bits(least - cost).exp2()).sum();
    least - (together.log2() * BIT as f32).round() as Cost
}

fn multiple(
    bytes: &[u8],
    ascii: &Text,
    prior: &'static Prior,
    declared: Option<&Declared>,
) -> Option<Candidate> {
    let name = if prior.name == "gbk" && has_four(bytes) { "gb18030" } else { prior.name };
    let encoding: Encoding = name.parse().ok()?;
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    // A sample can be cut.
    if errors > 2 + bytes.len() / 300 {
        return None;
    }
    let text: Vec<Scored> = text.chars().map(Scored::of).collect();
    let costs = Text::of(&text).beside(ascii);
    let more = errors as Cost * ERROR + worth(encoding, declared);
    let found = candidate(encoding, prior, more, &costs)?;
    Some(Candidate { characters: text.len() as u64, ..found })
}

/// Returns the extra cost of an encoding, which is negative if the text declares it.
fn worth(encoding: Encoding, declared: Option<&Declared>) -> Cost {
    if declared.is_some_and(|declared| declared.agrees(encoding)) { -DECLARED } else { 0 }
}

/// Returns `true` if there is a sequence of four bytes, which GB18030 has and GBK does not.
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
        language: Some(language),
        characters: 0,
        cost: cost + Cost::from(prior.cost) + more,
        confidence: 0.0,
    })
}
