//! A stream as UTF-8: how much of it is, and which lines are not.

use alloc::vec::Vec;

use super::{
    judge::{self, Opinion},
    reading::Track,
};
use crate::{
    Encoding, Kind,
    detect::report::Evidence,
    encoding::Signature,
    simd,
    utf8::{Piece, Utf8Stream},
};

/// The most stretches that are told apart.
const MOST_STRETCHES: usize = 64;
/// How many octets of each are kept.
const MOST_GIST: usize = 512;
/// How many octets of all are kept, to name what they are in.
const MOST_JOINED: usize = 16 << 10;

/// Lines that follow each other, but for lines of US-ASCII, and are ill-formed or have NULs.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) offset: u64,
    pub(super) end: u64,
    pub(super) ill_formed: u64,
    gist: Vec<u8>,
}

impl Stretch {
    /// The UTF-16 or UTF-32 that it looks like, rather than anything else.
    pub(super) fn wide(&self) -> Option<Encoding> {
        use Encoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
        // No text is long without a space or the end of a line, which have zeros.
        if !self.gist.contains(&0) {
            return None;
        }
        let Opinion::Text { best, .. } = judge::ill_formed(&self.gist) else { return None };
        matches!(best.encoding, Utf16Be | Utf16Le | Utf32Be | Utf32Le).then_some(best.encoding)
    }
}

/// What follows a signature inside the stream.
#[derive(Debug)]
pub(super) struct Tail {
    pub(super) offset: u64,
    pub(super) encoding: Encoding,
    pub(super) track: Track,
    /// How many octets of the signature are still to come.
    missing: usize,
}

/// What is known of a stream as UTF-8.
#[derive(Debug, Default)]
pub(super) struct Scan {
    stream: Utf8Stream,
    pub(super) ill_formed: u64,
    /// Sequences that only UTF-8 and its relatives have, though they are ill-formed: overlong forms,
    /// surrogates, values out of range.
    pub(super) shaped: u64,
    /// It ends inside a character.
    pub(super) cut: bool,
    /// Multi-octet sequences, up to [`Evidence::MANY`].
    pub(super) sequences: u32,
    pub(super) zeros: u64,
    /// Continuation octets, in lines that are well-formed.
    pub(super) good: u64,
    pub(super) stretches: Vec<Stretch>,
    /// How many stretches the last one also covers.
    pub(super) more: u64,
    /// Octets of the lines that are ill-formed.
    pub(super) joined: Vec<u8>,
    pub(super) tail: Option<Tail>,
    /// Where the line begins.
    line: u64,
    /// Continuation octets in the line so far, and since the last stretch.
    in_line: u64,
    since: u64,
    /// The line is one of the last stretch.
    bad: bool,
}

impl Scan {
    /// The stream goes on with `block`, at `offset`, and `ahead` behind it.
    pub(super) fn push(&mut self, block: &[u8], ahead: &[u8], offset: u64) {
        if let Some(tail) = &mut self.tail {
            let missing = core::mem::take(&mut tail.missing);
            return tail.track.push(block.get(missing..).unwrap_or_default());
        }
        let mut stream = core::mem::take(&mut self.stream);
        let mut at = stream.offset();
        let mut before: &str = "";
        for piece in stream.feed(block) {
            match piece {
                Piece::Text(text) => {
                    self.text(text, at);
                    at += text.len() as u64;
                    before = text;
                }
                Piece::IllFormed(finding) => {
                    let place = usize::try_from(finding.offset().saturating_sub(offset));
                    let rest = place.ok().and_then(|place| block.get(place..)).unwrap_or_default();
                    if finding.offset() >= offset && self.joins(rest, ahead, finding.offset()) {
                        return;
                    }
                    self.shaped += u64::from(is_shaped(finding.kind()));
                    self.trouble(finding.octets(), finding.offset(), before);
                    at = finding.offset() + finding.octets().len() as u64;
                    before = "";
                }
            }
        }
        self.stream = stream;
    }

    /// Nothing follows.
    pub(super) fn finish(&mut self) {
        let end = self.stream.offset();
        let mut stream = core::mem::take(&mut self.stream);
        for piece in stream.finish() {
            if let Piece::IllFormed(finding) = piece {
                self.cut |= matches!(finding.kind(), Kind::Truncated);
                self.trouble(finding.octets(), finding.offset(), "");
            }
        }
        if let (true, Some(last)) = (self.bad, self.stretches.last_mut()) {
            last.end = last.end.max(end);
        }
    }

    /// Whether another file begins with `rest`, at `offset`, and `ahead` behind it: then all that follows is of that.
    fn joins(&mut self, rest: &[u8], ahead: &[u8], offset: u64) -> bool {
        // Those of UTF-16 and UTF-32 of which the first octet is ill-formed.
        if !matches!(rest.first(), Some(0xFE | 0xFF)) {
            return false;
        }
        let look = &rest[..rest.len().min(Signature::MOST_OCTETS + MOST_GIST)];
        let missing = Signature::MOST_OCTETS + MOST_GIST - look.len();
        let look = [look, &ahead[..ahead.len().min(missing)]].concat();
        let signature = Signature::of(&look).filter(|signature| {
            let behind = &look[signature.octets().len()..];
            let behind = &behind[..behind.len().min(MOST_GIST)];
            let order = ordered(*signature);
            judge::wide(behind).iter().any(|reading| reading.encoding == order)
        });
        let Some(signature) = signature else { return false };
        let encoding = signature.encoding();
        let mut track = Track::new(ordered(signature));
        let len = signature.octets().len();
        track.push(rest.get(len..).unwrap_or_default());
        let missing = len.saturating_sub(rest.len());
        self.close(offset);
        self.tail = Some(Tail { offset, encoding, track, missing });
        true
    }

    /// Text follows, at `offset`.
    fn text(&mut self, text: &str, offset: u64) {
        let contents = simd::active().contents(text.as_bytes());
        self.count_sequences(text, contents.characters);
        if contents.nuls > 0 {
            self.zeros += contents.nuls as u64;
            return self.with_nuls(text, offset);
        }
        self.plain(text, offset);
    }

    fn count_sequences(&mut self, text: &str, characters: usize) {
        if characters == text.len() || self.sequences >= Evidence::MANY {
            return;
        }
        let leads = text.bytes().filter(|&octet| octet >= 0xC0);
        let missing = (Evidence::MANY - self.sequences) as usize;
        self.sequences += leads.take(missing).count() as u32;
    }

    /// Text without NULs.
    fn plain(&mut self, mut text: &str, mut offset: u64) {
        if self.bad {
            let end = text.find('\n').map_or(text.len(), |end| end + 1);
            let (line, rest) = text.split_at(end);
            self.keep(line.as_bytes());
            offset += end as u64;
            if !line.ends_with('\n') {
                return;
            }
            self.close(offset);
            text = rest;
        }
        let continuations = continuations(text);
        self.good += continuations;
        self.since += continuations;
        match text.rfind('\n') {
            Some(end) => {
                self.line = offset + end as u64 + 1;
                self.in_line = self::continuations(&text[end + 1..]);
            }
            None => self.in_line += continuations,
        }
    }

    /// Text with NULs: each line that has some is no text in UTF-8.
    fn with_nuls(&mut self, mut text: &str, mut offset: u64) {
        while !text.is_empty() {
            let mut end = text.find('\n').map_or(text.len(), |end| end + 1);
            let nul = text[..end].contains('\0');
            // Of little-endian text the rest of the last unit comes behind the octet 0A.
            while nul && text[end..].starts_with('\0') && end % 2 == 1 {
                end += 1;
            }
            let (line, rest) = text.split_at(end);
            if nul {
                self.open("");
                self.keep(line.as_bytes());
                if line.trim_end_matches('\0').ends_with('\n') {
                    self.close(offset + end as u64);
                }
            } else {
                self.plain(line, offset);
            }
            (text, offset) = (rest, offset + end as u64);
        }
    }

    /// These octets, at `offset`, are ill-formed; `before` them there is text of the same block.
    fn trouble(&mut self, octets: &[u8], offset: u64, before: &str) {
        self.ill_formed += 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        self.open(&before[start..]);
        if let Some(last) = self.stretches.last_mut() {
            last.ill_formed += 1;
            last.end = last.end.max(offset + octets.len() as u64);
        }
        self.keep(octets);
    }

    /// The line, of which `before` is known, is one of a stretch.
    fn open(&mut self, before: &str) {
        if self.bad {
            return;
        }
        self.bad = true;
        self.good -= self.in_line;
        let apart = self.since > self.in_line || self.stretches.is_empty();
        if apart && self.stretches.len() < MOST_STRETCHES {
            let (offset, end) = (self.line, self.line);
            self.stretches.push(Stretch { offset, end, ill_formed: 0, gist: Vec::new() });
        } else {
            self.more += u64::from(apart);
        }
        self.keep(before.as_bytes());
    }

    /// The line ends at `offset`.
    fn close(&mut self, offset: u64) {
        if let (true, Some(last)) = (self.bad, self.stretches.last_mut()) {
            last.end = offset;
        }
        (self.bad, self.line, self.in_line, self.since) = (false, offset, 0, 0);
    }

    /// Keeps octets of a stretch, as far as there is room.
    fn keep(&mut self, octets: &[u8]) {
        let keep = |room: &mut Vec<u8>, most: usize| {
            let missing = most - room.len().min(most);
            room.extend_from_slice(&octets[..octets.len().min(missing)]);
        };
        if let Some(last) = self.stretches.last_mut() {
            keep(&mut last.gist, MOST_GIST);
        }
        keep(&mut self.joined, MOST_JOINED);
    }
}

/// The encoding with the order that `signature` tells.
pub(super) fn ordered(signature: Signature) -> Encoding {
    match signature.octets() {
        [0xFF, 0xFE, 0, 0] => Encoding::Utf32Le,
        [0, 0, 0xFE, 0xFF] => Encoding::Utf32Be,
        [0xFF, 0xFE] => Encoding::Utf16Le,
        [0xFE, 0xFF] => Encoding::Utf16Be,
        _ => signature.encoding(),
    }
}

const fn is_shaped(kind: Kind) -> bool {
    matches!(kind, Kind::Overlong { .. } | Kind::Surrogate { .. } | Kind::OutOfRange { .. })
}

fn continuations(text: &str) -> u64 {
    (text.len() - simd::active().contents(text.as_bytes()).characters) as u64
}
