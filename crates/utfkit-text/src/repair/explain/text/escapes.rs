//! Mojibake in escapes such as `\u00c3\u00b3`, which JSON and many programming languages have.
//!
//! A part of a line is decided as the text that its escapes stand for. An edit of escapes only
//! becomes an edit of the escapes.

use std::{fmt::Write as _, ops::Range};

use memchr::memmem;
use utfkit::utf8;

use crate::repair::explain::text::segment::Segment;

/// The length of an escape.
const LEN: usize = 6;

/// The maximum number of bytes on each side of an escape that are decided together.
const MAX_SIDE: usize = 2 << 10;

/// Returns `true` if `text` may have mojibake in escapes.
pub(crate) fn may_have(text: &[u8]) -> bool {
    next(text, 0).is_some()
}

/// Finds mojibake in the escapes of `text`.
pub(crate) fn explain(
    text: &[u8],
    explain_line: &mut dyn FnMut(&[u8]) -> Vec<Segment>,
    segments: &mut Vec<Segment>,
) {
    let mut done = 0;
    while let Some(at) = next(text, done) {
        let part = part(text, done, at);
        done = part.end;
        if let Ok(escaped) = std::str::from_utf8(&text[part.clone()]) {
            explain_part(escaped, part.start, explain_line, segments);
        }
    }
}

/// Returns the first position after `from` of an escape that may begin a sequence: a character from
/// U+00C2 to U+00F4, and another escape after it.
fn next(text: &[u8], from: usize) -> Option<usize> {
    let starts = memmem::find_iter(&text[from..], br"\u00").map(|at| from + at);
    let mut starts = starts.filter(|&at| {
        let lead = code_unit(&text[at..]);
        lead.is_some_and(|unit| (0xC2..=0xF4).contains(&unit))
            && code_unit(&text[at + LEN..]).is_some_and(|unit| unit >= 0x80)
    });
    starts.find(|&at| !is_escaped(&text[..at]))
}

/// Returns `true` if `before` ends with an odd number of backslashes.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

/// Returns the code unit of the escape at the start of `text`.
fn code_unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(br"\u")?.first_chunk::<4>()?;
    let digits = std::str::from_utf8(digits).ok()?;
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal)
}

/// Returns the part of the line around the escape at `at`, after `done`, that is decided at once.
fn part(text: &[u8], done: usize, at: usize) -> Range<usize> {
    let near = utf8::floor_boundary(text, at.saturating_sub(MAX_SIDE)).max(done);
    let start = memchr::memrchr(b'\n', &text[near..at]).map_or(near, |feed| near + feed + 1);
    let far = text.len().min(at + MAX_SIDE);
    let rest = &text[at..far];
    let end = memchr::memchr(b'\n', rest).unwrap_or_else(|| {
        // A long line is cut where no sequence continues.
        let cut = rest.iter().rposition(|byte| matches!(byte, b'"' | b' ' | b','));
        cut.filter(|&len| far < text.len() && len > 0).unwrap_or(rest.len())
    });
    start..utf8::floor_boundary(text, at + end).max(at + LEN)
}

/// Explains `escaped`, which is at `base`.
fn explain_part(
    escaped: &str,
    base: usize,
    explain_line: &mut dyn FnMut(&[u8]) -> Vec<Segment>,
    segments: &mut Vec<Segment>,
) {
    let (text, places) = unescaped(escaped);
    for segment in explain_line(text.as_bytes()) {
        let Some(range) = range_of_escapes(&text, &places, &segment.range) else { continue };
        let is_upper = escaped[range.clone()].bytes().skip(2).any(|byte| byte.is_ascii_uppercase());
        let Some(becomes) = escapes(&segment.becomes, is_upper) else { continue };
        let range = base + range.start..base + range.end;
        segments.push(Segment { range, becomes, ..segment });
    }
}

/// Returns `escaped` with the characters of its escapes, and the positions of these characters in
/// the result and of the escapes in `escaped`. Escapes of ASCII and of surrogates stay.
fn unescaped(escaped: &str) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut places) = (String::with_capacity(escaped.len()), Vec::new());
    let mut rest = escaped;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let character = code_unit(escape.as_bytes()).and_then(|unit| char::from_u32(unit.into()));
        let len = match character.filter(|character| !character.is_ascii()) {
            Some(character) => {
                places.push((text.len(), escaped.len() - escape.len()));
                text.push(character);
                LEN
            }
            None => {
                // The character after a backslash is not the start of another escape.
                let len = utf8::floor_boundary(escape.as_bytes(), 2).max(1);
                text.push_str(&escape[..len]);
                len
            }
        };
        rest = &escape[len..];
    }
    text.push_str(rest);
    (text, places)
}

/// Returns the range of the escapes of the characters in `range` of `text`, if they are all escapes.
fn range_of_escapes(
    text: &str,
    places: &[(usize, usize)],
    range: &Range<usize>,
) -> Option<Range<usize>> {
    let count = text[range.clone()].chars().count();
    let first = places.binary_search_by_key(&range.start, |&(at, _)| at).ok()?;
    let own = places.get(first..first + count)?;
    let (&(_, start), &(last_at, last)) = (own.first()?, own.last()?);
    let is_all = last_at < range.end && last + LEN - start == count * LEN;
    is_all.then_some(start..last + LEN)
}

/// Returns the escapes of `text`; `None` if it has ASCII, which may need another escape.
fn escapes(text: &[u8], is_upper: bool) -> Option<Vec<u8>> {
    let mut escapes = String::new();
    for unit in std::str::from_utf8(text).ok()?.encode_utf16() {
        if unit < 0x80 {
            return None;
        }
        let written = if is_upper {
            write!(escapes, "\\u{unit:04X}")
        } else {
            write!(escapes, "\\u{unit:04x}")
        };
        written.ok()?;
    }
    Some(escapes.into_bytes())
}
