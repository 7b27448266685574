//! Without the feature `legacy-charsets` there is nothing to name; but text in a charset is no
//! reason to name something else.

use alloc::{string::String, vec::Vec};

use super::{opening::unit, reading::Reading, text::Meter};
use crate::Encoding;

/// What a byte that is no UTF-8 is taken for.
const LETTER: char = 'é';

/// Keeps those of `readings` that explain `bytes` better than a charset that has no name here.
/// UTF-8 and what is made like it stay: wrong bytes are a mistake there.
pub(super) fn retain(readings: &mut Vec<Reading>, bytes: &[u8]) {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| LETTER));
    }
    let unnamed = Meter::of(&text).price();
    readings.retain(|reading| {
        let takes_any = unit(reading.encoding) > 1 || reading.encoding == Encoding::Utf1;
        !takes_any || reading.price() < unnamed
    });
}
