//! The cost of a single word in every language, to compare interpretations of the same bytes.

use std::sync::OnceLock;

use super::{
    group::Group,
    letters::{Case, Kind, Letter},
    listed::MAX_LANGUAGES,
    score::{BIT, Cost, Scored, any, model},
    weights::score::{ENGLISH, MAX_WORD, NOT_TEXT, OWN},
};

/// The number of languages that a row has room for.
pub(crate) const WIDTH: usize = 80;

/// The kinds of letters beyond ASCII, as bits.
const LETTERS: u32 = (1 << (Kind::Letter as u32 + 1)) - (1 << Kind::Latin as u32);

/// The costs of a word in all languages of the model, in the order of the model.
#[derive(Clone, Debug)]
pub(crate) struct Row([u16; WIDTH]);

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
        let (mut base, mut kinds, mut of_floors) = (0_u16, 0_u32, 0_u16);
        let mut floors = [0_u16; MAX_WORD];
        for (scored, place) in word.iter().zip(&mut floors) {
            base = u16::saturating_add(base, scored.spelling(model, cases).into());
            *place = scored.floor(model, before);
            of_floors += *place;
            kinds |= 1 << scored.kind() as u32;
            (before, cases) = (Some(scored.letter), [cases[1], scored.letter.case]);
        }
        let kinds = kinds & LETTERS;
        let mut row = Row::ZERO;
        let mut places = row.0.iter_mut();
        let mut english = None;
        for (number, group) in model.groups.iter().enumerate() {
            let width = group.languages.len();
            // A word without a letter of the group costs what it costs in English, or outside of all
            // languages. Its costs in the other languages of the group would hardly differ.
            if number > 0 && kinds & group.kinds == 0 {
                let any = english.map_or(u16::MAX, |english: u16| english + ENGLISH);
                let cost = (of_floors + OWN).min(any).saturating_add(base);
                places.by_ref().take(width).for_each(|place| *place = cost);
                continue;
            }
            let mut sums = [0; MAX_LANGUAGES];
            let group: &Group = group;
            let mut walk = group.walk_from_space();
            for (scored, &floor) in word.iter().zip(&floors) {
                walk.add(scored.number(group), floor, &mut sums);
            }
            let sums = &mut sums[..width];
            let english = *english.get_or_insert(sums[0]);
            let any = any(sums, english);
            // `zip` takes one more item of its first iterator, so `places` must be the second one.
            for (&mut sum, place) in sums.iter_mut().zip(places.by_ref()) {
                *place = (sum + OWN).min(any).saturating_add(base);
            }
        }
        row
    }

    /// Adds `other`.
    pub(crate) fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, cost)| *sum = sum.saturating_add(*cost));
    }

    /// Adds `costs`, one per language.
    pub(crate) fn add_each(&mut self, costs: &[u16]) {
        self.0.iter_mut().zip(costs).for_each(|(sum, cost)| *sum = sum.saturating_add(*cost));
    }

    /// Returns the costs, one per language.
    pub(crate) fn costs(&self) -> &[u16] {
        &self.0[..count()]
    }

    /// Returns the number of the cheapest language, and its cost.
    pub(crate) fn best(&self) -> (usize, Cost) {
        let costs = self.costs();
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

/// Returns the number of languages.
pub(crate) fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| languages().count().min(WIDTH))
}

/// Returns the codes of the languages, in the order of a row.
pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
    model().groups.iter().flat_map(|group| group.languages.iter().map(String::as_str))
}

/// Returns the numbers of the languages with these codes, as bits.
pub(crate) fn numbers(codes: &[&str]) -> u128 {
    let numbers = languages().enumerate().filter(|(_, code)| codes.contains(code));
    numbers.fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Returns the cost of `scored` after `before` without any language. Letter cases do not count.
pub(crate) fn step(before: Option<&Scored>, scored: &Scored) -> Cost {
    let model = model();
    let kind_before = before.map_or(Kind::Space, Scored::kind);
    let case_before = before.map_or(Case::None, |before| before.letter.case);
    let spelling = Cost::from(scored.spelling(model, [Case::None, case_before]));
    spelling
        + match scored.kind() {
            Kind::C1 | Kind::Bad => Cost::from(NOT_TEXT),
            _ if before.is_some_and(|before| scored.repeats(before)) => BIT,
            kind => {
                Cost::from(model.kinds[kind_before as usize][kind as usize])
                    + Cost::from(scored.rare)
            }
        }
}

/// A language of the model, for the cost of a text character by character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Language {
    group: &'static Group,
    /// The number of the language in its group.
    number: usize,
}

impl Language {
    /// Returns a language by its place in a row.
    pub(crate) fn of(place: usize) -> Option<Language> {
        let mut first = 0;
        for group in &model().groups {
            let number = place - first;
            if number < group.languages.len() {
                return Some(Language { group, number });
            }
            first += group.languages.len();
        }
        None
    }

    /// Returns the cost of `scored` after two characters. Outside of a word, these are spaces.
    pub(crate) fn step(&self, before: [&Scored; 2], scored: &Scored) -> Cost {
        let model = model();
        let floor = scored.floor(model, Some(before[1].letter));
        let mut cost = floor;
        let symbol = scored.number(self.group);
        if symbol > 0 {
            let mut walk = self.group.walk(before.map(|scored| scored.number(self.group)));
            cost = cost.min(walk.step(symbol)[self.number].into());
        }
        let spelling = scored.spelling(model, before.map(|scored| scored.letter.case));
        Cost::from(cost) + Cost::from(spelling)
    }
}
