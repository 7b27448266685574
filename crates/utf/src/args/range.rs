//! Ranges as arguments: line or character numbers from 1, or offsets as in reports.

use std::str::FromStr;

use super::size;

/// A part of a text, in units of any kind: from `start` up to `end`, without the unit at `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: Place,
    /// `None` means the end of the text.
    pub end: Option<Place>,
}

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// After this number of units from the start.
    Behind(u64),
    /// Before this number of units at the end.
    Before(u64),
}

impl Range {
    /// Returns the same part of a text of `total` units, with both ends counted from the start.
    pub fn counted(self, total: u64) -> Self {
        let place = |place| match place {
            Place::Before(units) => Place::Behind(total.saturating_sub(units)),
            behind => behind,
        };
        Self { start: place(self.start), end: self.end.map(place) }
    }
}

impl FromStr for Range {
    type Err = String;

    /// Parses a range of numbers without units.
    fn from_str(text: &str) -> Result<Self, String> {
        Self::parse(text, |digits| {
            digits.parse().map_err(|_| format!("`{digits}` is not a number"))
        })
    }
}

/// Parses a number that is not empty.
type Parse = fn(&str) -> Result<u64, String>;

impl Range {
    /// Parses a range of bytes, whose numbers may have units.
    pub fn of_bytes(text: &str) -> Result<Self, String> {
        Self::parse(text, size::bytes)
    }

    /// Parses a range.
    ///
    /// - `A-B`: from the A-th to the B-th unit, counted from 1.
    /// - `A..B`: from offset A up to offset B, counted from 0, or from the end with `-`.
    /// - `A`: only the A-th unit.
    ///
    /// Either end may be missing.
    fn parse(text: &str, parse: Parse) -> Result<Self, String> {
        let number = |text: &str| (!text.is_empty()).then(|| parse(text)).transpose();
        let place = |text: &str| match text.strip_prefix('-') {
            Some("") => Err(format!("`{text}` is not a number")),
            Some(digits) => Ok(Some(Place::Before(parse(digits)?))),
            None => Ok(number(text)?.map(Place::Behind)),
        };
        let range = match (text.split_once(".."), text.split_once('-')) {
            (Some((start, end)), _) => {
                Range { start: place(start)?.unwrap_or(Place::Behind(0)), end: place(end)? }
            }
            (None, Some((start, end))) => {
                if start.is_empty() && end.is_empty() {
                    return Err("a range needs at least one end".to_owned());
                }
                let (first, last) = (number(start)?, number(end)?);
                // Both ends are included, so `3-2` is not the empty part that `2..2` is.
                if first.zip(last).is_some_and(|(first, last)| last < first) {
                    return Err(BACKWARDS.to_owned());
                }
                let start = Place::Behind(before(first.unwrap_or(1))?);
                Range { start, end: last.map(Place::Behind) }
            }
            (None, None) => {
                let only = number(text)?.ok_or("a range is needed, such as `3-5` or `2..5`")?;
                Range { start: Place::Behind(before(only)?), end: Some(Place::Behind(only)) }
            }
        };
        match (range.start, range.end) {
            (Place::Behind(start), Some(Place::Behind(end))) if end < start => {
                Err(BACKWARDS.to_owned())
            }
            (Place::Before(start), Some(Place::Before(end))) if end > start => {
                Err(BACKWARDS.to_owned())
            }
            _ => Ok(range),
        }
    }
}

const BACKWARDS: &str = "it ends before it begins";

/// Returns the offset of the unit with the number `ordinal`, counted from 1.
fn before(ordinal: u64) -> Result<u64, String> {
    ordinal.checked_sub(1).ok_or("`-` counts from 1; `..` counts from 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting() {
        let behind = |end: Option<u64>| end.map(Place::Behind);
        let range = |start, end| Ok(Range { start: Place::Behind(start), end: behind(end) });
        assert_eq!("3-5".parse(), range(2, Some(5)));
        assert_eq!("2..5".parse(), range(2, Some(5)));
        assert_eq!("3".parse(), range(2, Some(3)));
        assert_eq!("3-".parse(), range(2, None));
        assert_eq!("-5".parse(), range(0, Some(5)));
        assert_eq!("..".parse(), range(0, None));
        assert_eq!("7..7".parse(), range(7, Some(7)));
        let (last, all_but) = (Place::Before(3), Some(Place::Before(2)));
        assert_eq!("-3..".parse(), Ok(Range { start: last, end: None }));
        assert_eq!("..-2".parse(), Ok(Range { start: Place::Behind(0), end: all_but }));
        assert_eq!("-3..-2".parse(), Ok(Range { start: last, end: all_but }));
        assert_eq!(Range::of_bytes("1K..2K"), range(1 << 10, Some(2 << 10)));
        assert_eq!(Range::of_bytes("..0x10"), range(0, Some(16)));
        assert_eq!(Range::of_bytes("-1k..").map(|range| range.start), Ok(Place::Before(1 << 10)));
        assert!("1K..2K".parse::<Range>().is_err());
        for wrong in [
            "",
            "-",
            "0",
            "0-3",
            "5-3",
            "3-2",
            "x",
            "1..x",
            "-2..-3",
            "--1..",
            "-..",
            "99999999999999999999",
        ] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }
}
