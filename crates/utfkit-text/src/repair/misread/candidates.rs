//! The words of a text, read as each charset.

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

/// A word, read as a charset.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) runs: Vec<Run>,
    pub(crate) text: String,
    /// How much cheaper it is by the plain costs.
    pub(crate) gain: Cost,
}

/// A charset that a text may have been read as.
pub(crate) struct Candidate {
    pub(crate) page: usize,
    /// What each word becomes.
    pub(crate) readings: Vec<Option<Reading>>,
    /// The sum of plain gains.
    pub(crate) gain: Cost,
}

impl Candidate {
    /// The number of characters that were misread.
    pub(crate) fn units(&self) -> usize {
        let runs = self.readings.iter().flatten().flat_map(|reading| &reading.runs);
        runs.map(|run| run.becomes.chars().count()).sum()
    }
}

impl Judge {
    /// Reads `found` as each charset.
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
            // Text in a legacy charset is all in it.
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

/// The text of a reading.
pub(crate) fn text_of(reading: &Option<Reading>) -> Option<&str> {
    reading.as_ref().map(|reading| reading.text.as_str())
}
