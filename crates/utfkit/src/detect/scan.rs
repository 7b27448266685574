//! A stream as UTF-8: how much of it is, and which lines are not.

use alloc::vec::Vec;

use super::{
    census::Census,
    joined::{self, Tail},
    judge::{self, Opinion},
    report::Evidence,
};
use crate::{
    Encoding, Kind,
    form::Form,
    simd::{self, Range},
    utf8::{Piece, Utf8Stream},
};

/// The most stretches that are told apart.
const MOST_STRETCHES: usize = 64;
/// How many octets of each are kept.
const MOST_GIST: usize = 512;
/// How many octets of all are kept, to name what they are in.
const MOST_JOINED: usize = 16 << 10;

/// Mistakes with so much text between them are taken one by one.
const SPARSE: usize = 256;

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
    /// Mistakes are close to each other.
    dense: bool,
    /// Up to here there is neither the end of a line nor a NUL.
    seen: u64,
    /// Up to here mistakes are taken one by one.
    one_by_one: u64,
}

impl Scan {
    /// The stream goes on with `block`, at `offset`, and `ahead` behind it.
    pub(super) fn push(&mut self, block: &[u8], ahead: &[u8], offset: u64) {
        if let Some(tail) = &mut self.tail {
            return tail.push(block);
        }
        let mut stream = core::mem::take(&mut self.stream);
        let mut at = stream.offset();
        let mut before: &str = "";
        let mut pieces = stream.feed(block);
        loop {
            let taken = self.many(pieces.rest(), at);
            if taken > 0 {
                pieces.skip_octets(taken);
                at += taken as u64;
                before = "";
            }
            let Some(piece) = pieces.next() else { break };
            match piece {
                Piece::Text(text) => {
                    self.text(text, at);
                    at += text.len() as u64;
                    before = text;
                }
                Piece::IllFormed(finding) => {
                    self.dense = before.len() < SPARSE;
                    let place = usize::try_from(finding.offset().saturating_sub(offset));
                    let rest = place.ok().and_then(|place| block.get(place..)).unwrap_or_default();
                    self.tail = match finding.offset() >= offset {
                        true => Tail::at(rest, ahead, finding.offset()),
                        false => None,
                    };
                    if self.tail.is_some() {
                        return self.close(finding.offset());
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

    /// How many octets of `rest`, at `offset`, were counted as a whole: those of a line that is ill-formed, up to what may
    /// be a signature, if mistakes are so close that to look at each takes longer.
    fn many(&mut self, rest: &[u8], offset: u64) -> usize {
        if rest.is_empty() || !self.bad || !self.dense || offset < self.one_by_one {
            return 0;
        }
        if offset >= self.seen {
            let end = before_any(rest, b"\n\0");
            self.seen = offset + end as u64;
            if rest.get(end) == Some(&0) {
                // Where such a line ends depends on where its NULs are.
                self.one_by_one = self.seen + before_any(&rest[end..], b"\n") as u64;
                return 0;
            }
        }
        let end = rest.len().min((self.seen - offset) as usize);
        let mark = joined::first_mark(&rest[..end]);
        let line = &rest[..mark.unwrap_or(end)];
        self.count(Census::of(line), line);
        if mark.is_some() || end == rest.len() {
            return line.len();
        }
        self.keep(b"\n");
        self.close(self.seen + 1);
        end + 1
    }

    /// The line goes on with `octets`, which hold so much.
    fn count(&mut self, census: Census, octets: &[u8]) {
        self.ill_formed += census.ill_formed;
        self.shaped += census.shaped;
        self.add_sequences(census.sequences);
        self.dense = census.ill_formed * SPARSE as u64 >= octets.len() as u64;
        if let Some(last) = self.stretches.last_mut() {
            last.ill_formed += census.ill_formed;
        }
        self.keep(octets);
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
        self.add_sequences(leads.take(missing).count() as u64);
    }

    fn add_sequences(&mut self, more: u64) {
        let missing = Evidence::MANY - self.sequences;
        self.sequences += more.min(missing.into()) as u32;
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

const fn is_shaped(kind: Kind) -> bool {
    matches!(kind, Kind::Overlong { .. } | Kind::Surrogate { .. } | Kind::OutOfRange { .. })
}

fn continuations(text: &str) -> u64 {
    (text.len() - simd::active().contents(text.as_bytes()).characters) as u64
}

/// How many octets come before any of `ends`.
fn before_any<const N: usize>(octets: &[u8], ends: &[u8; N]) -> usize {
    let range = |&end: &u8| Range { first: end.into(), last: end.into() };
    simd::active().outside(Form::Utf8, octets, &ends.each_ref().map(range))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, string::String};

    /// What of a scan can be seen.
    fn seen(scan: Scan) -> String {
        let Scan {
            ill_formed,
            shaped,
            cut,
            sequences,
            zeros,
            good,
            stretches,
            more,
            joined,
            tail,
            ..
        } = scan;
        format!(
            "{ill_formed} {shaped} {cut} {sequences} {zeros} {good} {stretches:X?} {more} {joined:X?} {:?}",
            tail.map(|tail| (tail.offset, tail.encoding))
        )
    }

    /// What is seen of `octets` in blocks of `size`, mistake by mistake `from` an offset on.
    fn scanned(octets: &[u8], size: usize, one_by_one: u64) -> String {
        let mut scan = Scan { one_by_one, ..Scan::default() };
        let (mut rest, mut offset) = (octets, 0);
        while !rest.is_empty() {
            let (block, ahead) = rest.split_at(rest.len().min(size));
            scan.push(block, ahead, offset);
            offset += block.len() as u64;
            rest = ahead;
        }
        scan.finish();
        seen(scan)
    }

    #[test]
    fn many_mistakes_are_as_one_by_one() {
        const PARTS: [&[u8]; 32] = [
            b"plain",
            b" ",
            b"\n",
            b"\n",
            b"\n\n",
            b"\r\n",
            b"\0",
            b"\n\0",
            b"a\0b\0\n\0",
            b"\xCF\xF0\xE8\xE2\xE5\xF2",
            b"\xEC\xE8\xF0",
            b"\xFF\xFE",
            b"\xFE\xFF",
            b"\xFF\xFEh\0e\0l\0l\0o\0 \0w\0o\0r\0l\0d\0 \0o\0f\0 \0t\0e\0x\0t\0",
            b"\xFF",
            b"\xFE",
            b"\xC3\xA9",
            b"\xE2\x82\xAC",
            b"\xF0\x9F\x98\x80",
            b"\xC0\x80",
            b"\xE0\x80\x80",
            b"\xED\xA0\x80\xED\xB0\x80",
            b"\xF4\x90\x80\x80",
            b"\xF5\x80\x80\x80",
            b"\xE2\x82",
            b"\xF0\x9F",
            b"\x80",
            b"\xBF\xA0",
            b"\xD0\xBF\xD1\x80\xD0\xBE\xD1\x81\xD1\x82\xD0\xBE",
            b"\xB0\xA1\xC0\xAF\xC1\xBF",
            &[b'x'; 300],
            &[0xE0; 100],
        ];
        let mut random = 1_u64;
        let mut below = |end: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % end
        };
        for round in 0..3000 {
            // Few parts and all of them: what belongs together should meet.
            let among = [32, 6, 12][round % 3];
            let first = below(33 - among);
            let mut octets = Vec::new();
            for _ in 0..below(80) {
                octets.extend_from_slice(PARTS[first + below(among)]);
                octets.extend_from_slice(if below(6) == 0 { b"\n" } else { b"" });
            }
            let size = [64 << 10, 100, 7 + below(300)][below(3)];
            let expected = scanned(&octets, size, u64::MAX);
            assert_eq!(scanned(&octets, size, 0), expected, "{octets:X?} {size}");
        }
    }
}
