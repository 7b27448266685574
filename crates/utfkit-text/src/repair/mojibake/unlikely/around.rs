//! What stands around the places of a text: of one it is looked for, of more it is looked up.

use std::{
    cell::{Cell, OnceCell},
    ops::Range,
};

use crate::repair::mojibake::unlikely::lookup::{Traits, small};

/// A text, and what is known of its characters.
pub(crate) struct Surroundings<'t> {
    pub(crate) text: &'t str,
    /// Whether something was asked for.
    is_asked: Cell<bool>,
    index: OnceCell<Index>,
    others: OnceCell<Vec<Other>>,
    /// The last place that was asked for, and the numbers of the characters near it.
    last: Cell<Option<(Place, Place, Place)>>,
}

/// From where to where.
type Place = (usize, usize);

/// The characters of a text.
struct Index {
    /// Where each begins.
    starts: Vec<usize>,
    /// The number of the small letter of each, 0 of what is ASCII.
    letters: Vec<u32>,
}

/// A letter beyond ASCII, and its group.
type Other = Option<(char, u32)>;

/// Characters before and behind a place that tell which text it stands in.
const NEAR: usize = 200;

impl<'t> Surroundings<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let (is_asked, last) = (Cell::new(false), Cell::new(None));
        Self { text, is_asked, index: OnceCell::new(), others: OnceCell::new(), last }
    }

    /// What stands before `range`.
    pub(crate) fn before(&self, range: &Range<usize>) -> &'t str {
        &self.text[..range.start]
    }

    /// What stands behind `range`.
    pub(crate) fn behind(&self, range: &Range<usize>) -> &'t str {
        &self.text[range.end..]
    }

    /// Whether a character beyond ASCII near `range` is one that is `wanted`, by the number of its
    /// small letter.
    pub(crate) fn have_small(&self, range: &Range<usize>, wanted: impl Fn(u32) -> bool) -> bool {
        let is_wanted = |letter: u32| letter > 0 && wanted(letter);
        if !self.is_asked.replace(true) {
            return self.nearest(range).map(letter).any(is_wanted);
        }
        let letters = &self.index().letters;
        self.near(range).into_iter().any(|(start, end)| any(&letters[start..end], is_wanted))
    }

    /// Whether a letter beyond ASCII near `range` is one of the group `bits`, and another than
    /// `letter`.
    pub(crate) fn have_other(&self, range: &Range<usize>, bits: u32, letter: char) -> bool {
        let is_wanted =
            |one: Other| one.is_some_and(|(other, group)| group == bits && other != letter);
        if !self.is_asked.replace(true) {
            return self.nearest(range).map(other).any(is_wanted);
        }
        let others = self.others.get_or_init(|| self.text.chars().map(other).collect());
        let near = self.near(range).into_iter();
        near.flat_map(|(start, end)| &others[start..end]).any(|&one| is_wanted(one))
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut starts = Vec::with_capacity(self.text.len());
            let mut letters = Vec::with_capacity(self.text.len());
            for (start, character) in self.text.char_indices() {
                starts.push(start);
                letters.push(letter(character));
            }
            Index { starts, letters }
        })
    }

    /// The characters near `range`, the nearest of those before it first.
    fn nearest(&self, range: &Range<usize>) -> impl Iterator<Item = char> {
        let before = self.before(range).chars().rev().take(NEAR);
        before.chain(self.behind(range).chars().take(NEAR))
    }

    /// The numbers of the characters near `range`.
    fn near(&self, range: &Range<usize>) -> [Place; 2] {
        let place = (range.start, range.end);
        if let Some((_, before, behind)) = self.last.get().filter(|&(last, ..)| last == place) {
            return [before, behind];
        }
        let starts = &self.index().starts;
        let first = starts.partition_point(|&start| start < range.start);
        let next = first + starts[first..].partition_point(|&start| start < range.end);
        let before = (first.saturating_sub(NEAR), first);
        let behind = (next, starts.len().min(next + NEAR));
        self.last.set(Some((place, before, behind)));
        [before, behind]
    }
}

/// The number of the small letter of `character`, 0 of what is ASCII.
fn letter(character: char) -> u32 {
    if character.is_ascii() { 0 } else { small(character).into() }
}

fn other(character: char) -> Other {
    let traits = Traits::of(character);
    let is_letter = !character.is_ascii() && traits.is_alphabetic();
    is_letter.then(|| (character, traits.group().bits()))
}

/// Whether any of `numbers` is one that `is` says: of a few at a time, as the processor has them
/// side by side.
fn any(numbers: &[u32], is: impl Fn(u32) -> bool) -> bool {
    numbers.chunks(32).any(|few| few.iter().fold(false, |any, &one| any | is(one)))
}
