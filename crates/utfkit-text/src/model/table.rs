//! The table of the trainer.
//!
//! All costs are in quarters of a bit. `cargo xtask train` writes the file: its module `table`
//! writes what this module reads.

use std::ops::Deref;

use once_cell::race::OnceBox;

use super::{
    file::{
        bytes::{Bytes, Pages},
        parts,
    },
    group::Group,
    letters::Kind,
    listed::Weights,
    signs::Signs,
};

/// The costs for all languages, and those of each group of languages.
#[derive(Debug)]
pub(crate) struct Model {
    /// The cost of a kind after another kind.
    pub(super) kinds: [[u8; Kind::COUNT]; Kind::COUNT],
    /// The cost of an uppercase and of a lowercase letter after the cases of two characters.
    pub(super) cases: [[[u8; 2]; 5]; 5],
    /// The cost of an unlisted character, by kind.
    pub(super) rare: [u8; Kind::COUNT],
    /// The cost of a listed character among those of its kind.
    pub(super) characters: Pages<u8>,
    /// The cost of signs by their neighbors.
    pub(super) signs: Signs,
    /// The languages by script; Latin is the first group.
    pub(super) groups: Vec<LazyGroup>,
}

/// A group of languages that is read when its costs are first used.
#[derive(Debug)]
pub(crate) struct LazyGroup {
    /// The kinds of letters, as bits, that select this group.
    pub(super) kinds: u32,
    /// The ISO 639 codes.
    pub(super) languages: Vec<String>,
    /// The number of its part in the file.
    number: usize,
    weights: Weights,
    group: OnceBox<Group>,
}

impl Deref for LazyGroup {
    type Target = Group;

    fn deref(&self) -> &Group {
        self.group.get_or_init(|| {
            Box::new(Group::read(parts::part(self.number), self.languages.len(), &self.weights))
        })
    }
}

impl Model {
    /// Reads the file of the trainer.
    pub(super) fn read() -> Model {
        let mut bytes = Bytes(parts::part(0));
        let mut kinds = [[0; Kind::COUNT]; Kind::COUNT];
        kinds.iter_mut().flatten().for_each(|cost| *cost = bytes.byte());
        let mut cases = [[[0; 2]; 5]; 5];
        cases.iter_mut().flatten().flatten().for_each(|cost| *cost = bytes.byte());
        let mut rare = [0; Kind::COUNT];
        rare.iter_mut().for_each(|cost| *cost = bytes.byte());
        let mut characters = Pages::new();
        let mut at = 0;
        for _ in 0..bytes.number() {
            at += bytes.number();
            characters.set(at, bytes.byte());
        }
        let mut weights = Weights([0; 256]);
        weights.0.iter_mut().for_each(|weight| *weight = bytes.byte());
        let groups = (1..=bytes.number() as usize).map(|number| {
            let kinds = bytes.number();
            let names = String::from_utf8_lossy(bytes.part().0).into_owned();
            let languages = names.split(' ').map(str::to_owned).collect();
            let weights = weights.clone();
            LazyGroup { kinds, languages, number, weights, group: OnceBox::new() }
        });
        let groups = groups.collect();
        let signs = Signs::read(&mut bytes);
        Model { kinds, cases, rare, characters, signs, groups }
    }
}
