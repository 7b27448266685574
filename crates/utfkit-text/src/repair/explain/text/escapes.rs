//! Mojibake in escapes, such as `\u00c3\u00b3` and `&Atilde;&sup3;`.
//!
//! A part of a line is decided as the text that its escapes stand for. An edit of escapes becomes an
//! edit of the escapes.

use std::ops::Range;

use utfkit::utf8;

use crate::repair::explain::text::escape::{Escape, Notation};
use crate::repair::explain::text::segment::Segment;

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
/// U+00C2 to U+00F4, and a character beyond ASCII after it.
fn next(text: &[u8], from: usize) -> Option<usize> {
    let starts = memchr::memchr2_iter(b'\\', b'&', &text[from..]).map(|at| from + at);
    let mut starts = starts.filter(|&at| {
        let Some(lead) = Escape::at(&text[at..]) else { return false };
        let after = &text[at + lead.len..];
        let is_raw = !matches!(lead.notation, Notation::Unicode { .. })
            && after.first().is_some_and(|byte| !byte.is_ascii());
        matches!(lead.character, '\u{C2}'..='\u{F4}') && (is_raw || Escape::at(after).is_some())
    });
    starts.find(|&at| !is_escaped(&text[..at]))
}

/// Returns `true` if `before` ends with an odd number of backslashes.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
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
    let len = Escape::at(&text[at..]).map_or(1, |escape| escape.len);
    start..utf8::floor_boundary(text, at + end).max(at + len)
}

/// Explains `escaped`, which is at `base`.
fn explain_part(
    escaped: &str,
    base: usize,
    explain_line: &mut dyn FnMut(&[u8]) -> Vec<Segment>,
    segments: &mut Vec<Segment>,
) {
    let unescaped = Unescaped::of(escaped);
    for segment in explain_line(unescaped.text.as_bytes()) {
        let Some((range, notation)) = unescaped.escapes_in(&segment.range) else { continue };
        let Some(becomes) = escapes(&segment.becomes, notation) else { continue };
        let range = base + range.start..base + range.end;
        segments.push(Segment { range, becomes, ..segment });
    }
}

/// A text with the characters that its escapes stand for. Escapes of ASCII and of surrogates stay.
struct Unescaped {
    text: String,
    places: Vec<Place>,
}

/// A character that was an escape.
struct Place {
    /// The end of the character in the new text.
    end: usize,
    /// The escape in the old text.
    source: Range<usize>,
    escape: Escape,
}

impl Place {
    /// Returns the start of the character in the new text.
    fn start(&self) -> usize {
        self.end - self.escape.character.len_utf8()
    }
}

impl Unescaped {
    fn of(escaped: &str) -> Unescaped {
        let (mut text, mut places) = (String::with_capacity(escaped.len()), Vec::new());
        let mut rest = escaped;
        while let Some(at) = memchr::memchr2(b'\\', b'&', rest.as_bytes()) {
            let (before, from) = rest.split_at(at);
            text.push_str(before);
            let len = if let Some(escape) = Escape::at(from.as_bytes()) {
                let start = escaped.len() - from.len();
                text.push(escape.character);
                places.push(Place { end: text.len(), source: start..start + escape.len, escape });
                escape.len
            } else {
                // The character after a backslash is not the start of another escape.
                let most = if from.starts_with('\\') { 2 } else { 1 };
                let len = utf8::floor_boundary(from.as_bytes(), most).max(1);
                text.push_str(&from[..len]);
                len
            };
            rest = &from[len..];
        }
        text.push_str(rest);
        Unescaped { text, places }
    }

    /// Returns the position in the old text of a position in the new one.
    fn source(&self, at: usize) -> usize {
        let before = self.places.partition_point(|place| place.end <= at);
        let last = before.checked_sub(1).map(|last| &self.places[last]);
        last.map_or(at, |last| last.source.end + (at - last.end))
    }

    /// Returns the range in the old text of `range`, and the notation of its first escape. Returns `None`
    /// if it has other characters that may not be next to escapes.
    fn escapes_in(&self, range: &Range<usize>) -> Option<(Range<usize>, Notation)> {
        let first = self.places.partition_point(|place| place.start() < range.start);
        let own = self.places[first..].iter().take_while(|place| place.end <= range.end);
        let count = own.count();
        let notation = self.places.get(first).filter(|_| count > 0)?.escape.notation;
        let text = &self.text[range.clone()];
        let is_whole = match notation {
            Notation::Unicode { .. } => text.chars().count() == count,
            _ => !text.bytes().any(|byte| byte.is_ascii()),
        };
        is_whole.then(|| (self.source(range.start)..self.source(range.end), notation))
    }
}

/// Returns the escapes of `text`; `None` if it has ASCII, which may need another escape.
fn escapes(text: &[u8], notation: Notation) -> Option<Vec<u8>> {
    let mut out = String::new();
    for character in std::str::from_utf8(text).ok()?.chars() {
        if character.is_ascii() {
            return None;
        }
        notation.write(character, &mut out).ok()?;
    }
    Some(out.into_bytes())
}
