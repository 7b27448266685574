//! Characters, one by one.

use crate::slices::chars;

/// The characters of a text, with U+FFFD for each maximal subpart that is ill-formed.
pub type Chars<'a> = chars::Chars<'a, u8>;

/// The characters of a text, each with where it begins and ends.
pub type CharIndices<'a> = chars::CharIndices<'a, u8>;

/// Iterates over the characters of `bytes`, with U+FFFD for each maximal subpart that is ill-formed.
///
/// These are the characters of [`to_string_lossy`], without a copy; from either
/// end.
///
/// Cost: constant for each character. [`chunks`](super::chunks()) takes whole stretches of text, by
/// kernels.
///
/// ```
/// use utfkit::utf8;
/// let text: String = utf8::chars(b"caf\xC3\xA9 \xFF").rev().collect();
/// assert_eq!(text, "\u{FFFD} éfac");
/// ```
///
#[cfg_attr(feature = "alloc", doc = "[`to_string_lossy`]: super::to_string_lossy")]
#[cfg_attr(
    not(feature = "alloc"),
    doc = "[`to_string_lossy`]: https://docs.rs/utfkit/latest/utfkit/utf8/fn.to_string_lossy.html"
)]
pub fn chars(bytes: &[u8]) -> Chars<'_> {
    Chars::new(bytes.into())
}

/// Iterates over the characters of `bytes` as [`chars`], each with where it begins and ends.
///
/// The end tells the length of what U+FFFD stands for: one to three bytes. (U+FFFD may also be in the
/// text; [`chunks`](super::chunks()) says which is which.)
///
/// ```
/// use utfkit::utf8;
/// let bytes = b"a\xE2\x82b";
/// let found: Vec<_> = utf8::char_indices(bytes).collect();
/// assert_eq!(found, [(0, 1, 'a'), (1, 3, '\u{FFFD}'), (3, 4, 'b')]);
/// ```
pub fn char_indices(bytes: &[u8]) -> CharIndices<'_> {
    CharIndices::new(bytes.into())
}
