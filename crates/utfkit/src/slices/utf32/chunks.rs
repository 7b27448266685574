//! Lossy iteration.

use super::Units;
use crate::slices::chunks;

/// Well-formed units, and what is ill-formed behind them.
pub type Chunk<'a> = chunks::Chunk<'a, u32>;

/// The well-formed parts of a text, each with the ill-formed sequence behind it.
pub type Chunks<'a> = chunks::Chunks<'a, u32>;

/// The well-formed parts of `text`, each with the ill-formed sequence that follows it, if one does.
///
/// There is one chunk for each finding, and one for what is well-formed at the end, if anything is.
/// Bytes left over at the end that do not fill a unit are a finding.
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
