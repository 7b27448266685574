//! Boundaries between characters, from anywhere in a text.

use super::Units;
use crate::form::{boundary, parts::Parts};

/// Whether a character, or a unit that is ill-formed, begins or ends at unit `at`.
///
/// That is everywhere: these functions are here for code that is written for all forms. The start
/// and the end are boundaries; beyond the end are none. Bytes at the end that do not fill a unit
/// have no index, so the end is before them.
///
/// Cost: constant, as all functions of this family.
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

/// The greatest boundary that is not above `at`: where to cut a text to `at` units at most.
///
/// `at` beyond the end gives the end.
#[must_use]
pub fn floor_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> usize {
    boundary::floor(text.into(), at)
}

/// The least boundary that is not below `at`; the end, if `at` is beyond it.
#[must_use]
pub fn ceil_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> usize {
    boundary::ceil(text.into(), at)
}

/// The least boundary above `at`; `None` at the end and beyond it.
#[must_use]
pub fn next_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> Option<usize> {
    boundary::next(text.into(), at)
}

/// The greatest boundary below `at`; `None` at the start. `at` beyond the end counts as the end.
#[must_use]
pub fn previous_boundary<'a>(text: impl Into<Units<'a, u32>>, at: usize) -> Option<usize> {
    boundary::previous(text.into(), at)
}

/// How much of `text`, a chunk of a stream, is whole, in units: all of its units. Bytes
/// that do not fill a unit are not whole.
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

/// `text` in `parts` of nearly equal length, for work in parallel; in fewer, if there are not as
/// many characters, and none of them empty. No parts are one.
///
/// Parts begin and end at [boundaries](is_boundary()), in ill-formed text too, and bytes left over
/// are part of the last. So findings and replacements of the parts, one behind the other, are those
/// of the whole.
///
/// Cost: constant for each part. No allocation.
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
