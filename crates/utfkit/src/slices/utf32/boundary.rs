//! Boundaries between characters, found from anywhere in a text.

use super::Units;
use crate::form::{boundary, parts::Parts};

/// Returns `true` if `at` is a boundary: a character or an ill-formed unit begins or ends there.
///
/// Every unit index is a boundary; these functions exist for code that is written for all forms.
/// The start and the end are boundaries; an index beyond the end is not. Bytes at the end that do
/// not fill a unit do not have an index, so the end is before them.
///
/// Cost: constant, like all functions of this family.
///
/// ```
/// use utfkit::utf32;
/// let text = [0x61, 0x1F600, 0xD800];
/// let boundaries: Vec<_> = (0..9).filter(|&at| utf32::is_boundary(&text, at)).collect();
/// assert_eq!(boundaries, [0, 1, 2, 3]);
/// ```
#[must_use]
pub fn is_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> bool {
    boundary::is_boundary(text.into(), at)
}

/// Returns the greatest boundary that is at most `at`: where to cut a text to at most `at` units.
///
/// If `at` is beyond the end, the result is the end.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::floor_boundary(&[0x61, 0x1F600], 9), 2);
/// ```
#[must_use]
pub fn floor_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> usize {
    boundary::floor(text.into(), at)
}

/// Returns the least boundary that is at least `at`, or the end if `at` is beyond it.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::ceil_boundary(&[0x61, 0x1F600], 1), 1);
/// ```
#[must_use]
pub fn ceil_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> usize {
    boundary::ceil(text.into(), at)
}

/// Returns the least boundary above `at`, or `None` at the end and beyond it.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::next_boundary(&[0x61, 0x1F600], 1), Some(2));
/// ```
#[must_use]
pub fn next_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> Option<usize> {
    boundary::next(text.into(), at)
}

/// Returns the greatest boundary below `at`, or `None` at the start.
///
/// If `at` is beyond the end, it counts as the end.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::previous_boundary(&[0x61, 0x1F600], 2), Some(1));
/// ```
#[must_use]
pub fn previous_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> Option<usize> {
    boundary::previous(text.into(), at)
}

/// Returns the number of units of `text`, a chunk of a stream: all units are complete.
///
/// Bytes at the end that do not fill a unit are not counted.
///
/// Cost: constant.
///
/// ```
/// use utfkit::{Le, utf32};
/// assert_eq!(utf32::complete_up_to(&[0x61, 0xD800]), 2);
/// assert_eq!(utf32::complete_up_to(Le(&b"a\0\0\0b\0"[..])), 1);
/// ```
#[must_use]
pub fn complete_up_to<'a>(text: impl Into<Units<'a, u32>>) -> usize {
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
/// use utfkit::utf32;
/// let text = [0x1F600, 0x61, 0xD800, 0x62];
/// let lengths: Vec<_> = utf32::split(&text, 2).map(|part| part.len()).collect();
/// assert_eq!(lengths, [2, 2]);
/// ```
pub fn split<'a>(text: impl Into<Units<'a, u32>>, parts: usize) -> Parts<'a, u32> {
    Parts::new(text.into(), parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_up_to_the_end_is_a_boundary() {
        let units = [0x41, 0xD800, 0xDC00, 0x11_0000];
        for at in 0..=4 {
            assert!(is_boundary(&units, at));
            assert_eq!((floor_boundary(&units, at), ceil_boundary(&units, at)), (at, at));
            assert_eq!(next_boundary(&units, at), (at < 4).then_some(at + 1));
            assert_eq!(previous_boundary(&units, at), at.checked_sub(1));
        }
        assert_eq!(complete_up_to(&units), 4);
        let cut = crate::Le(&b"a\0\0\0\0\xD8"[..]);
        assert_eq!(complete_up_to(cut), 1);
        assert!(crate::slices::utf32::validate(cut).unwrap_err().is_incomplete());
        assert_eq!(crate::slices::utf32::validate(&units).unwrap_err().error_len(), Some(1));
        assert!(!is_boundary(&units, usize::MAX));
        assert_eq!(floor_boundary(&units, usize::MAX), 4);
    }
}
