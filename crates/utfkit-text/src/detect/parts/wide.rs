//! Follows a part of a stream in UTF-16 or UTF-32 to its end.
//!
//! Nearly all bytes of even length are UTF-16: two letters of ASCII make a Chinese character. Bytes
//! that are likelier as other text therefore end the part.

use crate::detect::weights::wide::{BELIEF, MIN};
use crate::detect::{
    model::meter::price_of_bytes,
    model::reading::{Reading, Track, is_plain},
    model::without_bom::{self, without_bom},
    parts::opening::{Opening, ends_line},
};
use utfkit::{
    Encoding::{self, Utf16Be, Utf16Le, Utf32Le},
    utf8,
};

/// The number of bytes that are checked at once.
const CHUNK: usize = 32;
/// The number of bytes that are read in another encoding, if that may make sense.
const LOOK: usize = 512;
/// A part of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    pub(crate) offset: u64,
    /// The encoding, with the byte order.
    encoding: Encoding,
    /// The encoding that is reported.
    pub(crate) named: Encoding,
    /// The length of the BOM in bytes.
    bom: usize,
    twin: Option<(u64, Encoding)>,
    pub(crate) track: Track,
}

impl Wide {
    /// Returns the part at `offset` that begins with `bom`, the BOM of `encoding`.
    pub(crate) fn with_bom(offset: u64, encoding: Encoding, bom: &[u8]) -> Self {
        let named = encoding.without_order();
        Self { named, bom: bom.len(), ..Self::without_bom(offset, encoding) }
    }

    /// Returns the part at `offset` in `encoding`, without a BOM.
    pub(crate) fn without_bom(offset: u64, encoding: Encoding) -> Self {
        let track = Track::new(encoding);
        Self { offset, encoding, named: encoding, bom: 0, twin: None, track }
    }

    /// Returns the part at the start of the stream, which begins with `look`. Most of it seems to
    /// be in `encoding`.
    pub(crate) fn first(look: &[u8], encoding: Encoding) -> Self {
        // The first bytes may be in the other byte order.
        let first = &look[..look.len().min(2 * CHUNK)];
        let turned = Signs::of(first, encoding).swapped();
        let encoding = match encoding {
            Utf16Le if turned => Utf16Be,
            Utf16Be if turned => Utf16Le,
            other => other,
        };
        Self::without_bom(0, encoding)
    }

    /// Returns the part that begins with `opening`, in bytes that begin at `offset`.
    pub(crate) fn at(opening: Opening, offset: u64) -> Self {
        let twin = opening.twin.map(|(at, encoding)| (offset + at as u64, encoding));
        Self { twin, ..Self::without_bom(offset + opening.at as u64, opening.encoding) }
    }

    /// Returns the encoding that the part is read in, with the byte order.
    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Takes the next `block` of the stream, at `offset`. `ahead` follows it, and is empty at the
    /// end of the stream. Returns the number of bytes that belong to the part, which is the whole
    /// block if the part continues.
    pub(crate) fn push(&mut self, block: &[u8], ahead: &[u8], offset: u64) -> usize {
        let around = Around { block, ahead };
        let ended = self.end(around, offset).filter(|&end| end < block.len());
        let end = ended.unwrap_or(block.len());
        self.track.push(&block[..end]);
        if ended.is_none() && !ahead.is_empty() {
            return end;
        }
        self.settle(around, offset, end)
    }

    /// Returns the end of the part. It is `end`, unless the twin ends there with a whole line.
    fn settle(&mut self, around: Around<'_>, offset: u64, end: usize) -> usize {
        let Some((start, encoding)) = self.twin.take() else { return end };
        let before = |end: usize| &around.block[..end];
        let parity = |end: usize, start: u64| (offset + end as u64).wrapping_sub(start) % 2;
        if ends_line(before(end), self.encoding) && parity(end, self.offset) == 0 {
            return end;
        }
        let ends = [Some(end), end.checked_sub(1), Some(end + 1)];
        let fits = |&end: &usize| {
            end <= around.block.len() && parity(end, start) == 0 && ends_line(before(end), encoding)
        };
        match ends.into_iter().flatten().find(fits) {
            Some(end) => {
                (self.offset, self.encoding, self.named) = (start, encoding, encoding);
                end
            }
            None => end,
        }
    }

    /// Returns the end of the part in the block, if it ends.
    fn end(&self, around: Around<'_>, offset: u64) -> Option<usize> {
        let unit = self.encoding.unit_bytes();
        let done = offset - self.offset;
        let phase = done.next_multiple_of(unit as u64) - done;
        let first = if done == 0 { self.bom } else { phase as usize };
        if done == 0 && self.bom > 0 && self.is_over(&around.from(first, CHUNK)) {
            // The part has only a BOM.
            return self.leaves(around, first).then_some(first);
        }
        let mut at = first;
        while at < around.block.len() {
            at += self.calm(&around.block[at..]);
            if at >= around.block.len() {
                break;
            }
            let next = around.from(at + CHUNK, CHUNK);
            let last = around.ahead.is_empty() && next.len() < CHUNK;
            if last || (next.len() == CHUNK && self.is_over(&next)) {
                let end = self.seam(around, at, first);
                if end < around.block.len() && self.leaves(around, end) {
                    return Some(end);
                }
            }
            at += CHUNK;
        }
        None
    }

    /// Returns the number of bytes, in whole chunks, after which the next chunk must be checked.
    fn calm(&self, bytes: &[u8]) -> usize {
        let (chunks, _) = bytes.as_chunks::<CHUNK>();
        let mut behind = chunks.iter().skip(1);
        let is_over = |chunk: &[u8; CHUNK], usual: bool| !usual && self.is_over(chunk);
        let strange = match self.encoding {
            Utf16Le => {
                let usual = |chunk: &[u8; CHUNK]| is_usual16(chunk, u16::from_le_bytes);
                behind.position(|chunk| is_over(chunk, usual(chunk)))
            }
            Utf16Be => {
                let usual = |chunk: &[u8; CHUNK]| is_usual16(chunk, u16::from_be_bytes);
                behind.position(|chunk| is_over(chunk, usual(chunk)))
            }
            _ => behind.position(|chunk| is_over(chunk, false)),
        };
        // The last chunk is checked with the bytes ahead.
        strange.unwrap_or(chunks.len().saturating_sub(1)) * CHUNK
    }

    /// Returns `true` if `chunk` may be outside of the part.
    fn is_over(&self, chunk: &[u8]) -> bool {
        let signs = Signs::of(chunk, self.encoding);
        let is_other = || is_plain(chunk) || signs.odd * 3 > signs.units;
        signs.swapped() || (signs.right + signs.wrong == 0 && is_other())
    }

    /// Returns the possible end of the part from `at` on, in this chunk or at its end.
    fn seam(&self, around: Around<'_>, at: usize, first: usize) -> usize {
        let chunk = around.from(at, 2 * CHUNK);
        let unit = self.encoding.unit_bytes();
        let (chunk, next) = chunk.split_at(chunk.len().min(CHUNK));
        let signs = Signs::of(next, self.encoding);
        if signs.swapped() {
            let both = [chunk, next].concat();
            // The end is a BOM, or the first of many code units that seem to be in the other order.
            let begins = |&from: &usize| {
                let first = Signs::of(&both[from..both.len().min(from + unit)], self.encoding);
                let rest = Signs::of(&both[from..both.len().min(from + CHUNK)], self.encoding);
                match signs.marks {
                    0 => first.wrong > 0 && rest.swapped(),
                    _ => first.marks > 0,
                }
            };
            return at + (0..both.len()).step_by(unit).find(begins).unwrap_or(0);
        }
        let is_text = |&byte: &u8| matches!(byte, b'\t'..=b'\r' | 0x1B | b' '..);
        let behind = chunk.iter().rposition(|byte| !is_text(byte)).map_or(0, |last| last + 1);
        (at + behind - first).next_multiple_of(unit) + first
    }

    /// Returns `true` if the bytes at `at` are in another encoding.
    fn leaves(&self, around: Around<'_>, at: usize) -> bool {
        let look = around.from(at, LOOK);
        if self.has_other_bom(&look) {
            return true;
        }
        let zero = look.iter().position(|&byte| byte == 0).unwrap_or(look.len());
        if zero == look.len() || zero >= CHUNK {
            zero >= MIN && self.is_other(&look[..zero])
        } else {
            self.is_turned(&look)
        }
    }

    /// Returns `true` if `look` begins with a BOM in the other byte order.
    fn has_other_bom(&self, look: &[u8]) -> bool {
        let other = match self.encoding {
            Utf16Le => Utf16Be,
            _ => Utf16Le,
        };
        let mark = Signs::of(&look[..look.len().min(2)], self.encoding).marks > 0;
        mark && without_bom(&look[2..], other).is_some()
    }

    /// Returns `true` if `text`, which has no NULs, is likelier in an encoding with units of one
    /// byte.
    fn is_other(&self, text: &[u8]) -> bool {
        let ours = Reading::of(text, self.encoding).price();
        let valid = utf8::validate(text).map_or_else(|error| error.valid_up_to(), str::len);
        let other = if text.len() - valid < 4 {
            Some(Reading::of(&text[..valid], Encoding::Utf8))
                .filter(Reading::is_clean)
                .map(|utf8| utf8.price())
        } else {
            Some(Reading::unnamed(text)).filter(|&price| price < price_of_bytes(text))
        };
        other.is_some_and(|other| other + BELIEF < ours)
    }

    /// Returns `true` if `look` is likelier in another byte order.
    fn is_turned(&self, look: &[u8]) -> bool {
        let ours = Reading::of(look, self.encoding).price();
        let others =
            without_bom::wide(look).into_iter().filter(|other| other.encoding != self.encoding);
        others.map(|other| other.price()).min().is_some_and(|other| other + BELIEF < ours)
    }
}

/// Returns `true` if `chunk` has a character of Latin-1 and none that would be one in the other
/// byte order. This is true for most text. Cost: there is no branch, so that compilers make
/// vectors.
#[inline(always)]
fn is_usual16(chunk: &[u8; CHUNK], unit: impl Fn([u8; 2]) -> u16) -> bool {
    // The numbers are as wide as the units, so that they stay in the same vector lanes.
    let (mut right, mut wrong) = (0_u16, 0_u16);
    for &bytes in chunk.as_chunks::<2>().0 {
        let unit = unit(bytes);
        right |= u16::from(unit < 0x100);
        wrong |= u16::from(unit & 0xFF == 0) | u16::from(unit == 0xFFFE);
    }
    (right & !wrong) != 0
}

/// A block, and the bytes that follow it.
#[derive(Clone, Copy)]
struct Around<'b> {
    block: &'b [u8],
    ahead: &'b [u8],
}

impl Around<'_> {
    /// Returns at most `most` bytes from `at` on.
    fn from(self, at: usize, most: usize) -> Vec<u8> {
        let block = self.block.get(at..).unwrap_or_default();
        let ahead = self.ahead.get(at.saturating_sub(self.block.len())..).unwrap_or_default();
        block.iter().chain(ahead).take(most).copied().collect()
    }
}

/// Facts about a few code units that need no decoding.
#[derive(Clone, Copy, Default)]
struct Signs {
    /// The number of NULs where ASCII characters have them, and where ASCII in the other byte order
    /// has them.
    right: u32,
    wrong: u32,
    /// The number of surrogates and private characters.
    odd: u32,
    /// The number of U+FFFE, a BOM in the other byte order.
    marks: u32,
    units: u32,
}

impl Signs {
    /// Returns the facts about `bytes`, read in `encoding`.
    #[inline(always)]
    fn of(bytes: &[u8], encoding: Encoding) -> Self {
        let (mut even, mut odd, mut evens, mut odds) = (0_u8, 0_u8, 0_u8, 0_u8);
        let (mut little, mut big) = (0_u8, 0_u8);
        let pairs = &bytes.as_chunks::<2>().0[..bytes.len().min(2 * CHUNK) / 2];
        for &[first, second] in pairs {
            even += u8::from(first == 0);
            odd += u8::from(second == 0);
            evens += u8::from(first.wrapping_sub(0xD8) < 0x21);
            odds += u8::from(second.wrapping_sub(0xD8) < 0x21);
            little += u8::from((first == 0xFE) & (second == 0xFF));
            big += u8::from((first == 0xFF) & (second == 0xFE));
        }
        let (right, wrong, odd, marks) = match encoding {
            Utf16Le | Utf32Le => (odd, even, odds, little),
            _ => (even, odd, evens, big),
        };
        let units = pairs.len() as u32;
        let marks = if matches!(encoding, Utf16Le | Utf16Be) { marks } else { 0 };
        Self {
            right: right.into(),
            wrong: wrong.into(),
            odd: odd.into(),
            marks: marks.into(),
            units,
        }
    }

    /// Returns `true` if the byte order seems to be the other one.
    #[inline(always)]
    fn swapped(self) -> bool {
        self.marks > 0 || (self.wrong * 3 > self.units && self.right * 8 <= self.units)
    }
}
