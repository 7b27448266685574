//! The bytes that a stream of UTF-8 keeps between two chunks: the start of a sequence, at most
//! three bytes.

use crate::{
    error::Finding,
    form::{Codec, Sequence, Utf8, cut},
    scalar,
};

/// The maximum length of a sequence start that is not enough to decide.
const MAX: usize = 3;

/// The undecided bytes at the end of a stream, and their offset.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carry {
    /// The number of bytes of the stream before the kept ones.
    offset: u64,
    bytes: [u8; MAX],
    len: u8,
}

/// A chunk after the kept bytes have been decided.
#[derive(Debug)]
pub(super) struct Resolution<'c> {
    /// The character across the start of the chunk.
    pub(super) joined: Option<char>,
    /// The ill-formed sequences there, if they are not a character.
    pub(super) findings: [Option<Finding>; MAX],
    /// The bytes after these that can be decided without a next chunk.
    pub(super) middle: &'c [u8],
    /// The offset of `middle` in the stream.
    pub(super) offset: u64,
}

impl Carry {
    /// Creates the carry at the start of a stream.
    pub(super) const fn new() -> Self {
        Self { offset: 0, bytes: [0; MAX], len: 0 }
    }

    /// Creates an empty carry at `offset` of a stream.
    pub(super) const fn at(offset: u64) -> Self {
        Self { offset, bytes: [0; MAX], len: 0 }
    }

    /// Returns the kept bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        cut::prefix(&self.bytes, usize::from(self.len))
    }

    /// Returns the number of bytes of the stream before the kept ones.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads `chunk`, and keeps the undecided bytes at its end.
    pub(super) fn take<'c>(&mut self, chunk: &'c [u8]) -> Resolution<'c> {
        let mut resolved = Resolution::default();
        let Some(used) = self.join(chunk, &mut resolved) else { return resolved };
        let rest = cut::rest(chunk, used);
        let (middle, tail) = cut::split(rest, decided(rest));
        (resolved.middle, resolved.offset) = (middle, self.offset);
        self.offset = self.offset.saturating_add(middle.len() as u64);
        self.keep(tail);
        resolved
    }

    /// Ends the stream: the kept bytes are decided without more. Then the next stream begins.
    pub(super) fn finish(&mut self) -> [Option<Finding>; MAX] {
        let mut findings = [None; MAX];
        find(self.bytes(), self.bytes().len(), true, self.offset, &mut findings);
        *self = Self::new();
        findings
    }

    /// Decides the kept bytes with the first bytes of `chunk`. Returns how many of these were
    /// needed. If `chunk` is too short to decide, it is kept as well, and the result is `None`.
    fn join(&mut self, chunk: &[u8], resolved: &mut Resolution<'_>) -> Option<usize> {
        if self.len == 0 {
            return Some(0);
        }
        let (mut window, kept) = ([0; 2 * MAX], self.bytes().len());
        let more = cut::prefix(chunk, MAX);
        for (byte, &own) in window.iter_mut().zip(self.bytes().iter().chain(more)) {
            *byte = own;
        }
        let window = cut::prefix(&window, kept + more.len());
        let end = match Utf8::first(window, false) {
            Sequence::Incomplete => {
                self.keep(window);
                return None;
            }
            Sequence::Value { value, len } => {
                resolved.joined = Some(scalar::to_char(value));
                len
            }
            Sequence::IllFormed { .. } => {
                find(window, kept, false, self.offset, &mut resolved.findings)
            }
        };
        self.offset = self.offset.saturating_add(end as u64);
        self.len = 0;
        Some(end.saturating_sub(kept))
    }

    /// Keeps `bytes`, at most three, in place of the kept ones.
    fn keep(&mut self, bytes: &[u8]) {
        let len = bytes.len().min(MAX);
        for (byte, &own) in self.bytes.iter_mut().zip(bytes) {
            *byte = own;
        }
        self.len = len as u8;
    }
}

impl Default for Resolution<'_> {
    fn default() -> Self {
        Self { joined: None, findings: [None; MAX], middle: &[], offset: 0 }
    }
}

/// Returns the number of bytes of `src` before a sequence that may continue after its end.
///
/// Correctness: a lead is only at the start of a sequence, so it is enough to look at the last
/// lead.
fn decided(src: &[u8]) -> usize {
    let starts = (1..=MAX).map_while(|back| src.len().checked_sub(back));
    let incomplete =
        |&start: &usize| Utf8::first(cut::rest(src, start), false) == Sequence::Incomplete;
    starts.into_iter().find(incomplete).unwrap_or(src.len())
}

/// Stores into `findings` the ill-formed sequences that begin in the first `kept` bytes of `src`.
/// Returns the end of the last one.
fn find(
    src: &[u8],
    kept: usize,
    last: bool,
    offset: u64,
    findings: &mut [Option<Finding>; MAX],
) -> usize {
    let mut at = 0;
    for slot in findings {
        let rest = cut::rest(src, at);
        let Sequence::IllFormed { kind, len } = Utf8::first(rest, last) else { break };
        *slot = Some(Finding::new(at as u64, kind, cut::prefix(rest, len)).moved(offset));
        at += len;
        if at >= kept {
            break;
        }
    }
    at
}
