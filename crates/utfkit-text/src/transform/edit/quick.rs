//! Shortcuts for long files, with the same results: places by their bytes, and jumps to a line that
//! has a change.

use utfkit::{Encoding, codec::Step};

use super::{
    MAX_PLACES, Text,
    find::{Found, Pattern},
};

/// The shortest text for which the bytes of a pattern are worked out.
const LONG: usize = 64 << 10;

/// The number of bytes before a place that are always read character by character.
const NEAR: usize = 64;

/// Returns the start of a line after `from` and at least [`NEAR`] bytes before `to`, if every line
/// begins with a character in the first state.
pub(super) fn line_before(text: &Text<'_>, from: usize, to: usize) -> Option<usize> {
    let end = to.checked_sub(NEAR).filter(|&end| end > from)?;
    let is_plain = text.encoding.unit_bytes() == 1 && text.encoding.has_line_feed_unit();
    let feed = memchr::memrchr(b'\n', &text.bytes[from..end]).filter(|_| is_plain)?;
    Some(from + feed + 1)
}

/// Returns the places of the old text, at most one more than [`MAX_PLACES`]. The result is `None` if
/// its bytes do not determine them.
pub(super) fn places(text: &Text<'_>, pattern: &Pattern) -> Option<Vec<Found>> {
    if text.bytes.len() < LONG { None } else { by_bytes(text, pattern) }
}

/// Finds the places of the old text by its bytes, in a text of any length.
pub(super) fn by_bytes(text: &Text<'_>, pattern: &Pattern) -> Option<Vec<Found>> {
    if pattern.has_mark() || pattern.old.contains(&0x0A) || pattern.overlaps() {
        return None;
    }
    let needle = needle(text, pattern)?;
    let body = &text.bytes[text.start..];
    let mut all = Vec::new();
    for at in memchr::memmem::find_iter(body, &needle).take(MAX_PLACES + 1) {
        let (start, end) = (text.start + at, text.start + at + needle.len());
        all.push(Found { start, end, crlf: false });
    }
    if pattern.new.contains(&0x0A) {
        set_line_ends(text, &mut all);
    }
    Some(all)
}

/// Sets the line end of each place: that of its line, or of the last line before it.
fn set_line_ends(text: &Text<'_>, all: &mut [Found]) {
    let is_crlf = |feed: usize| feed > text.start && text.bytes[feed - 1] == b'\r';
    let mut feeds = memchr::memchr_iter(b'\n', &text.bytes[text.start..]);
    let (mut last, mut next) = (None, feeds.next());
    for place in all {
        while let Some(feed) = next.filter(|&feed| text.start + feed < place.end) {
            (last, next) = (Some(feed), feeds.next());
        }
        place.crlf = next.or(last).is_some_and(|feed| is_crlf(text.start + feed));
    }
}

/// Returns the bytes of the old text, if each of its characters has only these bytes, and they are
/// nothing else.
fn needle(text: &Text<'_>, pattern: &Pattern) -> Option<Vec<u8>> {
    if text.encoding == Encoding::Utf8 {
        let old: Option<String> = pattern.old.iter().map(|&value| char::from_u32(value)).collect();
        return old.map(String::into_bytes);
    }
    let decoder = text.encoding.decoder(text.order);
    let mut values = [None; 256];
    for (byte, value) in (0..=u8::MAX).zip(&mut values) {
        for next in 0..=u8::MAX {
            let read = match decoder.first(&[byte, next], false) {
                Step::Value { value, len: 1 } => Some(value),
                Step::IllFormed { len: 1, .. } => None,
                _ => return None,
            };
            if next > 0 && read != *value {
                return None;
            }
            *value = read;
        }
    }
    let only = |wanted: &u32| {
        let mut bytes = (0..=u8::MAX).filter(|&byte| values[usize::from(byte)] == Some(*wanted));
        bytes.next().filter(|_| bytes.next().is_none())
    };
    pattern.old.iter().map(only).collect()
}
