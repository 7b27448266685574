//! Boundaries between characters, found from anywhere in a text.

use core::iter::FusedIterator;

use crate::form::{boundary, parts::Parts};

/// Returns `true` if `at` is a boundary: a character or an ill-formed maximal subpart begins or
/// ends there.
///
/// [`chunks`](super::chunks()) and [`decode_first`](super::decode_first) cut at boundaries. In
/// well-formed text, they are those of [`str::is_char_boundary`]; in ill-formed text, each maximal
/// subpart (Unicode D93b) has boundaries around it as well. The start and the end are boundaries;
/// an index beyond the end is not.
///
/// Cost: reads at most three bytes before `at` and three after it, like all functions of this
/// family.
///
/// ```
/// use utfkit::utf8;
/// let text = b"a\xE2\x82\xAC\xE2\x82|";
/// let boundaries: Vec<_> = (0..9).filter(|&at| utf8::is_boundary(text, at)).collect();
/// assert_eq!(boundaries, [0, 1, 4, 6, 7]);
/// ```
#[doc(alias = "is_char_boundary")]
#[must_use]
pub fn is_boundary(bytes: &[u8], at: usize) -> bool {
    boundary::is_boundary(bytes.into(), at)
}

/// Returns the greatest boundary that is at most `at`: where to cut a text to at most `at` bytes.
///
/// If `at` is beyond the end, the result is the end.
///
/// ```
/// use utfkit::utf8;
/// let name = "Zoë".as_bytes();
/// assert_eq!(&name[..utf8::floor_boundary(name, 3)], b"Zo");
/// ```
#[doc(alias("floor_char_boundary", "truncate"))]
#[must_use]
#[inline]
pub fn floor_boundary(bytes: &[u8], at: usize) -> usize {
    boundary::floor_utf8(bytes, at)
}

/// Returns the least boundary that is at least `at`, or the end if `at` is beyond it.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::ceil_boundary("Zoë!".as_bytes(), 3), 4);
/// ```
#[doc(alias = "ceil_char_boundary")]
#[must_use]
pub fn ceil_boundary(bytes: &[u8], at: usize) -> usize {
    boundary::ceil(bytes.into(), at)
}

/// Returns the least boundary above `at`, or `None` at the end and beyond it.
///
/// ```
/// use utfkit::utf8;
/// let text = "Zoë".as_bytes();
/// assert_eq!(utf8::next_boundary(text, 2), Some(4));
/// assert_eq!(utf8::next_boundary(text, 4), None);
/// ```
#[must_use]
pub fn next_boundary(bytes: &[u8], at: usize) -> Option<usize> {
    boundary::next(bytes.into(), at)
}

/// Returns the greatest boundary below `at`, or `None` at the start.
///
/// If `at` is beyond the end, it counts as the end.
///
/// ```
/// use utfkit::utf8;
/// let text = "Zoë".as_bytes();
/// assert_eq!(utf8::previous_boundary(text, 4), Some(2));
/// assert_eq!(utf8::previous_boundary(text, 0), None);
/// ```
#[must_use]
pub fn previous_boundary(bytes: &[u8], at: usize) -> Option<usize> {
    boundary::previous(bytes.into(), at)
}

/// Returns the number of bytes of `bytes`, a chunk of a stream, that need no further bytes.
///
/// Only a sequence at the end that the next chunk may complete is left out: at most three bytes.
///
/// A sequence that is ill-formed no matter what follows is not incomplete, so it is counted.
/// [`Utf8Stream`](super::Utf8Stream) keeps the cut sequence for you.
///
/// Cost: reads at most three bytes.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::complete_up_to(b"caf\xC3"), 3);
/// assert_eq!(utf8::complete_up_to(b"caf\xC3\xA9"), 5);
/// // No byte after these makes a character of them.
/// assert_eq!(utf8::complete_up_to(b"caf\xE0\x80"), 5);
/// ```
#[must_use]
pub fn complete_up_to(bytes: &[u8]) -> usize {
    boundary::complete(bytes.into())
}

/// Splits `bytes` into at most `parts` parts of nearly equal length, for work in parallel.
///
/// There are fewer parts if the text has fewer characters; no part is empty. If `parts` is 0, there
/// is one part.
///
/// Parts begin and end at [boundaries](is_boundary()), even in ill-formed text. So the findings and
/// replacements of the parts, in order, are those of the whole text.
///
/// Cost: constant per part, without allocation.
///
/// ```
/// use utfkit::utf8;
/// let parts: Vec<_> = utf8::split("naïve €".as_bytes(), 3).collect();
/// assert_eq!(parts, ["naï".as_bytes(), "ve ".as_bytes(), "€".as_bytes()]);
/// ```
pub fn split(bytes: &[u8], parts: usize) -> impl FusedIterator<Item = &[u8]> + Clone {
    Parts::<u8>::new(bytes.into(), parts).map(|part| part.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use std::{string::String, vec, vec::Vec};

    /// Returns all boundaries, from the pieces that the standard library decodes.
    fn boundaries(bytes: &[u8]) -> Vec<usize> {
        let mut found = vec![0];
        for chunk in bytes.utf8_chunks() {
            let last = found[found.len() - 1];
            found.extend(chunk.valid().char_indices().map(|(at, c)| last + at + c.len_utf8()));
            let last = found[found.len() - 1];
            found.extend((!chunk.invalid().is_empty()).then(|| last + chunk.invalid().len()));
        }
        found
    }

    #[test]
    fn local_boundaries_are_those_of_the_whole() {
        testing::hostile(|bytes| {
            let all = boundaries(bytes);
            for at in 0..bytes.len() + 2 {
                let (floor, ceil) = (
                    all.iter().rev().find(|&&b| b <= at).copied().unwrap_or(0),
                    all.iter().find(|&&b| b >= at).copied().unwrap_or(bytes.len()),
                );
                assert_eq!(is_boundary(bytes, at), all.contains(&at), "{bytes:X?} at {at}");
                assert_eq!(floor_boundary(bytes, at), floor, "{bytes:X?} at {at}");
                assert_eq!(ceil_boundary(bytes, at), ceil, "{bytes:X?} at {at}");
                let next = all.iter().find(|&&b| b > at).copied();
                assert_eq!(next_boundary(bytes, at), next, "{bytes:X?} at {at}");
                let previous = all.iter().rev().find(|&&b| b < at.min(bytes.len())).copied();
                assert_eq!(previous_boundary(bytes, at), previous, "{bytes:X?} at {at}");
            }
        });
    }

    /// The standard library decides whether a text ends inside a character.
    #[test]
    fn cut_characters_are_incomplete() {
        testing::hostile(|bytes| {
            let mut at = 0;
            let incomplete = loop {
                match str::from_utf8(&bytes[at..]) {
                    Ok(_) => break bytes.len(),
                    Err(error) => match error.error_len() {
                        Some(len) => at += error.valid_up_to() + len,
                        None => break at + error.valid_up_to(),
                    },
                }
            };
            assert_eq!(complete_up_to(bytes), incomplete, "{bytes:X?}");
        });
    }

    #[test]
    fn no_index_is_too_great() {
        assert!(!is_boundary(b"a", usize::MAX));
        assert_eq!(floor_boundary(b"a", usize::MAX), 1);
        assert_eq!(ceil_boundary(b"a", usize::MAX), 1);
        assert_eq!(next_boundary(b"a", usize::MAX), None);
        assert_eq!(previous_boundary(b"a", usize::MAX), Some(0));
        assert_eq!(previous_boundary(b"", usize::MAX), None);
    }

    #[test]
    fn a_cut_never_makes_well_formed_text_ill_formed() {
        let text = String::from("a\u{E9}\u{20AC}\u{1F600}");
        for at in 0..=text.len() {
            assert!(
                str::from_utf8(&text.as_bytes()[..floor_boundary(text.as_bytes(), at)]).is_ok()
            );
        }
    }
}
