//! A reading of a text, with the charsets that read it so.

use crate::detect::weights::{BIT, Cost};
use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use utfkit::transcode;

use super::pages::{Choice, Page};
use crate::detect::weights::rival::{DECLARED, ERROR, UNUSUAL};
use crate::{
    detect::{
        judge::{candidate::Candidate, family::Family},
        named::hints::Known,
    },
    model::score::{Costs, Pace, Scored, Text},
};

/// The number of bytes of the first look.
pub(super) const BEGIN: usize = 40;
/// The maximum number of bytes of a character.
const LONGEST: usize = 4;

/// A charset that reads a text, with its extra cost.
type Reading = (&'static Choice, Cost);

/// Charsets that read the same text.
#[derive(Clone, Debug)]
pub(super) struct Rival {
    /// The page of the text, unless characters have several bytes.
    page: Option<&'static Page>,
    readings: Vec<Reading>,
}

impl Rival {
    /// Returns the charsets of `readings`, whose text `page` reads.
    pub(super) fn of_page(page: &'static Page, readings: Vec<Reading>) -> Rival {
        Rival { page: Some(page), readings }
    }

    /// Returns the charsets of `readings` with one or more bytes per character in which `bytes` have
    /// few errors, by the text of the first bytes.
    pub(super) fn of_several(readings: impl Iterator<Item = Reading>, bytes: &[u8]) -> Vec<Rival> {
        let begin = &bytes[..bytes.len().min(BEGIN)];
        let mut texts: Vec<(Cow<'_, str>, Rival)> = Vec::new();
        for reading in readings {
            let (text, errors) = transcode::decode_lossy(begin, reading.0.encoding);
            // The cut after a short look can make errors, too.
            if errors > most_errors(bytes) + LONGEST {
                continue;
            }
            match texts.iter_mut().find(|(known, _)| *known == text) {
                Some((_, rival)) => rival.readings.push(reading),
                None => texts.push((text, Rival { page: None, readings: vec![reading] })),
            }
        }
        texts.into_iter().map(|(_, rival)| rival).collect()
    }

    /// Returns the least prior cost of the charsets.
    pub(super) fn prior(&self) -> Cost {
        let costs = self.readings.iter().map(|(choice, more)| Cost::from(choice.prior.cost) + more);
        costs.min().unwrap_or(0)
    }

    /// Returns the characters of the text of `bytes`.
    pub(super) fn scored(&self, bytes: &[u8]) -> Vec<Scored> {
        match (self.page, self.readings.first()) {
            (Some(page), _) if page.has_marks => {
                let text = bytes.iter().map(|&byte| page.characters[usize::from(byte)]);
                let text = ComposingNormalizerBorrowed::new_nfc().normalize_iter(text);
                text.map(Scored::of).collect()
            }
            (Some(page), _) => bytes.iter().map(|&byte| page.scored[usize::from(byte)]).collect(),
            (None, Some((choice, _))) => {
                Scored::all(&transcode::decode_lossy(bytes, choice.encoding).0)
            }
            (None, None) => Vec::new(),
        }
    }

    /// Returns the likeliest charset of the text of `bytes` next to `shared` text. If it costs more than
    /// the `best` text so far by `far`, the answer can be `None`.
    pub(super) fn judge(
        &self,
        bytes: &[u8],
        shared: &Text,
        best: &mut Pace,
        far: Cost,
    ) -> Option<Candidate> {
        let text = self.scored(bytes);
        let costs = Text::of(&text).beside_best(shared, best, far);
        let candidates =
            self.readings.iter().filter_map(|(choice, more)| candidate(choice, *more, &costs));
        likeliest(candidates.collect(), text.len())
    }

    /// Separates the charsets whose texts of `bytes` differ after a short look, and leaves out those
    /// with too many errors.
    pub(super) fn split(self, bytes: &[u8]) -> Vec<Rival> {
        if self.page.is_some() {
            return vec![self];
        }
        let mut texts: Vec<(Cow<'_, str>, Rival)> = Vec::new();
        for (choice, more) in self.readings {
            let (text, errors) = transcode::decode_lossy(bytes, choice.encoding);
            if errors > most_errors(bytes) {
                continue;
            }
            let reading = (choice, more + errors as Cost * ERROR);
            match texts.iter_mut().find(|(known, _)| *known == text) {
                Some((_, rival)) => rival.readings.push(reading),
                None => texts.push((text, Rival { page: None, readings: vec![reading] })),
            }
        }
        texts.into_iter().map(|(_, rival)| rival).collect()
    }
}

/// Returns the maximum number of errors. A sample can be cut.
const fn most_errors(bytes: &[u8]) -> usize {
    2 + bytes.len() / 300
}

/// Returns the likeliest of `candidates`, which read the same text of this number of characters.
fn likeliest(candidates: Vec<Candidate>, characters: usize) -> Option<Candidate> {
    let best = candidates.iter().min_by_key(|candidate| candidate.cost)?.clone();
    let cost = common(best.cost, candidates.iter().map(|candidate| candidate.cost));
    let family = if best.encoding.is_ascii_compatible() {
        Family::default()
    } else {
        Family::of(candidates.iter().map(|candidate| candidate.encoding))
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

/// Returns the extra cost of a charset, which is negative if the text declares it, or if a hint speaks
/// for it.
pub(super) fn worth(choice: &Choice, known: Known<'_>) -> Cost {
    let is_declared = known.declared.is_some_and(|declared| declared.agrees(choice.encoding));
    let hint = known.hints.map_or(0, |hints| hints.worth(choice.encoding));
    -hint - if is_declared { DECLARED } else { 0 }
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
