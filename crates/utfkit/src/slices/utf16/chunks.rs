//! Lossy iteration.

use super::Units;
use crate::slices::chunks;

/// Well-formed units, and what is ill-formed behind them.
pub type Chunk<'a> = chunks::Chunk<'a, u16>;

/// The well-formed parts of a text, each with the ill-formed sequence behind it.
pub type Chunks<'a> = chunks::Chunks<'a, u16>;

/// The well-formed parts of `text`, each with the ill-formed sequence that follows it, if one does.
///
/// There is one chunk for each finding, and one for what is well-formed at the end, if anything is.
/// Bytes left over at the end that do not fill a unit are a finding.
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
