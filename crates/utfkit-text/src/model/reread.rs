//! The cost of a single word in every language, to compare interpretations of the same bytes.

use super::{
    letters::{Case, Kind, Letter},
    score::{ANY, BIT, Cost, ENGLISH, MAX_WORD, NOT_TEXT, OWN, Scored, mean, model},
    table::{MAX_LANGUAGES, Model},
};

/// The number of languages that a row has room for.
const WIDTH: usize = 96;

/// The costs of a word in all languages of the model, in the order of the model.
#[derive(Clone, Debug)]
pub(crate) struct Row([u32; WIDTH]);

impl Row {
    /// A row of zeros.
    pub(crate) const ZERO: Row = Row([0; WIDTH]);

    /// Returns the costs of `word`. The word should end with a space, because its end has a cost, too.
    pub(crate) fn of(word: &[Scored]) -> Row {
        let mut row = Row::ZERO;
        word.chunks(MAX_WORD).for_each(|part| row.add(&Row::of_part(part)));
        row
    }

    fn of_part(word: &[Scored]) -> Row {
        let model = model();
        let (mut before, mut cases): (Option<Letter>, _) = (None, [Case::None; 2]);
        let mut base = 0;
        let floors: Vec<u16> = word
            .iter()
            .map(|scored| {
                base += u32::from(scored.spelling(model, cases));
                let floor = scored.floor(model, before);
                (before, cases) = (Some(scored.letter), [cases[1], scored.letter.case]);
                floor
            })
            .collect();
        let mut row = Row::ZERO;
        let mut places = row.0.iter_mut();
        let mut english = None;
        let mut costs = [0; MAX_LANGUAGES];
        for group in &model.groups {
            let width = group.languages.len();
            let (mut sums, mut of_all) = ([0_u16; MAX_LANGUAGES], 0);
            let space = group.symbols.get(' '.into());
            let mut before = [space, space];
            for (scored, &floor) in word.iter().zip(&floors) {
                let symbol = scored.number(group);
                if symbol == 0 {
                    of_all += floor;
                } else {
                    group.row(before, symbol, width, &mut costs);
                    for (sum, cost) in sums[..width].iter_mut().zip(&costs) {
                        *sum += floor.min(*cost);
                    }
                }
                before = [before[1], symbol];
            }
            let sums = &mut sums[..width];
            sums.iter_mut().for_each(|sum| *sum += of_all);
            let english = *english.get_or_insert(sums[0]);
            // The mean is never below the minimum.
            let min = sums.iter().copied().min().unwrap_or(0);
            let any = if min + ANY < english + ENGLISH { mean(sums) + ANY } else { u16::MAX };
            let any = any.min(english + ENGLISH);
            // `zip` takes one more item of its first iterator, so `places` must be the second one.
            for (&mut sum, place) in sums.iter_mut().zip(places.by_ref()) {
                *place = u32::from((sum + OWN).min(any)) + base;
            }
        }
        row
    }

    /// Adds `other`.
    pub(crate) fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, cost)| *sum += cost);
    }

    /// Adds the cheaper of `one` and `other` in each language; `other` pays `more`.
    pub(crate) fn add_cheaper(&mut self, one: &Row, other: &Row, more: u32) {
        let costs = one.0.iter().zip(&other.0);
        let cheaper = costs.map(|(one, other)| *one.min(&(other + more)));
        self.0.iter_mut().zip(cheaper).for_each(|(sum, cost)| *sum += cost);
    }

    /// Returns the number of the cheapest language, and its cost.
    pub(crate) fn best(&self) -> (usize, Cost) {
        let count: usize = model().groups.iter().map(|group| group.languages.len()).sum();
        let costs = &self.0[..count.min(WIDTH)];
        // Two loops without branches are faster than one that remembers the place.
        let least = costs.iter().copied().min().unwrap_or(0);
        (costs.iter().position(|&cost| cost == least).unwrap_or(0), least.into())
    }

    /// Returns the cost in a language.
    pub(crate) fn cost(&self, language: usize) -> Cost {
        self.0.get(language).map_or(0, |&cost| cost.into())
    }

    /// Returns the largest difference in any language between the costs of `self` and `other`.
    pub(crate) fn max_difference(&self, other: &Row) -> Cost {
        let costs = self.0.iter().zip(&other.0);
        costs.map(|(own, other)| Cost::from(*own) - Cost::from(*other)).max().unwrap_or(0)
    }
}

/// The cost of a text without any language: the cost of the sequence of kinds, of each character
/// within its kind, and of the letter case.
pub(crate) struct Plain {
    model: &'static Model,
    before: Option<Scored>,
    cases: [Case; 2],
    sum: Cost,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain { model: model(), before: None, cases: [Case::None; 2], sum: 0 }
    }
}

impl Plain {
    /// Adds a character.
    pub(crate) fn push(&mut self, scored: &Scored) {
        let kind_before = self.before.as_ref().map_or(Kind::Space, Scored::kind);
        self.sum += match scored.kind() {
            Kind::C1 | Kind::Bad => Cost::from(NOT_TEXT),
            _ if self.before.is_some_and(|before| scored.repeats(&before)) => BIT,
            kind => {
                Cost::from(self.model.kinds[kind_before as usize][kind as usize])
                    + Cost::from(scored.rare)
            }
        };
        self.sum += Cost::from(scored.spelling(self.model, self.cases));
        (self.before, self.cases) = (Some(*scored), [self.cases[1], scored.letter.case]);
    }

    /// Returns the cost of the characters so far.
    pub(crate) const fn cost(&self) -> Cost {
        self.sum
    }
}
