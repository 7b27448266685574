//! The words of a text, decoded again in each charset.

use std::rc::Rc;

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
    pub(crate) readings: Vec<Option<Rc<Reading>>>,
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
        let words: Vec<_> = found.iter().map(|word| self.readings(text, word, table)).collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        for page in each(all) {
            let of_page = |(known, _): &&(usize, _)| *known == page;
            let readings: Vec<Option<Rc<Reading>>> =
                words.iter().map(|word| Some(Rc::clone(&word.iter().find(of_page)?.1))).collect();
            let is_any = readings.iter().any(Option::is_some);
            let is_same = |other: &Candidate| {
                let mut both = other.readings.iter().zip(&readings);
                both.all(|both| match both {
                    (Some(one), Some(other)) => Rc::ptr_eq(one, other) || one.text == other.text,
                    both => both.0.is_none() && both.1.is_none(),
                })
            };
            // If a text was in a legacy charset, all its words were.
            let is_all = page <= pages::CONTROLS || readings.iter().all(Option::is_some);
            if is_any && is_all && !candidates.iter().any(is_same) {
                let gain = readings.iter().flatten().map(|reading| reading.gain.max(0)).sum();
                candidates.push(Candidate { page, readings, gain });
            }
        }
        candidates
    }

    /// Returns the readings of `word`, each with its charset.
    fn readings(&mut self, text: &str, word: &Word, table: &Table) -> Vec<(usize, Rc<Reading>)> {
        let own = &text[word.range.clone()];
        let plain = self.memory.plain(own.chars());
        let rows: Vec<_> = own.chars().filter_map(|character| table.row(character)).collect();
        let mut readings: Vec<(usize, Option<Rc<Reading>>)> = Vec::new();
        for page in each(word.ways) {
            // Many charsets share the characters of a word.
            let is_equal = |(other, _): &&(usize, _)| {
                let is_page = page < pages::PAGES && *other < pages::PAGES;
                is_page && rows.iter().all(|row| row.bytes[page] == row.bytes[*other])
            };
            let reading = match readings.iter().find(is_equal) {
                Some((_, reading)) => reading.clone(),
                None => self.reading(text, word, table, page, plain).map(Rc::new),
            };
            readings.push((page, reading));
        }
        readings.into_iter().filter_map(|(page, reading)| Some((page, reading?))).collect()
    }

    /// Returns the reading of `word` in a charset. The plain cost of the word is `plain`.
    fn reading(
        &mut self,
        text: &str,
        word: &Word,
        table: &Table,
        page: usize,
        plain: Cost,
    ) -> Option<Reading> {
        let runs = words::runs(text, word.range.clone(), table, page);
        if runs.iter().any(|run| run.becomes.chars().any(is_unknown)) {
            return None;
        }
        let text = words::with(&text[word.range.clone()], &runs);
        let gain = plain - self.memory.plain(text.chars());
        (!runs.is_empty() && gain > HOPELESS_WORD).then_some(Reading { runs, text, gain })
    }
}
