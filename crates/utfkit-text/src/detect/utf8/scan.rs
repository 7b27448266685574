//! Reads a stream as UTF-8, and finds the starts of other encodings.

use crate::detect::weights::scan::{FIRST_GAP, LAST_GAP};
use crate::detect::{
    detection::Evidence,
    parts::damaged_utf16 as lookout,
    parts::joined,
    parts::opening::{self, Opening},
    parts::wide::Wide,
    utf8::error_count::Census,
    utf8::lines::{Lines, start_of_line},
};
use utfkit::{
    Kind,
    units::{self, Range},
    utf8::{self, Piece, Utf8Stream},
};

/// If this number of bytes of text is between errors, they are processed one by one.
const SPARSE: usize = 256;

/// The facts about a stream, read as UTF-8.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    stream: Utf8Stream,
    pub(crate) ill_formed: u64,
    /// The number of ill-formed sequences that only UTF-8 and its relatives have: overlong forms,
    /// surrogates, values out of range.
    pub(crate) shaped: u64,
    /// Whether the stream ends inside a character.
    pub(crate) cut: bool,
    /// The number of multi-byte sequences, at most [`Evidence::MANY`].
    pub(crate) sequences: u32,
    pub(crate) zeros: u64,
    pub(crate) lines: Lines,
    /// The part in UTF-16 or UTF-32 that has not ended.
    pub(crate) wide: Option<Wide>,
    /// The change of line ends in the first part, if they were changed byte by byte.
    pub(crate) spoiled: Option<Evidence>,
    /// No such part is searched before this offset. And the distance to the next search, if there
    /// is no part.
    patience: u64,
    gap: u64,
    /// Whether errors are close to each other.
    dense: bool,
    /// Up to this offset, there is neither a line end nor a NUL.
    seen: u64,
    /// Up to this offset, errors are processed one by one.
    one_by_one: u64,
}

impl Scan {
    /// Returns `true` if the stream is one part in UTF-16 or UTF-32.
    pub(crate) fn is_one(&self) -> bool {
        self.lines.stretches.is_empty() && self.wide.as_ref().is_some_and(|wide| wide.offset == 0)
    }

    /// Returns `true` if the stream so far has only bytes below 80, without a NUL.
    pub(crate) fn is_plain(&self) -> bool {
        self.ill_formed == 0 && self.sequences == 0 && self.zeros == 0 && self.wide.is_none()
    }

    /// Begins the stream. It may begin with a part in UTF-16 or UTF-32.
    pub(crate) fn begin(&mut self, wide: Option<Wide>) {
        self.wide = wide;
    }

    /// Takes the next `block` of the stream, at `offset`. `ahead` follows it.
    pub(crate) fn push(&mut self, mut block: &[u8], ahead: &[u8], mut offset: u64) {
        let (whole, start) = (block, offset);
        while !block.is_empty() {
            let used = match self.wide.take() {
                Some(mut wide) => {
                    let used = wide.push(block, ahead, offset);
                    if wide.offset == 0 && self.spoiled.is_none() {
                        let look = &block[..block.len().min(used + opening::LOOK)];
                        let change = lookout::spoiled(look, used, wide.encoding());
                        self.spoiled = change.map(|(at, change)| change(offset + at as u64));
                    }
                    if used < block.len() {
                        self.end_wide(&wide, offset + used as u64)
                    } else {
                        self.wide = Some(wide)
                    }
                    used
                }
                None => self.bytes(Around { block, ahead, offset }),
            };
            (block, offset) = (&block[used..], offset + used as u64);
        }
        self.lines.count_lines(whole, start);
    }

    /// Ends a part in UTF-16 or UTF-32.
    fn end_wide(&mut self, wide: &Wide, end: u64) {
        self.lines.end_wide(wide.offset, end, wide.named);
        self.stream = Utf8Stream::at(end);
        // If parts are short, the next search waits.
        if end - wide.offset < FIRST_GAP { self.wait(end) } else { self.gap = 0 }
    }

    /// Skips the search for parts after `offset`, for a longer distance than the last time.
    fn wait(&mut self, offset: u64) {
        self.gap = (2 * self.gap).clamp(FIRST_GAP, LAST_GAP);
        self.patience = offset + self.gap;
    }

    /// Begins a part in UTF-16 or UTF-32.
    fn begin_wide(&mut self, wide: Wide) {
        self.lines.begin_wide(wide.offset);
        self.wide = Some(wide);
    }

    /// Takes the next bytes of the stream, and returns their number. It is the whole block, unless
    /// a part in UTF-16 or UTF-32 begins.
    fn bytes(&mut self, around: Around<'_>) -> usize {
        let Around { block, ahead, offset } = around;
        let mut stream = std::mem::take(&mut self.stream);
        let mut at = stream.offset();
        let mut before: &str = "";
        let mut pieces = stream.feed(block);
        loop {
            let counted = self.many(pieces.rest(), at);
            if counted > 0 {
                pieces.skip_bytes(counted);
                at += counted as u64;
                before = "";
            }
            let Some(piece) = pieces.next() else { break };
            match piece {
                Piece::Text(text) => {
                    if self.text(text, at, around) {
                        return self.before_part(offset);
                    }
                    at += text.len() as u64;
                    before = text;
                }
                Piece::IllFormed(finding) => {
                    self.dense = before.len() < SPARSE;
                    let place = usize::try_from(finding.offset().saturating_sub(offset));
                    let rest = place.ok().and_then(|place| block.get(place..)).unwrap_or_default();
                    let joined = if finding.offset() >= offset {
                        joined::joined(rest, ahead, finding.offset())
                    } else {
                        None
                    };
                    if let Some(wide) = joined {
                        self.begin_wide(wide);
                        return self.before_part(offset);
                    }
                    let line = at - (before.len() - start_of_line(before)) as u64;
                    if !self.lines.bad
                        && let Some(wide) =
                            self.opening(line, self.lines.over(), finding.offset(), around)
                    {
                        self.begin_wide(wide);
                        return self.before_part(offset);
                    }
                    self.shaped += u64::from(is_shaped(finding.kind()));
                    self.add_error(finding.bytes(), finding.offset(), before);
                    at = finding.offset() + finding.bytes().len() as u64;
                    before = "";
                }
            }
        }
        self.stream = stream;
        block.len()
    }

    /// Returns the number of bytes of the block at `offset` before the part that began.
    fn before_part(&self, offset: u64) -> usize {
        self.wide.as_ref().map_or(0, |wide| wide.offset.saturating_sub(offset) as usize)
    }

    /// Returns the part in UTF-16 or UTF-32 around the byte at the offset `strange`, which text
    /// does not have. Its line begins at the offset `line`. The bytes before `over` belong to
    /// another part.
    fn opening(&mut self, line: u64, over: u64, strange: u64, around: Around<'_>) -> Option<Wide> {
        let Around { block, ahead, offset } = around;
        if strange < self.patience || strange < offset {
            return None;
        }
        let signed = offset == 0 && block.starts_with("\u{FEFF}".as_bytes());
        let first = if signed { 3 } else { offset };
        let line = line.max(first).max(strange.saturating_sub(opening::LOOK as u64));
        // The line feed before it may belong to the part, unless it ends an ill-formed line.
        let from = line.saturating_sub(1).max(first).max(over);
        let begins = from == self.lines.line || from == first || (self.lines.bad && from == over);
        let most = (strange - from) as usize + opening::LOOK;
        let bytes = block.get((from - offset) as usize..).unwrap_or_default();
        let look: Vec<u8> = bytes.iter().chain(ahead).take(most).copied().collect();
        let (line, place) = ((line - from) as usize, (strange - from) as usize);
        let opening = Opening::of(&look, line, place, begins);
        if opening.is_none() {
            self.wait(strange);
        }
        Some(Wide::at(opening?, from))
    }

    /// Counts the bytes of an ill-formed line at once, up to a possible BOM, and returns their
    /// number. It is for errors that are so close that a look at each would take longer. `rest` is
    /// at `offset`.
    fn many(&mut self, rest: &[u8], offset: u64) -> usize {
        if rest.is_empty() || !self.lines.bad || !self.dense || offset < self.one_by_one {
            return 0;
        }
        if offset >= self.seen {
            let end = before_any(rest, b"\n\0");
            self.seen = offset + end as u64;
            if rest.get(end) == Some(&0) {
                // The end of such a line depends on its NULs.
                self.one_by_one = self.seen + before_any(&rest[end..], b"\n") as u64;
                return 0;
            }
        }
        let end = rest.len().min((self.seen - offset) as usize);
        let mark = joined::first_mark(&rest[..end]);
        let line = &rest[..mark.unwrap_or(end)];
        self.count(Census::of(line), line, offset);
        if mark.is_some() || end == rest.len() {
            return line.len();
        }
        self.lines.keep(b"\n");
        self.lines.close(self.seen + 1);
        end + 1
    }

    /// Continues the line with `bytes` at `offset`, which have this `census`.
    fn count(&mut self, census: Census, bytes: &[u8], offset: u64) {
        self.ill_formed += census.ill_formed;
        self.shaped += census.shaped;
        self.add_sequences(census.sequences);
        self.dense = census.ill_formed * SPARSE as u64 >= bytes.len() as u64;
        self.lines.count(bytes, offset, census);
    }

    /// Ends the stream.
    pub(crate) fn finish(&mut self) {
        let end = self.stream.offset();
        let mut stream = std::mem::take(&mut self.stream);
        for piece in stream.finish() {
            if let Piece::IllFormed(finding) = piece {
                self.cut |= matches!(finding.kind(), Kind::Truncated);
                self.add_error(finding.bytes(), finding.offset(), "");
            }
        }
        self.lines.finish(end);
    }

    /// Adds an ill-formed subpart at `offset`. The text `before` it is in the same block.
    fn add_error(&mut self, bytes: &[u8], offset: u64, before: &str) {
        self.ill_formed += 1;
        self.lines.add_error(bytes, offset, before);
    }

    /// Takes text at `offset`. Returns `true` if a part in UTF-16 or UTF-32 begins in it. Then only
    /// the text before the part was taken.
    fn text(&mut self, mut text: &str, offset: u64, around: Around<'_>) -> bool {
        let contents = utf8::contents(text);
        let mut wide = None;
        if contents.nuls > 0 {
            wide = self.opening_in(text, offset, around);
            if let Some(wide) = &wide {
                text = &text[..wide.offset.saturating_sub(offset) as usize];
            }
            self.zeros += text.bytes().filter(|&byte| byte == 0).count() as u64;
        }
        self.count_sequences(text, if wide.is_some() { 0 } else { contents.characters });
        self.lines.plain(text, offset);
        let begins = wide.is_some();
        wide.into_iter().for_each(|wide| self.begin_wide(wide));
        begins
    }

    /// Returns the part in UTF-16 or UTF-32 that begins at a NUL of `text`, at `offset`.
    fn opening_in(&mut self, text: &str, offset: u64, around: Around<'_>) -> Option<Wide> {
        let bytes = text.as_bytes();
        // An ill-formed line continues to its end.
        let first = if self.lines.bad { text.find('\n')? + 1 } else { 0 };
        let over = if self.lines.bad { offset + first as u64 } else { self.lines.over() };
        loop {
            let from = usize::try_from(self.patience.saturating_sub(offset)).ok()?.max(first);
            let at = from + before_any(bytes.get(from..)?, b"\0");
            let line = offset + start_of_line(text.get(..at)?) as u64;
            if at == bytes.len() {
                return None;
            }
            let opening = self.opening(line, over, offset + at as u64, around);
            // The part begins between characters of UTF-8.
            let fits =
                |wide: &Wide| text.is_char_boundary(wide.offset.saturating_sub(offset) as usize);
            match opening {
                Some(wide) if fits(&wide) => return Some(wide),
                Some(_) => self.wait(offset + at as u64),
                // `opening` made the next search wait.
                None => {}
            }
        }
    }

    fn count_sequences(&mut self, text: &str, characters: usize) {
        if characters == text.len() || self.sequences >= Evidence::MANY {
            return;
        }
        let leads = text.bytes().filter(|&byte| byte >= 0xC0);
        let missing = (Evidence::MANY - self.sequences) as usize;
        self.add_sequences(leads.take(missing).count() as u64);
    }

    fn add_sequences(&mut self, more: u64) {
        let missing = Evidence::MANY - self.sequences;
        self.sequences += more.min(missing.into()) as u32;
    }
}

/// A block of a stream at an offset, and the bytes that follow it.
#[derive(Clone, Copy)]
struct Around<'b> {
    block: &'b [u8],
    ahead: &'b [u8],
    offset: u64,
}

const fn is_shaped(kind: Kind) -> bool {
    matches!(kind, Kind::Overlong { .. } | Kind::Surrogate { .. } | Kind::OutOfRange { .. })
}

/// Returns the number of bytes before any of `ends`.
fn before_any<const N: usize>(bytes: &[u8], ends: &[u8; N]) -> usize {
    let range = |&end: &u8| Range { first: end.into(), last: end.into() };
    units::outside(bytes, &ends.each_ref().map(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the visible results of a scan.
    fn seen(scan: Scan) -> String {
        let Scan { ill_formed, shaped, cut, sequences, zeros, lines, wide, .. } = scan;
        let Lines { good, stretches, more, joined, .. } = lines;
        format!(
            "{ill_formed} {shaped} {cut} {sequences} {zeros} {good} {stretches:X?} {more} {joined:X?} {:?}",
            wide.map(|wide| (wide.offset, wide.named))
        )
    }

    /// Describes a scan of `bytes` in blocks of `size`. Up to `one_by_one`, it processes error by
    /// error.
    fn scanned(bytes: &[u8], size: usize, one_by_one: u64) -> String {
        let mut scan = Scan { one_by_one, ..Scan::default() };
        let (mut rest, mut offset) = (bytes, 0);
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
    fn errors_at_once_are_as_one_by_one() {
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
            // Use few kinds of parts in some rounds, so that related parts meet.
            let among = [32, 6, 12][round % 3];
            let first = below(33 - among);
            let mut bytes = Vec::new();
            for _ in 0..below(80) {
                bytes.extend_from_slice(PARTS[first + below(among)]);
                bytes.extend_from_slice(if below(6) == 0 { b"\n" } else { b"" });
            }
            let size = [64 << 10, 100, 7 + below(300)][below(3)];
            let expected = scanned(&bytes, size, u64::MAX);
            assert_eq!(scanned(&bytes, size, 0), expected, "{bytes:X?} {size}");
        }
    }
}
