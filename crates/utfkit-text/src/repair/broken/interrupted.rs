//! Sequences with line breaks inside (Corrigendum #1, notes after C12).

use std::ops::Range;

use crate::repair::characters::{is_unknown, may_follow};
use crate::repair::{
    broken::ill_formed::{Outcome, artifact_len},
    window::Window,
};
use crate::repair::{edit::Edit, events::Fault, found::Doubt};
use utfkit::utf8::{self, is_continuation};

/// A sequence with line breaks inside.
struct Pieces {
    /// The sequence without the breaks, and its length.
    bytes: [u8; 4],
    len: usize,
    /// The start of the first break, and the end of the last one.
    first: usize,
    last: usize,
    end: usize,
    /// Whether the last break is a fold: a space follows the line end.
    is_fold: bool,
}

/// Fixes the sequence at `at` if it is complete without its line breaks. If the encoding of
/// ill-formed bytes is `named`, an ASCII character before it is not evidence.
pub(crate) fn fix(window: &Window<'_>, breaks: &mut OnlyBreaks, at: usize, named: bool) -> Outcome {
    let text = window.text;
    let Some(pieces) = pieces(text, at) else { return Outcome::Nothing };
    let Some(character) = pieces.character() else { return Outcome::Nothing };
    let before = match breaks.fixed {
        Some((end, last)) if end == at => Some(last),
        _ => last_of(&text[..at]),
    };
    let fits = match before {
        Some(before) if named && before.is_ascii() => false,
        // No program cuts a line after its first byte.
        Some('\n' | '\r') if pieces.len == 2 && !pieces.is_fold => false,
        // In a single-byte charset, the two bytes are a capital at the end of a line and a symbol
        // at the start of the next.
        Some(before) if pieces.len == 2 => !before.is_ascii_uppercase(),
        // Three bytes are a lowercase letter and a line that begins with two symbols, as in French.
        Some(before) => may_follow(before, character),
        None => at == 0 && !named && pieces.len > 2,
    };
    let sure = !is_unknown(character)
        && (fits || is_regular(text, &mut breaks.breaks, pieces.first, pieces.last))
        && breaks.is_all(text, at, pieces.end);
    if sure {
        let kind = Fault::InterruptedSequence;
        let mut becomes = String::from(character).into_bytes();
        // The breaks move to the end of the character, so that no line is lost.
        becomes.extend(text[at..pieces.end].iter().filter(|byte| byte.is_ascii()));
        breaks.fixed = becomes.last().map(|&last| (pieces.end, char::from(last)));
        return Outcome::Fix(Edit::new(at..pieces.end, becomes, kind));
    }
    let readings = (character, "bytes of another charset around a line break");
    Outcome::Doubt(Doubt::new(at..pieces.end, "interrupted-sequence", readings))
}

impl Pieces {
    /// Returns the character of the sequence without the breaks, if it is well-formed.
    fn character(&self) -> Option<char> {
        std::str::from_utf8(&self.bytes[..self.len]).ok()?.chars().next()
    }
}

/// Returns the sequence at `at` if it has all its bytes and at least one line break inside.
fn pieces(text: &[u8], at: usize) -> Option<Pieces> {
    let wanted = match text.get(at)? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [text[at], 0, 0, 0];
    let (mut end, mut first, mut last, mut is_fold) = (at + 1, None, 0, false);
    for byte in &mut bytes[1..wanted] {
        let len = break_len(&text[end..]);
        if len > 0 {
            first.get_or_insert(end);
            is_fold = matches!(text[end + len - 1], b' ' | b'\t');
            end += len;
            last = end;
        }
        *byte = *text.get(end).filter(|&&byte| is_continuation(byte))?;
        end += 1;
    }
    Some(Pieces { bytes, len: wanted, first: first?, last, end, is_fold })
}

/// Returns the length of the line break at the start of `text`, or 0: CR, LF or both, perhaps after
/// the `=` of quoted-printable, or before the space of a folded line (RFC 5545, section 3.1).
fn break_len(text: &[u8]) -> usize {
    let soft = usize::from(text.first() == Some(&b'='));
    match &text[soft..] {
        [b'\r', b'\n', b' ' | b'\t', ..] if soft == 0 => 3,
        [b'\n', b' ' | b'\t', ..] if soft == 0 => 2,
        [b'\r', b'\n', ..] => soft + 2,
        [b'\r' | b'\n', ..] => soft + 1,
        _ => 0,
    }
}

/// Returns `true` if the line that ends at `first` is as long as the line before it, or the line that
/// begins at `last`. A mailer cuts lines at a fixed length.
fn is_regular(text: &[u8], feeds: &mut Feeds, first: usize, last: usize) -> bool {
    const LONGEST: usize = 1000;
    let near = first.saturating_sub(2 * LONGEST);
    let feed = feeds.last(text, first, near).filter(|feed| first - feed > 20);
    let Some(feed) = feed else { return false };
    let length = first - feed - 1;
    let before = &text[near..feed];
    let before = memchr::memrchr(b'\n', before).map(|start| &before[start + 1..]);
    let rest = &text[last..text.len().min(last + LONGEST)];
    let after = memchr::memchr(b'\n', rest).map(|end| &rest[..end]);
    let trimmed = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).len();
    [before, after].into_iter().flatten().any(|line| trimmed(line) == length)
}

/// The part of a text in which all ill-formed sequences have line breaks inside.
#[derive(Default)]
pub(crate) struct OnlyBreaks {
    /// The part of the text that was examined.
    known: Range<usize>,
    /// The position of another ill-formed sequence after that part.
    bad: Option<usize>,
    /// The line feeds around the sequences, and before their first breaks.
    feeds: Feeds,
    breaks: Feeds,
    /// The end of the last sequence that was fixed, and the last character of what it becomes: a line break.
    fixed: Option<(usize, char)>,
}

/// The line feeds around a position that moves through a text.
#[derive(Default)]
struct Feeds {
    /// The end of the part with the last known line feed, and that line feed.
    passed: usize,
    last: Option<usize>,
    /// The next line feed, or the end of the part without one.
    next: usize,
}

impl Feeds {
    /// Returns the last line feed in `near..at`.
    fn last(&mut self, text: &[u8], at: usize, near: usize) -> Option<usize> {
        let from = self.passed.clamp(near, at);
        if let Some(feed) = memchr::memrchr(b'\n', &text[from..at]) {
            self.last = Some(from + feed);
        }
        self.passed = at;
        self.last.filter(|&feed| feed >= near)
    }

    /// Returns the end of the line of `at`, or `stop` if that is earlier.
    fn end(&mut self, text: &[u8], at: usize, stop: usize) -> usize {
        let from = self.next.max(at);
        if from < stop {
            self.next = memchr::memchr(b'\n', &text[from..stop]).map_or(stop, |len| from + len);
        }
        // The last search may have ended before `at`.
        (from.max(self.next) + 1).min(stop)
    }
}

impl OnlyBreaks {
    /// Returns `true` if all ill-formed sequences in the lines around `start..end` have breaks
    /// inside. Otherwise the bytes may be in another charset.
    ///
    /// Cost: calls come in the order of the text, so no part of it is examined twice.
    fn is_all(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        const MAX: usize = 1000;
        let near = start.saturating_sub(MAX);
        let from = self.feeds.last(text, start, near).map_or(near, |feed| feed + 1);
        let stop = text.len().min(end + MAX);
        let to = self.feeds.end(text, end, stop);
        if self.bad.is_some_and(|bad| (from..to).contains(&bad)) {
            return false;
        }
        let mut at = self.known.end;
        if !self.known.contains(&from) || self.bad.is_some_and(|bad| bad < from) {
            // The end of a sequence that began in the line before.
            let rest = text[from..start].iter().take(3).take_while(|&&byte| is_continuation(byte));
            at = from + rest.count();
            (self.known, self.bad) = (from..at, None);
        }
        while at < to {
            at += utf8::valid_up_to(&text[at..to]);
            if at >= to {
                break;
            }
            // The sequence may end after these lines.
            match pieces(&text[..stop], at) {
                Some(pieces) if pieces.character().is_some() => at = pieces.end,
                _ if artifact_len(&text[at..]) > 0 => at += artifact_len(&text[at..]),
                _ if at + 3 >= stop => break,
                _ => {
                    self.known.end = at;
                    self.bad = Some(at);
                    return false;
                }
            }
        }
        self.known.end = at.min(to).max(self.known.end);
        true
    }
}

/// Returns the last character of `text`.
fn last_of(text: &[u8]) -> Option<char> {
    let near = &text[text.len().saturating_sub(4)..];
    let lead = near.iter().rposition(|&byte| !is_continuation(byte))?;
    std::str::from_utf8(&near[lead..]).ok()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of up to ten bytes, with all distances, and steps of all lengths.
    #[test]
    fn line_feeds_are_those_of_a_search() {
        for bits in 0..1 << 10 {
            let text: Vec<u8> =
                (0..10).map(|at| if bits >> at & 1 == 1 { b'\n' } else { b'a' }).collect();
            for (len, most, step) in (0..=10).flat_map(|len| {
                (0..4).flat_map(move |most| [1, 2, 3].map(|step| (len, most, step)))
            }) {
                let (text, mut feeds) = (&text[..len], Feeds::default());
                for at in (0..=len).step_by(step) {
                    let (near, stop) = (at.saturating_sub(most), len.min(at + most));
                    let last = memchr::memrchr(b'\n', &text[near..at]).map(|feed| near + feed);
                    assert_eq!(feeds.last(text, at, near), last, "{text:?} {at} {near}");
                    let end = memchr::memchr(b'\n', &text[at..stop]);
                    let end = end.map_or(stop, |feed| at + feed + 1);
                    assert_eq!(feeds.end(text, at, stop), end, "{text:?} {at} {stop}");
                }
            }
        }
    }
}
