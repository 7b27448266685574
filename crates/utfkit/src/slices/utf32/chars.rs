//! Iteration over characters.

use super::Units;
use crate::slices::chars;

/// An iterator over the characters of a text, with U+FFFD for each unit that is not a scalar value.
pub type Chars<'a> = chars::Chars<'a, u32>;

/// An iterator over the characters of a text, each with its start and end.
pub type CharIndices<'a> = chars::CharIndices<'a, u32>;

/// Iterates over the characters of `text`, with U+FFFD for each unit that is not a scalar value.
///
/// Bytes at the end that do not fill a unit become one more U+FFFD. Cost: constant per character.
///
/// ```
/// use utfkit::{Be, utf32};
/// assert!(utf32::chars(&[0x1F600, 0xD800]).eq(['\u{1F600}', '\u{FFFD}']));
/// assert!(utf32::chars(Be(b"\0\0\0h\0\0\0i")).rev().eq(['i', 'h']));
/// ```
#[inline]
pub fn chars<'a>(text: impl Into<Units<'a, u32>>) -> Chars<'a> {
    Chars::new(text.into())
}

/// Iterates over the characters of `text` like [`chars`], each with its start and end in units.
///
/// Bytes at the end that do not fill a unit count as one unit.
///
/// ```
/// use utfkit::utf32;
/// let found: Vec<_> = utf32::char_indices(&[0x1F600, 0x21]).collect();
/// assert_eq!(found, [(0, 1, '\u{1F600}'), (1, 2, '!')]);
/// ```
#[inline]
pub fn char_indices<'a>(text: impl Into<Units<'a, u32>>) -> CharIndices<'a> {
    CharIndices::new(text.into())
}
