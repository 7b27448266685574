//! Lossy iteration.

use super::Units;
use crate::slices::chunks;

/// Well-formed units, and the ill-formed sequence after them.
pub type Chunk<'a> = chunks::Chunk<'a, u16>;

/// An iterator over the well-formed parts of a text, each with the ill-formed sequence after it.
pub type Chunks<'a> = chunks::Chunks<'a, u16>;

/// Iterates over the well-formed parts of `text`, each with the ill-formed sequence after it.
///
/// There is one chunk per finding, and one for the well-formed text at the end, if there is any.
/// Bytes at the end that do not fill a unit are a finding.
///
/// ```
/// use utfkit::utf16;
/// let mut text = String::new();
/// for chunk in utf16::chunks(&[0x68, 0x69, 0xD800, 0x21]) {
///     text += &utf16::to_string(chunk.text())?;
///     if let Some(finding) = chunk.finding() {
///         text += &format!("[{finding}]");
///     }
/// }
/// assert_eq!(text, "hi[lone high surrogate U+D800 at byte 4: 00 D8]!");
/// # Ok::<(), utfkit::Utf16Error>(())
/// ```
pub fn chunks<'a>(text: impl Into<Units<'a, u16>>) -> Chunks<'a> {
    Chunks::new(text.into())
}
