//! Boundaries between characters, found from anywhere in a text.

use super::Units;
use crate::form::{boundary, parts::Parts};

/// Returns `true` if `at` is a boundary: a character or a lone surrogate begins or ends there.
///
/// Every unit index is a boundary, except between a high surrogate and the low one after it. The
/// start and the end are boundaries; an index beyond the end is not. Bytes at the end that do not
/// fill a unit do not have an index, so the end is before them.
///
/// Cost: reads one unit before `at` and one after it, like all functions of this family.
///
/// ```
/// use utfkit::utf16;
/// let text = [0x61, 0xD83D, 0xDE00, 0xDE00, 0xD83D, 0x62];
/// let boundaries: Vec<_> = (0..9).filter(|&at| utf16::is_boundary(&text, at)).collect();
/// assert_eq!(boundaries, [0, 1, 3, 4, 5, 6]);
/// ```
#[must_use]
pub fn is_boundary<'a>(text: impl Into<Units<'a, u16>>, at: usize) -> bool {
    boundary::is_boundary(text.into(), at)
}

/// Returns the greatest boundary that is at most `at`: where to cut a text to at most `at` units.
///
/// If `at` is beyond the end, the result is the end.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::floor_boundary(&[0x61, 0xD83D, 0xDE00], 2), 1);
/// ```
#[must_use]
pub fn floor_boundary<'a>(text: impl Into<Units<'a, u16>>, at: usize) -> usize {
    boundary::floor(text.into(), at)
}

/// Returns the least boundary that is at least `at`, or the end if `at` is beyond it.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::ceil_boundary(&[0x61, 0xD83D, 0xDE00], 2), 3);
/// ```
#[must_use]
pub fn ceil_boundary<'a>(text: impl Into<Units<'a, u16>>, at: usize) -> usize {
    boundary::ceil(text.into(), at)
}

/// Returns the least boundary above `at`, or `None` at the end and beyond it.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::next_boundary(&[0x61, 0xD83D, 0xDE00], 1), Some(3));
/// assert_eq!(utf16::next_boundary(&[0x61, 0xD83D, 0xDE00], 3), None);
/// ```
#[must_use]
pub fn next_boundary<'a>(text: impl Into<Units<'a, u16>>, at: usize) -> Option<usize> {
    boundary::next(text.into(), at)
}

/// Returns the greatest boundary below `at`, or `None` at the start.
///
/// If `at` is beyond the end, it counts as the end.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::previous_boundary(&[0x61, 0xD83D, 0xDE00], 3), Some(1));
/// assert_eq!(utf16::previous_boundary(&[0x61, 0xD83D, 0xDE00], 0), None);
/// ```
#[must_use]
pub fn previous_boundary<'a>(text: impl Into<Units<'a, u16>>, at: usize) -> Option<usize> {
    boundary::previous(text.into(), at)
}

/// Returns the number of units of `text`, a chunk of a stream, that need no further units.
///
/// Only a high surrogate at the end is left out, because the next chunk may begin with the low one.
/// Bytes at the end that do not fill a unit are left out too.
///
/// A surrogate that stays alone no matter what follows is not incomplete, so it is counted.
///
/// Cost: constant.
///
/// ```
/// use utfkit::{Be, Le, utf16};
/// assert_eq!(utf16::complete_up_to(&[0x61, 0xD83D]), 1);
/// assert_eq!(utf16::complete_up_to(&[0xD83D, 0xDE00]), 2);
/// assert_eq!(utf16::complete_up_to(&[0xD83D, 0x61]), 2);
/// assert_eq!(utf16::complete_up_to(Le(&b"a\0\x3D\xD8\0"[..])), 1);
/// // The byte after this high surrogate cannot begin a low one.
/// assert_eq!(utf16::complete_up_to(Be(&b"\xD8\x3D\0"[..])), 1);
/// ```
#[must_use]
pub fn complete_up_to<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    boundary::complete(text.into())
}

/// Splits `text` into at most `parts` parts of nearly equal length, for work in parallel.
///
/// There are fewer parts if the text has fewer characters; no part is empty. If `parts` is 0, there
/// is one part.
///
/// Parts begin and end at [boundaries](is_boundary()), even in ill-formed text. Bytes that do not
/// fill a unit belong to the last part. So the findings and replacements of the parts, in order,
/// are those of the whole text.
///
/// Cost: constant per part, without allocation.
///
/// ```
/// use utfkit::utf16;
/// let text = [0xD83D, 0xDE00, 0x61, 0xD800];
/// let lengths: Vec<_> = utf16::split(&text, 2).map(|part| part.len()).collect();
/// assert_eq!(lengths, [2, 2]);
/// ```
pub fn split<'a>(text: impl Into<Units<'a, u16>>, parts: usize) -> Parts<'a, u16> {
    Parts::new(text.into(), parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Be;
    use std::{vec, vec::Vec};

    const UNITS: [u16; 6] = [0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];

    /// Returns all boundaries, from the pieces that the standard library decodes.
    fn boundaries(units: &[u16]) -> Vec<usize> {
        let mut found = vec![0];
        for character in char::decode_utf16(units.iter().copied()) {
            found.push(found[found.len() - 1] + character.map_or(1, char::len_utf16));
        }
        found
    }

    #[test]
    fn local_boundaries_are_those_of_the_whole() {
        crate::testing::strings(&UNITS, 4, |units| {
            let all = boundaries(units);
            for at in 0..units.len() + 2 {
                let (floor, ceil) = (
                    all.iter().rev().find(|&&b| b <= at).copied().unwrap_or(0),
                    all.iter().find(|&&b| b >= at).copied().unwrap_or(units.len()),
                );
                assert_eq!(is_boundary(units, at), all.contains(&at), "{units:X?} at {at}");
                assert_eq!(floor_boundary(units, at), floor, "{units:X?} at {at}");
                assert_eq!(ceil_boundary(units, at), ceil, "{units:X?} at {at}");
                let next = all.iter().find(|&&b| b > at).copied();
                assert_eq!(next_boundary(units, at), next, "{units:X?} at {at}");
                let previous = all.iter().rev().find(|&&b| b < at.min(units.len())).copied();
                assert_eq!(previous_boundary(units, at), previous, "{units:X?} at {at}");
            }
        });
    }

    #[test]
    fn cut_characters_are_incomplete() {
        crate::testing::strings(&UNITS, 4, |units| {
            let cut = units.last().is_some_and(|unit| matches!(unit, 0xD800..=0xDBFF));
            let whole = units.len() - usize::from(cut);
            assert_eq!(complete_up_to(units), whole, "{units:X?}");
            // An error at the end of the text is incomplete; any other error is not.
            let Err(error) = crate::slices::utf16::validate(units) else { return };
            assert_eq!(error.is_incomplete(), error.valid_up_to() == whole, "{units:X?}");
            assert_eq!(error.error_len(), (!error.is_incomplete()).then_some(1));
        });
        // Bytes are left over: after a unit, and after half of a pair.
        for (bytes, whole) in
            [(&b"\0a\0"[..], 1), (b"\0a\xD8\0\xDC", 1), (b"\xDC\0\0", 1), (b"\0", 0)]
        {
            assert_eq!(complete_up_to(Be(bytes)), whole, "{bytes:X?}");
        }
        assert!(
            crate::slices::utf16::validate(Be(&b"\0a\xD8\0\xDC"[..])).unwrap_err().is_incomplete()
        );
        assert!(crate::slices::utf16::validate(Be(&b"\0a\0"[..])).unwrap_err().is_incomplete());
    }

    #[test]
    fn no_index_is_too_great_and_left_over_bytes_have_none() {
        let text = || Be(&b"\0a\xD8"[..]);
        assert!(!is_boundary(text(), usize::MAX));
        assert_eq!(floor_boundary(text(), usize::MAX), 1);
        assert_eq!(ceil_boundary(text(), 2), 1);
        assert_eq!(next_boundary(text(), 1), None);
        assert_eq!(previous_boundary(text(), usize::MAX), Some(0));
    }
}
