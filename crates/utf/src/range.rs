//! Ranges as arguments: ordinal numbers as people count, or offsets as reports give them.

use std::str::FromStr;

/// A part of a text, in whatever it is counted: from `start` up to `end`, from 0, without that of `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: u64,
    /// `None`: to the end of the text.
    pub end: Option<u64>,
}

impl FromStr for Range {
    type Err = String;

    /// `A-B`: from the A-th to the B-th, counted from 1. `A..B`: from offset A up to offset B, counted from 0.
    /// Either end may be missing; `A` alone is the A-th.
    fn from_str(text: &str) -> Result<Self, String> {
        let range = match (text.split_once(".."), text.split_once('-')) {
            (Some((start, end)), _) => {
                Range { start: number(start)?.unwrap_or(0), end: number(end)? }
            }
            (None, Some((start, end))) => {
                if start.is_empty() && end.is_empty() {
                    return Err("a range needs one end at least".to_owned());
                }
                Range { start: before(number(start)?.unwrap_or(1))?, end: number(end)? }
            }
            (None, None) => {
                let only = number(text)?.ok_or("a range is needed, such as `3-5` or `2..5`")?;
                Range { start: before(only)?, end: Some(only) }
            }
        };
        match range.end {
            Some(end) if end < range.start => Err("it ends before it begins".to_owned()),
            _ => Ok(range),
        }
    }
}

/// A number, or nothing.
fn number(text: &str) -> Result<Option<u64>, String> {
    match text.is_empty() {
        true => Ok(None),
        false => text.parse().map(Some).map_err(|_| format!("`{text}` is no number")),
    }
}

/// The offset of what is counted as `ordinal`.
fn before(ordinal: u64) -> Result<u64, String> {
    ordinal.checked_sub(1).ok_or("`-` counts from 1; `..` counts from 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting() {
        let range = |start, end| Ok(Range { start, end });
        assert_eq!("3-5".parse(), range(2, Some(5)));
        assert_eq!("2..5".parse(), range(2, Some(5)));
        assert_eq!("3".parse(), range(2, Some(3)));
        assert_eq!("3-".parse(), range(2, None));
        assert_eq!("-5".parse(), range(0, Some(5)));
        assert_eq!("..".parse(), range(0, None));
        assert_eq!("7..7".parse(), range(7, Some(7)));
        for wrong in ["", "-", "0", "0-3", "5-3", "x", "1..x", "99999999999999999999"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }
}
