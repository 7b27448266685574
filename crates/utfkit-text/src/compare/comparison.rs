//! Where two texts first differ.

use std::{cmp::Ordering, io};

use utfkit::Finding;

use super::side::Side;
use crate::streams::code_points::ILL_FORMED;

/// How far two texts are the same.
pub struct Comparison {
    /// Characters that are.
    pub characters: u64,
    /// What comes behind them, if anything.
    pub difference: Option<Difference>,
}

/// The first difference.
pub struct Difference {
    /// Its place, from 1.
    pub line: u64,
    /// Its column, in characters from 1.
    pub column: u64,
    /// What stands there in each.
    pub there: [There; 2],
}

/// What stands at the place of the difference in one of the texts.
pub struct There {
    /// Where that is, in bytes, if that is known.
    pub offset: Option<u64>,
    /// What it is; `None`: the end.
    pub value: Option<Value>,
    /// The first error of the text so far.
    pub error: Option<Finding>,
}

/// A character, or what is none.
pub enum Value {
    /// A code point.
    CodePoint(u32),
    /// Bytes that are ill-formed.
    IllFormed(Vec<u8>),
}

impl Difference {
    /// Which text comes first in code point order; that is not said of what is ill-formed.
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
    /// Compares `sides`. An error comes with the number of the text that could not be read.
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
                // One of them goes on in its next block, or ends.
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

/// How many values `first` and `second` begin with alike, up to what is ill-formed.
fn same(first: &[u32], second: &[u32]) -> usize {
    let differs = |(one, two): (&u32, &u32)| one != two || *one == ILL_FORMED;
    let most = first.len().min(second.len());
    first.iter().zip(second).position(differs).unwrap_or(most)
}

/// The bytes of what is ill-formed next.
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

/// How far two texts were found the same.
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
