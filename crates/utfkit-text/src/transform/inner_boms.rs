//! Drops BOMs inside a text, which are there if files were joined.

/// U+FEFF. Returns the length in bytes of the U+FEFF at the start of `text`, or 0.
const BOM: char = '\u{FEFF}';

/// The length of the U+FEFF that `text` begins with, if it does.
pub(super) fn leading(text: &str) -> usize {
    if text.starts_with(BOM) { BOM.len_utf8() } else { 0 }
}

/// Appends `text` to `out` without U+FEFF, and returns the number of dropped characters.
pub(super) fn strip(text: &str, out: &mut String) -> u64 {
    let mut dropped = 0;
    let mut rest = text;
    while let Some(at) = rest.find(BOM) {
        out.push_str(&rest[..at]);
        rest = &rest[at + BOM.len_utf8()..];
        dropped += 1;
    }
    out.push_str(rest);
    dropped
}
