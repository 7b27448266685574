//! Characters, one by one.

use super::Units;
use crate::slices::chars;

/// The characters of a text, with U+FFFD for each unit that is not a scalar value.
pub type Chars<'a> = chars::Chars<'a, u32>;

/// The characters of a text, each with where it begins and ends.
pub type CharIndices<'a> = chars::CharIndices<'a, u32>;

/// Iterates over the characters of `text`, with U+FFFD for each unit that is not a scalar value.
///
/// Bytes at the end that do not fill a unit are one more U+FFFD. Cost: constant for each character.
///
/// ```
/// use utfkit::{Be, utf32};
/// assert!(utf32::chars(&[0x1F600, 0xD800]).eq(['\u{1F600}', '\u{FFFD}']));
/// assert!(utf32::chars(Be(b"\0\0\0h\0\0\0i")).rev().eq(['i', 'h']));
/// ```
pub fn chars<'a>(text: impl Into<Units<'a, u32>>) -> Chars<'a> {
    Chars::new(text.into())
}

/// Iterates over the characters of `text` as [`chars`], each with the units where it begins and ends.
///
/// Bytes at the end that do not fill a unit count as one.
pub fn char_indices<'a>(text: impl Into<Units<'a, u32>>) -> CharIndices<'a> {
    CharIndices::new(text.into())
}
