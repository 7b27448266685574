//! What a stream of UTF-8 keeps between two chunks: the start of a sequence, three bytes at most.

use crate::{
    error::Finding,
    form::{Codec, Sequence, Utf8},
    scalar,
};

/// The most bytes of a sequence that are not enough to judge it.
const MAX: usize = 3;

/// The bytes at the end of a stream that more bytes must decide, and where they stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carry {
    /// Bytes of the stream before those that are kept.
    offset: u64,
    bytes: [u8; MAX],
    len: u8,
}

/// What a chunk is once the bytes before it are known.
#[derive(Debug)]
pub(super) struct Resolved<'c> {
    /// The character that stands across the start of the chunk.
    pub(super) joined: Option<char>,
    /// What is ill-formed there instead.
    pub(super) findings: [Option<Finding>; MAX],
    /// The bytes behind it that can be judged by themselves, to the last.
    pub(super) middle: &'c [u8],
    /// Where they stand in the stream.
    pub(super) offset: u64,
}

impl Carry {
    /// A carry at the start of a stream.
    pub(super) const fn new() -> Self {
        Self { offset: 0, bytes: [0; MAX], len: 0 }
    }

    /// A carry of which nothing is kept, so far into a stream.
    pub(super) const fn at(offset: u64) -> Self {
        Self { offset, bytes: [0; MAX], len: 0 }
    }

    /// The bytes that are kept.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Bytes of the stream before those that are kept.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Takes `chunk`, and keeps what it leaves undecided at its end.
    pub(super) fn take<'c>(&mut self, chunk: &'c [u8]) -> Resolved<'c> {
        let mut resolved = Resolved::default();
        let Some(used) = self.join(chunk, &mut resolved) else { return resolved };
        let rest = &chunk[used..];
        let (middle, tail) = rest.split_at(decided(rest));
        (resolved.middle, resolved.offset) = (middle, self.offset);
        self.offset += middle.len() as u64;
        self.keep(tail);
        resolved
    }

    /// Takes the end of the stream: what is kept is all there is. The next stream begins.
    pub(super) fn finish(&mut self) -> [Option<Finding>; MAX] {
        let mut findings = [None; MAX];
        find(self.bytes(), self.bytes().len(), true, self.offset, &mut findings);
        *self = Self::new();
        findings
    }

    /// Decides the bytes that are kept by those of `chunk`; gives how many of these were needed,
    /// `None` if they were too few and are kept as well.
    fn join(&mut self, chunk: &[u8], resolved: &mut Resolved<'_>) -> Option<usize> {
        if self.len == 0 {
            return Some(0);
        }
        let (mut window, kept) = ([0; 2 * MAX], self.bytes().len());
        let more = chunk.len().min(MAX);
        window[..kept].copy_from_slice(self.bytes());
        window[kept..kept + more].copy_from_slice(&chunk[..more]);
        let window = &window[..kept + more];
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
        self.offset += end as u64;
        self.len = 0;
        Some(end.saturating_sub(kept))
    }

    /// Keeps `bytes`, which are at most three, in place of what was kept.
    fn keep(&mut self, bytes: &[u8]) {
        let len = bytes.len().min(MAX);
        self.bytes[..len].copy_from_slice(&bytes[..len]);
        self.len = len as u8;
    }
}

impl Default for Resolved<'_> {
    fn default() -> Self {
        Self { joined: None, findings: [None; MAX], middle: &[], offset: 0 }
    }
}

/// How many bytes of `src` are not the start of a sequence that may go on behind its end.
///
/// A lead stands only where a sequence begins, so it is enough to look at the last one.
fn decided(src: &[u8]) -> usize {
    let starts = (1..=MAX).map_while(|back| src.len().checked_sub(back));
    let incomplete = |&start: &usize| Utf8::first(&src[start..], false) == Sequence::Incomplete;
    starts.into_iter().find(incomplete).unwrap_or(src.len())
}

/// Puts into `findings` the ill-formed sequences that begin in the first `kept` bytes of `src`;
/// gives where the last of them ends.
fn find(
    src: &[u8],
    kept: usize,
    last: bool,
    offset: u64,
    findings: &mut [Option<Finding>; MAX],
) -> usize {
    let mut at = 0;
    for slot in findings {
        let Sequence::IllFormed { kind, len } = Utf8::first(&src[at..], last) else { break };
        *slot = Some(Finding::new(offset + at as u64, kind, &src[at..at + len]));
        at += len;
        if at >= kept {
            break;
        }
    }
    at
}
