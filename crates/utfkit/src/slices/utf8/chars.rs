//! Iteration over characters.

use crate::slices::chars;

/// An iterator over the characters of a text, with U+FFFD for each ill-formed maximal subpart.
pub type Chars<'a> = chars::Chars<'a, u8>;

/// An iterator over the characters of a text, each with its start and end.
pub type CharIndices<'a> = chars::CharIndices<'a, u8>;

/// Iterates over the characters of `bytes`, with U+FFFD for each ill-formed maximal subpart.
///
/// The characters are those of [`to_string_lossy`], without a copy, from either end.
///
/// Cost: constant per character. [`chunks`](super::chunks()) is faster: it reads whole runs of text
/// with kernels.
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
#[inline]
pub fn chars(bytes: &[u8]) -> Chars<'_> {
    Chars::new(bytes.into())
}

/// Iterates over the characters of `bytes` like [`chars`], each with its start and end.
///
/// The end shows how many bytes U+FFFD replaces: one to three. The text may also contain U+FFFD
/// itself; [`chunks`](super::chunks()) distinguishes the two.
///
/// ```
/// use utfkit::utf8;
/// let bytes = b"a\xE2\x82b";
/// let found: Vec<_> = utf8::char_indices(bytes).collect();
/// assert_eq!(found, [(0, 1, 'a'), (1, 3, '\u{FFFD}'), (3, 4, 'b')]);
/// ```
#[inline]
pub fn char_indices(bytes: &[u8]) -> CharIndices<'_> {
    CharIndices::new(bytes.into())
}
