//! Finds the cheapest reading in a legacy charset.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use super::pages::{Choice, Page, pages};
use crate::{
    detect::judge::{
        candidate::{BIT, Candidate, Cost},
        family::Family,
        words::Words,
    },
    model::{
        letters::Kind,
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
    let ascii = words.text();
    let mut found = of_pages(pages(), &words.other, ascii, declared);
    found.extend(of_several(multiple(&words.other), &words.other, ascii, declared));
    found
}

/// Returns the candidates among `all` pages for a text of words that differ between them, next to
/// `shared` words that do not.
pub(super) fn of_pages(
    all: impl IntoIterator<Item = &'static Page>,
    bytes: &[u8],
    shared: &Text,
    declared: Option<&Declared>,
) -> Vec<Candidate> {
    let single =
        |bytes: &[u8], pages: &[&Page], limit| single(bytes, shared, pages, declared, limit);
    let mut texts = same_texts(all, bytes);
    if texts.len() > MAX_CLOSE && bytes.len() > 2 * GLANCE {
        // A short look leaves only the charsets near the best one.
        let glance = &bytes[..GLANCE];
        let mut close: Vec<(Cost, Vec<&Page>)> = Vec::new();
        let mut limit = Cost::MAX;
        for pages in texts {
            let Some(found) = single(glance, &pages, limit) else { continue };
            // If others cost as much as the last one, they are kept, too.
            let place = close.partition_point(|(cost, _)| *cost <= found.cost);
            close.insert(place, (found.cost, pages));
            let far = close.first().map_or(limit, |(cost, _)| cost + FAR);
            limit = close.get(MAX_CLOSE - 1).map_or(far, |(last, _)| far.min(*last));
            close.retain(|(cost, _)| *cost <= limit);
        }
        texts = close.into_iter().map(|(_, pages)| pages).collect();
    }
    texts.iter().filter_map(|pages| single(bytes, pages, Cost::MAX)).collect()
}

/// The number of bytes of a short look, the number of readings that remain after it, and their
/// maximum distance from the best one.
const GLANCE: usize = 120;
const MAX_CLOSE: usize = 6;
const FAR: Cost = 60 * BIT;

/// The maximum number of bytes of a character.
const LONGEST: usize = 4;

/// Groups the pages that read `bytes` as the same text. Pages in which far more bytes are not text
/// than in others are left out.
fn same_texts(
    all: impl IntoIterator<Item = &'static Page>,
    bytes: &[u8],
) -> Vec<Vec<&'static Page>> {
    let mut counts = [0_usize; 256];
    bytes.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    // Most pages differ in the last bytes.
    let used: Vec<usize> = (0..256).rev().filter(|&byte| counts[byte] > 0).collect();
    let is_same = |one: &Page, other: &Page| {
        used.iter().all(|&byte| one.characters[byte] == other.characters[byte])
    };
    let is_bad =
        |page: &Page, byte: usize| matches!(page.scored[byte].kind(), Kind::C1 | Kind::Bad);
    let mut texts: Vec<(usize, Vec<&Page>)> = Vec::new();
    for page in all {
        match texts.iter_mut().find(|(_, known)| is_same(known[0], page)) {
            Some((_, pages)) => pages.push(page),
            None => {
                let bad = used.iter().filter(|&&byte| is_bad(page, byte));
                texts.push((bad.map(|&byte| counts[byte]).sum(), vec![page]));
            }
        }
    }
    let least = texts.iter().map(|(bad, _)| *bad).min().unwrap_or(0);
    let most = least + MAX_BAD + bytes.len() / BAD;
    texts.into_iter().filter(|(bad, _)| *bad <= most).map(|(_, pages)| pages).collect()
}

/// The number of bytes by which a page can have more that are not text than the best page: this
/// number, and one in so many bytes.
const MAX_BAD: usize = 2;
const BAD: usize = 32;

/// The maximum number of bits that several readings save together. There are fewer than 2^8 pages.
const TOGETHER: Cost = 8 * BIT;

/// Returns the likeliest of `pages`, which read `bytes` as the same text. If it costs more than `limit`,
/// the answer can be `None`.
fn single(
    bytes: &[u8],
    ascii: &Text,
    pages: &[&Page],
    declared: Option<&Declared>,
    limit: Cost,
) -> Option<Candidate> {
    let first = pages.first()?;
    let text = match first.choice.prior.languages {
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
    let costs = text.beside_below(ascii, limit.saturating_add(DECLARED + TOGETHER));
    let candidates = pages
        .iter()
        .filter_map(|page| candidate(&page.choice, worth(page.choice.encoding, declared), &costs));
    likeliest(candidates.collect(), bytes.len())
}

/// Returns the likeliest of `candidates`, which read the same text of this number of characters.
fn likeliest(candidates: Vec<Candidate>, characters: usize) -> Option<Candidate> {
    let best = candidates.iter().min_by_key(|candidate| candidate.cost)?.clone();
    let cost = common(best.cost, candidates.iter().map(|candidate| candidate.cost));
    let family = match best.encoding.is_ascii_compatible() {
        true => Family::default(),
        false => Family::of(candidates.iter().map(|candidate| candidate.encoding)),
    };
    Some(Candidate { characters: characters as u64, cost, family, ..best })
}

/// Returns the cost of a text that has these `costs` in several pages; `least` is the minimum. The
/// text is as likely as all these readings together.
fn common(least: Cost, costs: impl Iterator<Item = Cost>) -> Cost {
    let bits = |cost: Cost| cost as f32 / BIT as f32;
    let together: f32 = costs.map(|cost| bits(least - cost).exp2()).sum();
    least - (together.log2() * BIT as f32).round() as Cost
}

/// Returns the charsets with one or more bytes per character, apart from those of EBCDIC.
fn multiple(bytes: &[u8]) -> &'static [Choice] {
    static ALL: OnceBox<[Vec<Choice>; 2]> = OnceBox::new();
    let all = ALL.get_or_init(|| {
        Box::new(["gbk", "gb18030"].map(|gbk| {
            let name = |prior: &Prior| if prior.name == "gbk" { gbk } else { prior.name };
            MULTIPLE.iter().filter_map(|prior| Choice::of(prior, name(prior))).collect()
        }))
    });
    &all[usize::from(has_four(bytes))]
}

/// A charset that reads a text, with the extra cost of its errors.
type Reading = (&'static Choice, Cost);

/// Returns the candidates among charsets in which characters can have several bytes. If several
/// charsets read the same text, it returns the likeliest one.
pub(super) fn of_several(
    all: &'static [Choice],
    bytes: &[u8],
    shared: &Text,
    declared: Option<&Declared>,
) -> Vec<Candidate> {
    let mut texts: Vec<(Cow<'_, str>, Vec<Reading>)> = Vec::new();
    // A sample can be cut.
    let most = 2 + bytes.len() / 300;
    let begin = &bytes[..bytes.len().min(GLANCE)];
    for choice in all {
        let encoding = choice.encoding;
        // The cut after a short look can make errors, too.
        if transcode::decode_lossy(begin, encoding).1 > most + LONGEST {
            continue;
        }
        let (text, errors) = transcode::decode_lossy(bytes, encoding);
        if errors > most {
            continue;
        }
        let more = errors as Cost * ERROR + worth(encoding, declared);
        match texts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, readings)) => readings.push((choice, more)),
            None => texts.push((text, vec![(choice, more)])),
        }
    }
    let likeliest = |(text, readings): (Cow<'_, str>, Vec<Reading>)| {
        let text: Vec<Scored> = text.chars().map(Scored::of).collect();
        let costs = Text::of(&text).beside(shared);
        let candidates =
            readings.into_iter().filter_map(|(choice, more)| candidate(choice, more, &costs));
        likeliest(candidates.collect(), text.len())
    };
    texts.into_iter().filter_map(likeliest).collect()
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

fn candidate(choice: &Choice, more: Cost, costs: &Costs) -> Option<Candidate> {
    let (language, cost) = costs.best_of(choice.usual, UNUSUAL)?;
    Some(Candidate {
        encoding: choice.encoding,
        language: Some(language),
        characters: 0,
        cost: cost + Cost::from(choice.prior.cost) + more,
        confidence: 0.0,
        family: Family::default(),
    })
}
