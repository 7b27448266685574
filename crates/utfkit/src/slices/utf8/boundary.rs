//! Boundaries between characters, from anywhere in a text.

use core::iter::FusedIterator;

use crate::form::{boundary, parts::Parts};

/// Whether a character, or a maximal subpart that is ill-formed, begins or ends at `at`.
///
/// Boundaries are where [`chunks`](super::chunks()) and [`decode_first`](super::decode_first) can
/// cut: in well-formed text those of [`str::is_char_boundary`], in ill-formed text those around
/// each maximal subpart (Unicode D93b) too. The start and the end are boundaries; beyond the end
/// are none.
///
/// Cost: looks at three bytes before `at` and three behind it at most, as all functions of this
/// family.
///
/// ```
/// use utfkit::utf8;
/// let text = b"a\xE2\x82\xAC\xE2\x82|";
/// let boundaries: Vec<_> = (0..9).filter(|&at| utf8::is_boundary(text, at)).collect();
/// assert_eq!(boundaries, [0, 1, 4, 6, 7]);
/// ```
#[must_use]
pub fn is_boundary(bytes: &[u8], at: usize) -> bool {
    boundary::is_boundary(bytes.into(), at)
}

/// The greatest boundary that is not above `at`: where to cut a text to `at` bytes at most.
///
/// `at` beyond the end gives the end.
///
/// ```
/// use utfkit::utf8;
/// let name = "Zoë".as_bytes();
/// assert_eq!(&name[..utf8::floor_boundary(name, 3)], b"Zo");
/// ```
#[must_use]
pub fn floor_boundary(bytes: &[u8], at: usize) -> usize {
    boundary::floor(bytes.into(), at)
}

/// The least boundary that is not below `at`; the end, if `at` is beyond it.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::ceil_boundary("Zoë!".as_bytes(), 3), 4);
/// ```
#[must_use]
pub fn ceil_boundary(bytes: &[u8], at: usize) -> usize {
    boundary::ceil(bytes.into(), at)
}

/// The least boundary above `at`; `None` at the end and beyond it.
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

/// The greatest boundary below `at`; `None` at the start. `at` beyond the end counts as the end.
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

/// How much of `bytes`, a chunk of a stream, is whole: all but a sequence at its end that the next
/// chunk may complete, which is three bytes at most.
///
/// What is ill-formed whatever follows is not incomplete, and counts as whole.
/// [`Utf8Stream`](super::Utf8Stream) keeps what is cut by itself.
///
/// Cost: looks at three bytes.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::complete_up_to(b"caf\xC3"), 3);
/// assert_eq!(utf8::complete_up_to(b"caf\xC3\xA9"), 5);
/// // No byte behind these makes a character of them.
/// assert_eq!(utf8::complete_up_to(b"caf\xE0\x80"), 5);
/// ```
#[must_use]
pub fn complete_up_to(bytes: &[u8]) -> usize {
    boundary::complete(bytes.into())
}

/// `bytes` in `parts` of nearly equal length, for work in parallel; in fewer, if there are not as
/// many characters, and none of them empty. No parts are one.
///
/// Parts begin and end at [boundaries](is_boundary()), in ill-formed text too. So findings and
/// replacements of the parts, one behind the other, are those of the whole.
///
/// Cost: constant for each part. No allocation.
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

    /// All boundaries, by what the standard library takes each piece for.
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

    /// What the standard library says of it: a text ends inside a character, or it does not.
    #[test]
    fn what_is_cut_is_incomplete() {
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
