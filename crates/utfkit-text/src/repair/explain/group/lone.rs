//! A sign between two words, such as `Ã` before a space. It is `à` with a lost byte, or a sign that
//! the text is about.

use crate::model::{reread::Row, score::Cost};
use crate::repair::explain::group::search::{Group, Made};
use crate::repair::explain::memory::Memory;
use crate::repair::explain::tokens::units::is_high;
use crate::repair::explain::weights::lone::{CONTEXT, STRANGE};

impl Memory {
    /// Returns `true` if the other words of the group, and the file so far, may be in a language in
    /// which `texts` are not words. `language` is that of the texts.
    pub(super) fn is_foreign(
        &self,
        group: &Group<'_>,
        texts: &[Option<Made>],
        language: usize,
    ) -> bool {
        let context = &group.base.costs()[..group.count];
        let is_near =
            |other: usize| Cost::from(context[other]) < Cost::from(context[language]) + CONTEXT;
        let rows = texts.iter().flatten().map(|made| self.costs(made.row));
        let rows: Vec<&Row> = rows.collect();
        let is_strange =
            |other: usize| rows.iter().all(|row| row.cost(other) > row.cost(language) + STRANGE);
        (0..group.count).any(|other| is_near(other) && is_strange(other))
    }
}

impl Group<'_> {
    /// Returns `true` if each of `texts` is made of a single sign before a space.
    pub(super) fn is_alone(&self, texts: &[Option<Made>]) -> bool {
        texts.iter().zip(&self.suspects).all(|(text, suspect)| {
            let token = &self.units[suspect.piece.range.clone()];
            let is_sign = || {
                let is_apart = token.get(1).is_none_or(|&unit| unit == 0x20);
                is_apart && token.iter().filter(|&&unit| is_high(unit)).count() == 1
            };
            text.as_ref().is_none_or(|text| text.is_guess && is_sign())
        })
    }
}
