//! Iteration over characters.

use super::Units;
use crate::slices::chars;

/// An iterator over the characters of a text, with U+FFFD for each lone surrogate.
pub type Chars<'a> = chars::Chars<'a, u16>;

/// An iterator over the characters of a text, each with its start and end.
pub type CharIndices<'a> = chars::CharIndices<'a, u16>;

/// Iterates over the characters of `text`, with U+FFFD for each lone surrogate.
///
/// Bytes at the end that do not fill a unit become one more U+FFFD. Cost: constant per character.
///
/// ```
/// use utfkit::{Be, utf16};
/// assert!(utf16::chars(&[0xD83D, 0xDE00, 0xD800]).eq(['\u{1F600}', '\u{FFFD}']));
/// assert!(utf16::chars(Be(b"\0h\0i")).rev().eq(['i', 'h']));
/// ```
#[inline]
pub fn chars<'a>(text: impl Into<Units<'a, u16>>) -> Chars<'a> {
    Chars::new(text.into())
}

/// Iterates over the characters of `text` like [`chars`], each with its start and end in units.
///
/// Bytes at the end that do not fill a unit count as one unit.
///
/// ```
/// use utfkit::utf16;
/// let found: Vec<_> = utf16::char_indices(&[0xD83D, 0xDE00, 0x21]).collect();
/// assert_eq!(found, [(0, 2, '\u{1F600}'), (2, 3, '!')]);
/// ```
#[inline]
pub fn char_indices<'a>(text: impl Into<Units<'a, u16>>) -> CharIndices<'a> {
    CharIndices::new(text.into())
}
