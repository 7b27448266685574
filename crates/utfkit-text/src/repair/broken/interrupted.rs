//! Sequences with line breaks inside (Corrigendum #1, notes after C12).

use std::ops::Range;

use crate::repair::characters::{is_unknown, may_follow};
use crate::repair::{
    broken::ill_formed::{Outcome, of_programs},
    window::Window,
};
use crate::repair::{edit::Edit, events::Fault, found::Doubt};
use utfkit::utf8::{self, is_continuation};

/// A sequence in pieces.
struct Pieces {
    /// What it is without the breaks, and how many bytes that are.
    bytes: [u8; 4],
    len: usize,
    /// Where its first break begins, and where its last ends.
    first: usize,
    last: usize,
    end: usize,
}

/// Fixes the sequence that begins at `at`, if breaks are all that is wrong with it. Where an
/// encoding is `named` that ill-formed bytes may be in, an ASCII character before it proves
/// nothing.
pub(crate) fn fix(window: &Window<'_>, sound: &mut Sound, at: usize, named: bool) -> Outcome {
    let text = window.text;
    let Some(pieces) = pieces(text, at) else { return Outcome::Nothing };
    let Some(character) = pieces.character() else { return Outcome::Nothing };
    let before = last_of(&text[..at]);
    let fits = match before {
        Some(before) if named && before.is_ascii() => false,
        // In a charset of one byte a character these are a capital, and a line that begins with a
        // sign.
        Some(before) if pieces.len == 2 => !before.is_ascii_uppercase(),
        // And these are a small letter, and a line that begins with two signs, as in French.
        Some(before) => may_follow(before, character),
        None => at == 0 && !named,
    };
    let sure = !is_unknown(character)
        && (fits || is_regular(text, pieces.first, pieces.last))
        && sound.is_all(text, at, pieces.end);
    if sure {
        let kind = Fault::InterruptedSequence;
        return Outcome::Fix(Edit::new(at..pieces.end, String::from(character), kind));
    }
    let readings = (String::from(character), "bytes of another charset at a line break");
    Outcome::Doubt(Doubt::new(at..pieces.end, "interrupted-sequence", readings))
}

impl Pieces {
    /// What it is without the breaks, if that is well-formed.
    fn character(&self) -> Option<char> {
        std::str::from_utf8(&self.bytes[..self.len]).ok()?.chars().next()
    }
}

/// The sequence at `at`, interrupted at least once, as far as it is announced.
fn pieces(text: &[u8], at: usize) -> Option<Pieces> {
    let wanted = match text.get(at)? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [text[at], 0, 0, 0];
    let (mut end, mut first, mut last) = (at + 1, None, 0);
    for byte in &mut bytes[1..wanted] {
        let len = break_len(&text[end..]);
        if len > 0 {
            first.get_or_insert(end);
            end += len;
            last = end;
        }
        *byte = *text.get(end).filter(|&&byte| is_continuation(byte))?;
        end += 1;
    }
    Some(Pieces { bytes, len: wanted, first: first?, last, end })
}

/// How long the line break is that `text` begins with: CR, LF, both, `=` before them as in
/// quoted-printable.
fn break_len(text: &[u8]) -> usize {
    let soft = usize::from(text.first() == Some(&b'='));
    match &text[soft..] {
        [b'\r', b'\n', ..] => soft + 2,
        [b'\r' | b'\n', ..] => soft + 1,
        _ => 0,
    }
}

/// Whether the line that ends at `first` is as long as the one before it, or the one that begins at
/// `last`: a mailer cuts every so many bytes.
fn is_regular(text: &[u8], first: usize, last: usize) -> bool {
    const LONGEST: usize = 1000;
    let near = &text[first.saturating_sub(2 * LONGEST)..first];
    let Some(feed) = memchr::memrchr(b'\n', near) else { return false };
    let length = near.len() - feed - 1;
    let before = memchr::memrchr(b'\n', &near[..feed]).map(|start| &near[start + 1..feed]);
    let rest = &text[last..text.len().min(last + LONGEST)];
    let after = memchr::memchr(b'\n', rest).map(|end| &rest[..end]);
    let trimmed = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).len();
    length >= 20 && [before, after].into_iter().flatten().any(|line| trimmed(line) == length)
}

/// Where nothing is ill-formed but sequences with breaks inside.
#[derive(Default)]
pub(crate) struct Sound {
    /// A part of the text that was looked at.
    known: Range<usize>,
    /// Where something else is ill-formed, after that part.
    bad: Option<usize>,
}

impl Sound {
    /// Whether nothing in the lines around `start..end` is ill-formed but sequences with breaks
    /// inside: else they are as likely in another charset. Questions come in the order of the
    /// text, so no part of it is looked at twice.
    fn is_all(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        const MAX: usize = 1000;
        let near = start.saturating_sub(MAX);
        let from = memchr::memrchr(b'\n', &text[near..start]).map_or(near, |feed| near + feed + 1);
        let stop = text.len().min(end + MAX);
        let to = memchr::memchr(b'\n', &text[end..stop]).map_or(stop, |len| end + len + 1);
        if self.bad.is_some_and(|bad| (from..to).contains(&bad)) {
            return false;
        }
        let mut at = self.known.end;
        if !self.known.contains(&from) || self.bad.is_some_and(|bad| bad < from) {
            // The end of one that began in the line before.
            let rest = text[from..start].iter().take(3).take_while(|&&byte| is_continuation(byte));
            at = from + rest.count();
            *self = Sound { known: from..at, bad: None };
        }
        while at < to {
            at += utf8::valid_up_to(&text[at..to]);
            if at >= to {
                break;
            }
            // It may go on after these lines.
            match pieces(&text[..stop], at) {
                Some(pieces) if pieces.character().is_some() => at = pieces.end,
                _ if of_programs(&text[at..]) > 0 => at += of_programs(&text[at..]),
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

/// The character that `text` ends with.
fn last_of(text: &[u8]) -> Option<char> {
    let near = &text[text.len().saturating_sub(4)..];
    (0..near.len()).find_map(|at| std::str::from_utf8(&near[at..]).ok()?.chars().next_back())
}
