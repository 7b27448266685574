//! Finds ill-formed sequences of UTF-8 and their ends.

use crate::repair::{edit::Edit, found::Doubt};
use utfkit::{Encoding, Finding, Kind, error::Grouper, transcode::Transcoder, utf8};

/// The decision about an ill-formed sequence.
pub(crate) enum Outcome {
    Fix(Edit),
    Doubt(Doubt),
    Nothing,
}

/// Returns the position of the next ill-formed sequence of `text` after `from`, or its end.
pub(crate) fn next_ill_formed(text: &[u8], from: usize) -> usize {
    // After one sequence, the next is often adjacent. A kernel only pays for long text.
    match utf8::finding_at(text, from) {
        Some(_) => from,
        None => from + utf8::valid_up_to(&text[from..]),
    }
}

/// Returns the ill-formed sequence at `at`, which must exist.
#[cold]
pub(crate) fn finding(text: &[u8], at: usize) -> Finding {
    let none = || Finding::new(at as u64, Kind::Truncated, &[]);
    utf8::finding_at(text, at).unwrap_or_else(none)
}

/// Returns the ill-formed sequence at `at`, with the adjacent ones that belong to the same error.
pub(crate) fn whole(text: &[u8], at: usize) -> Finding {
    let first = finding(text, at);
    let mut grouper = Grouper::new();
    let mut next = first;
    while let Some(more) = text.get(next.end() as usize..).filter(|more| !more.is_empty()) {
        if let Some(found) = grouper.push(next) {
            return found;
        }
        if utf8::valid_up_to(&more[..more.len().min(4)]) > 0 {
            break;
        }
        next = finding(text, next.end() as usize);
    }
    grouper.push(next).or_else(|| grouper.finish()).unwrap_or(first)
}

/// Returns the length of the overlong form of two bytes or the surrogate at the start of `text`, or
/// 0. Programs write these, so they are not in a charset.
pub(crate) fn artifact_len(text: &[u8]) -> usize {
    match text {
        [0xC0 | 0xC1, 0x80..0xC0, ..] => 2,
        [0xED, 0xA0..0xC0, 0x80..0xC0, ..] => 3,
        _ => 0,
    }
}

/// Returns `bytes` decoded in `encoding`.
pub(crate) fn read(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let mut text = Vec::new();
    Transcoder::new(encoding, Encoding::Utf8).transcode_to_vec(bytes, &mut text, true).ok()?;
    String::from_utf8(text).ok()
}
