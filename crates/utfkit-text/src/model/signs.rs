//! The costs of signs by their neighbors.
//!
//! A text in English has few bytes beyond ASCII, and most of them are signs: `25 m²`, `½ cup`,
//! `“hello”`. The training texts are prose, in which most signs are rare. So the model does not say
//! how frequent signs are in a text, but which sign a place in a text has if it has one: between
//! digits, before a word, or after a unit.

use super::{
    file::bytes::{Bytes, Pages},
    letters::Kind,
};

/// The number of kinds of neighbors.
const NEIGHBORS: usize = 4;
/// The number of places: each kind of neighbor before a sign and after it.
pub const PLACES: usize = NEIGHBORS * NEIGHBORS;

/// The cost of a sign at each place, in quarters of a bit.
pub type Row = [u8; PLACES];

/// Returns the place between two characters. The start and the end of a text are like spaces.
#[must_use]
pub fn place(before: Kind, after: Kind) -> usize {
    let neighbor = |kind: Kind| match kind {
        Kind::Space => 0,
        Kind::Digit => 1,
        kind if kind <= Kind::Letter => 2,
        _ => 3,
    };
    neighbor(before) * NEIGHBORS + neighbor(after)
}

/// The costs of signs.
#[derive(Debug)]
pub(crate) struct Signs {
    /// The number of the row of each sign, or 0.
    numbers: Pages<u16>,
    rows: Vec<Row>,
}

impl Signs {
    /// Reads the rows, and the number of the row of each sign.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Signs {
        let mut rows = vec![[u8::MAX; PLACES]];
        for _ in 0..bytes.number() {
            let mut row = [u8::MAX; PLACES];
            row.iter_mut().for_each(|cost| *cost = bytes.byte());
            rows.push(row);
        }
        let (mut numbers, mut sign) = (Pages::new(), 0);
        for _ in 0..bytes.number() {
            sign += bytes.number();
            numbers.set(sign, bytes.number() as u16);
        }
        Signs { numbers, rows }
    }

    /// Returns the number of the row of a character, or 0 if it is not a sign.
    pub(super) fn number(&self, character: char) -> u16 {
        self.numbers.get(character.into())
    }

    /// Returns the cost of the sign of a row between two characters.
    pub(super) fn cost(&self, number: u16, before: Kind, after: Kind) -> u16 {
        let row = self.rows.get(usize::from(number));
        row.map_or(u16::MAX, |row| row[place(before, after)].into())
    }
}

#[cfg(all(test, feature = "model"))]
mod tests {
    use super::super::score::model;
    use super::*;

    #[test]
    fn signs_have_their_places() {
        let signs = &model().signs;
        let cost = |sign: char, before, after| signs.cost(signs.number(sign), before, after);
        let (space, digit, letter) = (Kind::Space, Kind::Digit, Kind::Ascii);
        assert!(cost('²', letter, space) < cost('²', space, letter));
        assert!(cost('°', digit, letter) < cost('°', letter, letter));
        assert!(cost('£', space, digit) < cost('£', letter, space));
        assert!(cost('½', space, space) < cost('²', space, space));
        assert!(cost('“', space, letter) < cost('”', space, letter));
        assert_eq!(signs.number('é'), 0);
    }
}
