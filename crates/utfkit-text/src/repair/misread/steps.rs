//! The best layer of mojibake to remove from a text.

use std::ops::Range;

use crate::{
    model::{
        reread::Row,
        score::{BIT, Cost},
    },
    repair::{
        edit::{Edit, Edits},
        misread::{
            candidates::Candidate,
            judge::{Judge, KNOWN_WORD, SURE_WORD, WORD},
            pages::{self, ALL_LEGACY},
            words::{self, Run, Word},
        },
    },
};

/// The gain that a change must exceed: in an unknown file, and in a file or a line with a known
/// charset.
pub(crate) const LIMIT: Cost = 15 * BIT;
pub(crate) const KNOWN_LIMIT: Cost = 4 * BIT;

/// The gain from which the plain costs decide alone: for a known charset, and for others. The gain
/// of every other charset must be lower by the third value.
const SURE_OF_KNOWN: Cost = 24 * BIT;
const SURE: Cost = 80 * BIT;
const SURE_OF_CHARSET: Cost = 30 * BIT;

/// If the gains of two interpretations differ by no more, the layers below them decide.
const NEAR: Cost = 40 * BIT;

/// A change with a lower gain is not considered.
const OPEN: Cost = -6 * BIT;

/// The maximum number of words whose costs are computed: damaged ones, and others.
pub(crate) const MAX_SAMPLE: usize = 16;
pub(crate) const MAX_CONTEXT: usize = 8;

/// The maximum number of charsets whose costs are computed.
const MAX_CANDIDATES: usize = 5;

/// The maximum cost per byte of good text in a legacy charset.
const POOR: Cost = 9 * BIT / 2;

/// A layer of mojibake that can be removed.
pub(crate) struct Step {
    pub(crate) page: usize,
    pub(crate) gain: Cost,
    /// Whether the charset of the file is known to be this one.
    pub(crate) is_known: bool,
    pub(crate) edits: Vec<Run>,
    /// The second-best interpretation: its edits, its gain, and its charset.
    pub(crate) rival: Option<(Vec<Run>, Cost, usize)>,
}

impl Judge {
    /// Returns the best layer to remove from `text`. `is_proven` is `true` if one was removed before.
    pub(crate) fn step(&mut self, text: &str, is_proven: bool) -> Option<Step> {
        let table = pages::table();
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(word) = Word::next(text, table, from) {
            from = word.range.end;
            if self.may_be_damaged(text, &word, table) {
                found.push(word);
            }
        }
        if found.iter().any(|word| word.ways & ALL_LEGACY != 0) {
            found = words::western(text, table);
        }
        let mut candidates = self.candidates(text, &found, table);
        candidates.sort_by_key(|one| -(one.gain - pages::cost(one.page)));
        candidates.truncate(MAX_CANDIDATES);
        self.by_plain_costs(text, &found, &candidates)
            .or_else(|| self.by_languages(text, &found, &candidates, is_proven))
    }

    /// Returns the best step if the plain costs decide alone.
    pub(crate) fn by_plain_costs(
        &mut self,
        text: &str,
        found: &[Word],
        candidates: &[Candidate],
    ) -> Option<Step> {
        let (first, others) = candidates.split_first()?;
        if first.page >= pages::PAGES {
            return None;
        }
        let is_known = self.is_known(first.page);
        let gain = first.gain - first.cost(text, found);
        let rival = others.iter().map(|one| one.gain - pages::cost(one.page)).max();
        // If another charset explains nearly as much, the languages decide.
        let is_alone = others.iter().all(|one| 10 * one.units() < 9 * first.units());
        let is_sure = is_alone
            && gain >= if is_known { SURE_OF_KNOWN } else { SURE }
            && rival.is_none_or(|rival| gain - rival >= SURE_OF_CHARSET);
        if !is_sure {
            return None;
        }
        let mut language = None;
        let mut edits = Vec::new();
        for (word, reading) in found.iter().zip(&first.readings) {
            let Some(reading) = reading else { continue };
            let stands = &text[word.range.clone()];
            let is_damaged = reading.gain >= SURE_WORD || {
                let language = *language.get_or_insert_with(|| self.language(first));
                let [own, other] = [stands, &reading.text].map(|text| self.memory.row(text));
                other.cost(language) + Cost::from(WORD) < own.cost(language)
            };
            if is_damaged {
                edits.extend(reading.runs.iter().map(|run| run.after(word.range.start)));
            }
        }
        (!edits.is_empty()).then_some(Step { page: first.page, gain, is_known, edits, rival: None })
    }

    /// Returns the language of the text that `candidate` makes.
    pub(crate) fn language(&mut self, candidate: &Candidate) -> usize {
        let mut sum = Row::ZERO;
        let sure = candidate.readings.iter().flatten().filter(|one| one.gain >= SURE_WORD);
        for reading in sure.take(MAX_SAMPLE / 2) {
            sum.add(&self.memory.row(&reading.text));
        }
        sum.best().0
    }

    /// Returns the best step according to the costs of the words in all languages.
    pub(crate) fn by_languages(
        &mut self,
        text: &str,
        found: &[Word],
        candidates: &[Candidate],
        is_proven: bool,
    ) -> Option<Step> {
        let mut context = Row::ZERO;
        self.context(text, found).for_each(|row| context.add(&row));
        let sample = &found[..found.len().min(MAX_SAMPLE)];
        let own: Vec<Row> =
            sample.iter().map(|word| self.memory.row(&text[word.range.clone()])).collect();
        let mut stands = context.clone();
        own.iter().for_each(|row| stands.add(row));
        let stands = stands.best().1;
        let mut steps: Vec<Step> = Vec::new();
        for candidate in candidates {
            let rows: Vec<_> = candidate.readings[..sample.len()]
                .iter()
                .map(|one| one.as_ref().map(|one| self.memory.row(&one.text)))
                .collect();
            let is_known = self.is_known(candidate.page);
            let price = |more: u32| {
                let mut sum = context.clone();
                for (own, other) in own.iter().zip(&rows) {
                    match other {
                        Some(other) => sum.add_cheaper(own, other, more),
                        None => sum.add(own),
                    }
                }
                let (language, cost) = sum.best();
                (language, stands - cost - candidate.cost(text, found), more)
            };
            let mut priced = price(WORD);
            let mut by_file = false;
            if (is_known || is_proven) && priced.1 <= LIMIT {
                priced = price(KNOWN_WORD);
                by_file = is_known;
            }
            let (language, gain, more) = priced;
            let edits = self.damaged(text, found, candidate, language, more);
            if edits.is_empty() || gain <= OPEN || self.is_poor(candidate, language) {
                continue;
            }
            steps.push(Step { page: candidate.page, gain, is_known: by_file, edits, rival: None });
        }
        steps.sort_by_key(|step| -step.gain);
        let mut steps = steps.into_iter();
        let mut first = steps.next()?;
        let made = words::with(text, &first.edits);
        let is_near =
            |step: &Step| step.gain > first.gain - NEAR || 10 * step.units() >= 9 * first.units();
        let mut rivals = steps.filter(is_near);
        let rival = rivals.find(|step| words::with(text, &step.edits) != made);
        first.rival = rival.map(|rival| (rival.edits, rival.gain, rival.page));
        Some(first)
    }

    /// Returns `true` if the text that a legacy charset makes is not good. It was in another charset.
    pub(crate) fn is_poor(&mut self, candidate: &Candidate, language: usize) -> bool {
        let Some(width) = pages::width(candidate.page) else { return false };
        let (mut cost, mut length) = (0, 0);
        for reading in candidate.readings.iter().flatten().take(MAX_SAMPLE) {
            cost += self.memory.row(&reading.text).cost(language);
            let bytes = reading.text.chars().map(|one| if one.is_ascii() { 1 } else { width });
            length += bytes.sum::<Cost>() + 1;
        }
        cost > POOR * length
    }

    /// Returns the runs of the words that become cheaper in `language`.
    pub(crate) fn damaged(
        &mut self,
        text: &str,
        found: &[Word],
        candidate: &Candidate,
        language: usize,
        more: u32,
    ) -> Vec<Run> {
        let mut runs = Vec::new();
        for (word, reading) in found.iter().zip(&candidate.readings) {
            let Some(reading) = reading else { continue };
            let own = self.memory.row(&text[word.range.clone()]).cost(language);
            if self.memory.row(&reading.text).cost(language) + Cost::from(more) < own {
                runs.extend(reading.runs.iter().map(|run| run.after(word.range.start)));
            }
        }
        runs
    }

    /// Returns the costs of a few words of `text` that are not in `found`.
    pub(crate) fn context<'j>(
        &'j mut self,
        text: &str,
        found: &[Word],
    ) -> impl Iterator<Item = Row> + 'j {
        let is_found = |at: usize| {
            let next = found.partition_point(|word| word.range.end <= at);
            found.get(next).is_some_and(|word| word.range.start <= at)
        };
        let base = text.as_ptr() as usize;
        let words = text.split_ascii_whitespace().filter(|word| {
            let at = word.as_ptr() as usize - base;
            word.len() > 1 && word.len() < 100 && !is_found(at)
        });
        let words: Vec<String> = words.take(MAX_CONTEXT).map(str::to_owned).collect();
        words.into_iter().map(|word| self.memory.row(&word))
    }
}

impl Step {
    /// Returns the number of characters that were misread.
    pub(crate) fn units(&self) -> usize {
        self.edits.iter().map(|run| run.becomes.chars().count()).sum()
    }

    /// Returns `true` if it changes at least a quarter of the non-ASCII bytes of `text`.
    pub(crate) fn is_wide(&self, text: &str) -> bool {
        let count = |text: &str| text.bytes().filter(|byte| !byte.is_ascii()).count();
        let changed: usize = self.edits.iter().map(|run| count(&text[run.range.clone()])).sum();
        4 * changed >= count(text)
    }

    /// Returns the step as edits of `text`.
    pub(crate) fn edits(&self, text: &str) -> Edits {
        self.edits.iter().map(|run| self.edit(text, run.range.clone(), &run.becomes)).collect()
    }

    pub(crate) fn edit(&self, text: &str, range: Range<usize>, becomes: &str) -> Edit {
        let fault = pages::fault(self.page, &text[range.clone()]);
        Edit::new(range, becomes, fault)
    }
}

impl Run {
    fn after(&self, start: usize) -> Run {
        let range = self.range.start + start..self.range.end + start;
        Run { range, becomes: self.becomes.clone() }
    }
}
