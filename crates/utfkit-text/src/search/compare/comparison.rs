//! Finds the first difference between two texts.

use std::{cmp::Ordering, io};

use utfkit::Finding;

use super::side::Side;
use crate::streams::code_points::ILL_FORMED;

/// The result of comparing two texts.
pub struct Comparison {
    /// The number of equal characters before the first difference, or before the end.
    pub characters: u64,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
}

/// The first difference.
pub struct Difference {
    /// The line of the difference, from 1.
    pub line: u64,
    /// The column of the difference, in characters from 1.
    pub column: u64,
    /// The next value in each text.
    pub there: [There; 2],
}

/// The next value in one of the texts, at the position of the difference.
pub struct There {
    /// The offset of the value in bytes, if it is known.
    pub offset: Option<u64>,
    /// The value; `None` at the end of the text.
    pub value: Option<Value>,
    /// The first error in the text so far.
    pub error: Option<Finding>,
}

/// A character, or an ill-formed sequence.
pub enum Value {
    /// A code point.
    CodePoint(u32),
    /// The bytes of an ill-formed sequence.
    IllFormed(Vec<u8>),
}

impl Difference {
    /// Returns the order of the texts by code points, or `None` if one of them is ill-formed at the
    /// difference.
    pub fn order(&self) -> Option<Ordering> {
        let [one, two] = self.there.each_ref().map(|there| match &there.value {
            None => Some(None),
            Some(Value::CodePoint(value)) => Some(Some(*value)),
            Some(Value::IllFormed(_)) => None,
        });
        // The end comes before any character.
        Some(one?.cmp(&two?))
    }
}

impl Comparison {
    /// Compares `sides`.
    ///
    /// # Errors
    ///
    /// Returns the index of the text that could not be read, with the error.
    pub fn of(sides: &mut [Side<'_>; 2]) -> Result<Self, (usize, io::Error)> {
        let mut place = Place { characters: 0, line: 1, column: 1 };
        let [one, two] = sides;
        let of = |text: usize| move |error| (text, error);
        loop {
            let (first, second) = (one.values().map_err(of(0))?, two.values().map_err(of(1))?);
            let same = same(first, second);
            place.pass(&first[..same]);
            let next = (first.get(same).copied(), second.get(same).copied());
            let rest = (first.len(), second.len());
            one.pass(same);
            two.pass(same);
            let difference = match next {
                (None, None) if rest == (0, 0) => None,
                // One of the texts continues in its next block, or ends.
                (None, _) | (_, None) if rest.0 > 0 && rest.1 > 0 => continue,
                (Some(ILL_FORMED), Some(ILL_FORMED)) if bytes(one) == bytes(two) => {
                    place.pass(&[ILL_FORMED]);
                    [&mut *one, two].into_iter().for_each(Side::pass_ill_formed);
                    continue;
                }
                (first, second) => Some(Difference {
                    line: place.line,
                    column: place.column,
                    there: [There::of(one, first), There::of(two, second)],
                }),
            };
            return Ok(Self { characters: place.characters, difference });
        }
    }
}

/// Returns the number of equal values at the start of `first` and `second`, before the first
/// [`ILL_FORMED`].
fn same(first: &[u32], second: &[u32]) -> usize {
    let differs = |(one, two): (&u32, &u32)| one != two || *one == ILL_FORMED;
    let most = first.len().min(second.len());
    first.iter().zip(second).position(differs).unwrap_or(most)
}

/// Returns the bytes of the next ill-formed sequence.
fn bytes<'s>(side: &'s Side<'_>) -> &'s [u8] {
    side.finding().map_or(&[], |finding| finding.bytes())
}

impl There {
    fn of(side: &Side<'_>, value: Option<u32>) -> Self {
        let value = value.map(|value| match value {
            ILL_FORMED => Value::IllFormed(bytes(side).to_vec()),
            value => Value::CodePoint(value),
        });
        There { offset: side.offset(), value, error: side.first_error().copied() }
    }
}

/// The position after the equal characters.
struct Place {
    characters: u64,
    line: u64,
    column: u64,
}

impl Place {
    fn pass(&mut self, values: &[u32]) {
        self.characters += values.len() as u64;
        self.column += values.len() as u64;
        if let Some(feed) = values.iter().rposition(|&value| value == LINE_FEED) {
            self.line += values.iter().filter(|&&value| value == LINE_FEED).count() as u64;
            self.column = (values.len() - feed) as u64;
        }
    }
}

const LINE_FEED: u32 = 0x0A;
