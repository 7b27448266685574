//! Readings in UTF-16 and UTF-32 without a BOM.

use crate::detect::weights::without_bom::{PRIOR, SPACES, WITHOUT_ZEROS};
use crate::detect::{model::meter::price_of_bytes, model::reading::Reading};
use utfkit::Encoding;

/// Returns the readings in UTF-16 and UTF-32 that are text.
pub(crate) fn wide(bytes: &[u8]) -> Vec<Reading> {
    use Encoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    let readings =
        [Utf16Le, Utf16Be, Utf32Le, Utf32Be].map(|encoding| without_bom(bytes, encoding));
    readings.into_iter().flatten().collect()
}

/// The number of bytes of a short look.
const GLANCE: usize = 128;
/// Returns `false` if the first of many `bytes` are surely not text in `encoding`, UTF-16 or UTF-32
/// without a BOM: no byte is zero, and text would cost less. This check takes little time.
pub(crate) fn may_be_wide(bytes: &[u8], encoding: Encoding) -> bool {
    if bytes.len() < 2 * GLANCE || bytes.contains(&0) {
        return true;
    }
    // Text without a zero has no white space of ASCII, and other characters rarely have its bytes.
    let is_space = |&&byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r');
    if bytes.iter().filter(is_space).count() * SPACES > bytes.len() {
        return false;
    }
    let first = &bytes[..GLANCE];
    Reading::of(first, encoding).price() < price_of_bytes(first)
}

/// Returns the reading in `encoding`, UTF-16 or UTF-32 without a BOM, if it is text.
pub(crate) fn without_bom(bytes: &[u8], encoding: Encoding) -> Option<Reading> {
    if !may_be_wide(bytes, encoding) {
        return None;
    }
    let bits = if bytes.contains(&0) { PRIOR } else { WITHOUT_ZEROS };
    let reading = Reading::of(bytes, encoding).unlikely_by(bits);
    (reading.is_text(bytes) && !reading.ascends()).then_some(reading)
}
