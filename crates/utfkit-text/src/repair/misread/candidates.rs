//! The words of a text, decoded again in each charset.

use crate::{
    model::score::Cost,
    repair::{
        characters::is_unknown,
        misread::{
            judge::{HOPELESS_WORD, Judge, each},
            pages::{self, Table},
            words::{self, Run, Word},
        },
    },
};

/// A word as it was before it was read in a charset.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) runs: Vec<Run>,
    pub(crate) text: String,
    /// The difference between the plain costs before and after.
    pub(crate) gain: Cost,
}

/// A charset that a text may have been read in.
pub(crate) struct Candidate {
    pub(crate) page: usize,
    /// The interpretation of each word.
    pub(crate) readings: Vec<Option<Reading>>,
    /// The sum of the plain gains.
    pub(crate) gain: Cost,
}

impl Candidate {
    /// Returns the number of characters that were misread.
    pub(crate) fn units(&self) -> usize {
        let runs = self.readings.iter().flatten().flat_map(|reading| &reading.runs);
        runs.map(|run| run.becomes.chars().count()).sum()
    }
}

impl Judge {
    /// Decodes the words `found` in each charset.
    pub(crate) fn candidates(
        &mut self,
        text: &str,
        found: &[Word],
        table: &Table,
    ) -> Vec<Candidate> {
        let all = found.iter().fold(0, |all, word| all | word.ways);
        let mut candidates: Vec<Candidate> = Vec::new();
        for page in each(all) {
            let mut gain = 0;
            let mut is_any = false;
            let readings: Vec<_> = found
                .iter()
                .map(|word| {
                    if word.ways >> page & 1 == 0 {
                        return None;
                    }
                    let reading = self.reading(text, word, table, page)?;
                    gain += reading.gain.max(0);
                    is_any = true;
                    Some(reading)
                })
                .collect();
            let is_same = |other: &Candidate| {
                let both = other.readings.iter().zip(&readings);
                both.into_iter().all(|(one, other)| text_of(one) == text_of(other))
            };
            // If a text was in a legacy charset, all its words were.
            let is_all = page <= pages::CONTROLS || readings.iter().all(Option::is_some);
            if is_any && is_all && !candidates.iter().any(is_same) {
                candidates.push(Candidate { page, readings, gain });
            }
        }
        candidates
    }

    pub(crate) fn reading(
        &mut self,
        text: &str,
        word: &Word,
        table: &Table,
        page: usize,
    ) -> Option<Reading> {
        let runs = words::runs(text, word.range.clone(), table, page);
        let word = &text[word.range.clone()];
        if runs.iter().any(|run| run.becomes.chars().any(is_unknown)) {
            return None;
        }
        let text = words::with(word, &runs);
        let gain = self.memory.plain(word) - self.memory.plain(&text);
        (!runs.is_empty() && gain > HOPELESS_WORD).then_some(Reading { runs, text, gain })
    }
}

/// Returns the text of an interpretation.
pub(crate) fn text_of(reading: &Option<Reading>) -> Option<&str> {
    reading.as_ref().map(|reading| reading.text.as_str())
}
