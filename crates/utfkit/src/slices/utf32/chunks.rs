//! Lossy iteration.

use super::Units;
use crate::slices::chunks;

/// Well-formed units, and the ill-formed sequence after them.
pub type Chunk<'a> = chunks::Chunk<'a, u32>;

/// An iterator over the well-formed parts of a text, each with the ill-formed sequence after it.
pub type Chunks<'a> = chunks::Chunks<'a, u32>;

/// Iterates over the well-formed parts of `text`, each with the ill-formed sequence after it.
///
/// There is one chunk per finding, and one for the well-formed text at the end, if there is any.
/// Bytes at the end that do not fill a unit are a finding.
///
/// ```
/// use utfkit::utf32;
/// let mut chunks = utf32::chunks(&[0x68, 0x69, 0xD800, 0x21]);
/// let chunk = chunks.next().unwrap();
/// assert_eq!((chunk.text().len(), chunk.finding().map(|f| f.offset())), (2, Some(8)));
/// let chunk = chunks.next().unwrap();
/// assert_eq!((chunk.text().len(), chunk.finding()), (1, None));
/// ```
pub fn chunks<'a>(text: impl Into<Units<'a, u32>>) -> Chunks<'a> {
    Chunks::new(text.into())
}
