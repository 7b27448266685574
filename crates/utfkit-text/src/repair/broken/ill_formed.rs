//! Where text is ill-formed in UTF-8, how far that goes, and what can become of it.

use crate::repair::{edit::Edit, found::Doubt};
use utfkit::{Encoding, Finding, Kind, error::Grouper, transcode::Transcoder, utf8};

/// What becomes of an ill-formed sequence.
pub(crate) enum Outcome {
    Fix(Edit),
    Doubt(Doubt),
    Nothing,
}

/// Where something is ill-formed in `text`, `from` there or behind; else its end.
pub(crate) fn next_ill_formed(text: &[u8], from: usize) -> usize {
    // Where one was, the next is near: a kernel is for what is long.
    match utf8::finding_at(text, from) {
        Some(_) => from,
        None => from + utf8::valid_up_to(&text[from..]),
    }
}

/// Returns the ill-formed sequence at `at`, where one is.
#[cold]
pub(crate) fn finding(text: &[u8], at: usize) -> Finding {
    let none = || Finding::new(at as u64, Kind::Truncated, &[]);
    utf8::finding_at(text, at).unwrap_or_else(none)
}

/// The ill-formed sequence at `at` as a person counts it: with its neighbours, where they are one
/// mistake.
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

/// How long an overlong form of two bytes, or a surrogate, is that `text` begins with; 0 if with
/// neither. They come of programs, not of charsets.
pub(crate) fn of_programs(text: &[u8]) -> usize {
    match text {
        [0xC0 | 0xC1, 0x80..0xC0, ..] => 2,
        [0xED, 0xA0..0xC0, 0x80..0xC0, ..] => 3,
        _ => 0,
    }
}

/// `bytes` as `encoding` reads them.
pub(crate) fn read(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let mut text = Vec::new();
    Transcoder::new(encoding, Encoding::Utf8).transcode_to_vec(bytes, &mut text, true).ok()?;
    String::from_utf8(text).ok()
}
