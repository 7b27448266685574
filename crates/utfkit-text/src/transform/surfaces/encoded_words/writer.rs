//! Writes encoded words.

use super::{
    grammar::{Parsed, is_control, parse, space},
    spell,
};
use crate::transform::surfaces::{stream::Escapes, target::Target};

/// Writes encoded words. A part of the text between spaces is written so if the charset lacks some
/// of it.
pub(in crate::transform::surfaces) struct Writer {
    target: Target,
    /// The text to write as words, which the next part may continue.
    open: String,
    before: Before,
    kept: u64,
}

/// The part before the current one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Plain,
    /// A part that is written as words.
    Open,
    /// A word that was in the text.
    Word,
}

/// The maximum number of bytes of a part. A longer one is several.
const MAX_PART: usize = 1024;

/// The maximum number of bytes to write as words at once.
const MAX_OPEN: usize = 2048;

impl Writer {
    pub(in crate::transform::surfaces) fn new(target: Target) -> Self {
        Self { target, open: String::new(), before: Before::Plain, kept: 0 }
    }

    /// Writes the text that waits.
    fn close(&mut self, out: &mut Vec<u8>) {
        spell::words(&self.open, out);
        self.open.clear();
    }

    /// Writes `part`, which the charset lacks some of, after `between`.
    fn encode(&mut self, between: &str, part: &str, out: &mut Vec<u8>) {
        match (self.before, between.rfind('\n')) {
            (Before::Plain, _) => out.extend_from_slice(between.as_bytes()),
            // Readers drop the space between two words, so it is in a word. A line end there only
            // folds the header, so it is not read back.
            (_, Some(last)) => {
                self.close(out);
                let folds = between[..=last].trim_start_matches([' ', '\t']);
                self.kept += folds.matches('\n').count() as u64;
                out.extend_from_slice(folds.as_bytes());
                out.push(b' ');
                self.open.extend(between.chars().filter(|one| !matches!(one, '\r' | '\n')));
            }
            (Before::Word, None) => {
                if !between.is_empty() {
                    out.push(b' ');
                }
                self.open.push_str(between);
            }
            (Before::Open, None) => {
                if self.open.len() > MAX_OPEN {
                    self.close(out);
                    out.push(b' ');
                }
                self.open.push_str(between);
            }
        }
        self.open.push_str(part);
        self.before = Before::Open;
    }

    /// Writes `part`, which has encoded words, after `between`.
    fn keep(&mut self, between: &str, part: &str, out: &mut Vec<u8>) {
        if self.before == Before::Open && !between.contains('\n') {
            self.open.push_str(between);
            self.close(out);
            out.push(b' ');
        } else {
            self.close(out);
            out.extend_from_slice(between.as_bytes());
        }
        out.extend_from_slice(part.as_bytes());
        self.before = Before::Word;
    }
}

/// Returns the number of encoded words in `part`.
fn words(part: &[u8]) -> u64 {
    let (mut at, mut count) = (0, 0);
    while let Some(next) = memchr::memchr(b'=', &part[at..]) {
        at += next;
        at += match parse(&part[at..], true) {
            Parsed::Word(word) => {
                count += 1;
                word.len
            }
            _ => 1,
        };
    }
    count
}

/// Returns the number of bytes of the part at the start of `bytes`, or `None` if it may continue.
fn part(bytes: &[u8], last: bool) -> Option<usize> {
    let within = &bytes[..bytes.len().min(MAX_PART)];
    let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    match within.iter().position(is_end) {
        Some(len) => Some(len),
        None if bytes.len() < MAX_PART && !last => None,
        // A character must not be cut.
        None if bytes.len() < MAX_PART => Some(within.len()),
        None => Some(match std::str::from_utf8(within) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => within.len(),
        }),
    }
}

impl Escapes for Writer {
    fn plain(&self, _bytes: &[u8]) -> usize {
        0
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let between = space(bytes, last)?;
        let len = between + part(&bytes[between..], last)?;
        if len == between {
            // A line end, or space at the end.
            self.close(out);
            self.before = Before::Plain;
            let len = len.max(1);
            out.extend_from_slice(&bytes[..len]);
            return Some(len);
        }
        let Ok(text) = std::str::from_utf8(&bytes[..len]) else {
            self.close(out);
            self.before = Before::Plain;
            out.extend_from_slice(&bytes[..len]);
            return Some(len);
        };
        let (between, part) = text.split_at(between);
        let found = words(part.as_bytes());
        // Readers do not accept controls in words.
        let lacks = |part: &str| part.chars().any(|one| !one.is_ascii() && self.target.lacks(one));
        if found == 0 && lacks(part) && !part.contains(is_control) {
            self.encode(between, part, out);
        } else if found > 0 {
            self.kept += found;
            self.keep(between, part, out);
        } else {
            self.close(out);
            self.before = Before::Plain;
            out.extend_from_slice(text.as_bytes());
        }
        Some(len)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.close(out);
        self.before = Before::Plain;
    }

    fn kept(&self) -> u64 {
        self.kept
    }
}
