//! Characters, one by one.

use super::Units;
use crate::slices::chars;

/// The characters of a text, with U+FFFD for each surrogate that is not half of a pair.
pub type Chars<'a> = chars::Chars<'a, u16>;

/// The characters of a text, each with where it begins and ends.
pub type CharIndices<'a> = chars::CharIndices<'a, u16>;

/// Iterates over the characters of `text`, with U+FFFD for each surrogate that is not half of a pair.
///
/// Bytes at the end that do not fill a unit are one more U+FFFD. Cost: constant for each character.
///
/// ```
/// use utfkit::{Be, utf16};
/// assert!(utf16::chars(&[0xD83D, 0xDE00, 0xD800]).eq(['\u{1F600}', '\u{FFFD}']));
/// assert!(utf16::chars(Be(b"\0h\0i")).rev().eq(['i', 'h']));
/// ```
pub fn chars<'a>(text: impl Into<Units<'a, u16>>) -> Chars<'a> {
    Chars::new(text.into())
}

/// Iterates over the characters of `text` as [`chars`], each with the units where it begins and ends.
///
/// Bytes at the end that do not fill a unit count as one.
pub fn char_indices<'a>(text: impl Into<Units<'a, u16>>) -> CharIndices<'a> {
    CharIndices::new(text.into())
}
