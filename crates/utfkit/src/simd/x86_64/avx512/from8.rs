//! UTF-8 to UTF-16 and UTF-32, sixty-four octets at a time whatever the text.
//!
//! Every character is decoded *at the place of its last octet*, in planes of octets: the low eight bits
//! of each code value in one register, the next eight in another. The octets before come from loads at
//! `p - 1`, `p - 2` and `p - 3`; shifts within octets are affine maps, which can be masked. Only then
//! are the planes compressed to the places where characters end, and interleaved to words. So the
//! stride is fixed, and nothing in the loop waits for what a block holds but the output pointer.
//!
//! A supplementary character emits two words in UTF-16: the high surrogate at its third octet, where
//! the same planes spell the bits that it needs, and the low one at its fourth.
//!
//! Why it is right: the check of [`validate8`](super::validate8) runs over the same registers, and a block with an
//! error is emitted only up to the boundary before it. A character ends where the octet behind it is no
//! continuation; the exception, a stray continuation behind a complete character, is an error, and
//! [`Run::stop`] sees to it. Cost: about 28 operations for 64 octets, 12 of them on port 5.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    validate8::{Checker, start_of},
    vector::{BLOCK, all, behind, load, load_short, store, store_short, table},
};
use crate::{
    form::is_continuation,
    simd::{Form, Progress, portable},
};

/// What is written.
pub(super) const UTF16_LE: u8 = Form::Utf16Le as u8;
pub(super) const UTF16_BE: u8 = Form::Utf16Be as u8;
pub(super) const UTF32_LE: u8 = Form::Utf32Le as u8;
pub(super) const UTF32_BE: u8 = Form::Utf32Be as u8;

const fn is_utf16(to: u8) -> bool {
    matches!(to, UTF16_LE | UTF16_BE)
}

const fn is_big(to: u8) -> bool {
    matches!(to, UTF16_BE | UTF32_BE)
}

/// How many octets a code unit has.
const fn unit(to: u8) -> usize {
    if is_utf16(to) { 2 } else { 4 }
}

/// The most octets that a block of input becomes: a unit each.
const fn most(to: u8) -> usize {
    BLOCK * unit(to)
}

/// A block and its surroundings: for each lane the octet, the three before it, and the one behind it.
#[derive(Clone, Copy)]
struct Octets {
    block: __m512i,
    before: [__m512i; 3],
    next: __m512i,
}

impl Octets {
    /// How many octets of memory a block and its surroundings are.
    const WINDOW: usize = 3 + BLOCK + 1;

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn of(window: &[u8; Self::WINDOW]) -> Self {
        Self {
            block: load(window, 3),
            before: [load(window, 2), load(window, 1), load(window, 0)],
            next: load(window, 4),
        }
    }

    /// The block of `src` at `at`, with zeros for what is not there.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn at(src: &[u8], at: usize) -> Self {
        let from = |at: usize| load_short(&src[at.min(src.len())..src.len().min(at + BLOCK)]);
        let block = from(at);
        let before = match at {
            0 => [behind::<1>(block), behind::<2>(block), behind::<3>(block)],
            _ => [from(at - 1), from(at - 2), from(at - 3)],
        };
        Self { block, before, next: from(at + 1) }
    }
}

/// What a block becomes: planes of the code values, and the lanes that are emitted.
#[derive(Clone, Copy)]
struct Planes {
    /// Bits 7 to 0.
    low: __m512i,
    /// Bits 15 to 8.
    middle: __m512i,
    /// Bits 20 to 16, where a supplementary character ends.
    high: __m512i,
    /// Lanes at which a unit is emitted.
    emitted: u64,
    /// Lanes of the third octet of a supplementary character.
    thirds: u64,
    /// Lanes of its fourth octet.
    fourths: u64,
}

/// An affine map that moves the bits of an octet `N` places up, and drops what falls out.
const fn up(n: u32) -> i64 {
    // Row 7 - i of the matrix makes bit i: it is bit i - n of the octet, row by row from the top octet.
    let mut matrix = 0_u64;
    let mut bit = n;
    while bit < 8 {
        matrix |= 1 << (8 * (7 - bit) + (bit - n));
        bit += 1;
    }
    matrix as i64
}

/// An affine map that moves the bits of an octet `n` places down and keeps the lowest `kept`.
const fn down(n: u32, kept: u32) -> i64 {
    let mut matrix = 0_u64;
    let mut bit = 0;
    while bit < kept {
        matrix |= 1 << (8 * (7 - bit) + (bit + n));
        bit += 1;
    }
    matrix as i64
}

/// `a & b | c`, as a table for ternary logic.
const AND_OR: i32 = 0xEA;

impl Planes {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn of<const TO: u8>(octets: Octets) -> Self {
        let Octets { block, before: [one, two, three], next } = octets;
        let multi = _mm512_movepi8_mask(block);
        let ends = _mm512_cmpgt_epi8_mask(next, all(0xBF));
        let affine = |mask, octets, matrix| {
            _mm512_maskz_gf2p8affine_epi64_epi8::<0>(mask, octets, _mm512_set1_epi64(matrix))
        };
        let from_one = affine(multi, one, const { up(6) });
        let low = _mm512_ternarylogic_epi32::<AND_OR>(block, all(0x7F), from_one);
        let lead = _mm512_subs_epu8(two, all(0xE0));
        let from_two = affine(!0, lead, const { up(4) });
        let middle = _mm512_or_si512(affine(multi, one, const { down(2, 4) }), from_two);
        let fourths = _mm512_cmpge_epu8_mask(three, all(0xF0));
        if is_utf16(TO) {
            let thirds = _mm512_cmpge_epu8_mask(two, all(0xF0));
            let emitted = ends | thirds;
            return Self { low, middle, high: low, emitted, thirds, fourths };
        }
        if fourths == 0 {
            return Self { low, middle, high: low, emitted: ends, thirds: 0, fourths };
        }
        // Two octets before the last is a continuation here, not a lead.
        let middle = _mm512_or_si512(middle, affine(fourths, two, const { up(4) }));
        let high = _mm512_or_si512(
            affine(fourths, two, const { down(4, 2) }),
            affine(fourths, _mm512_and_si512(three, all(7)), const { up(2) }),
        );
        Self { low, middle, high, emitted: ends, thirds: 0, fourths }
    }

    /// The words of the low two planes, in order.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn words(&self, swapped: bool) -> [__m512i; 2] {
        let low = spread(_mm512_maskz_compress_epi8(self.emitted, self.low));
        let middle = spread(_mm512_maskz_compress_epi8(self.emitted, self.middle));
        let [first, second] = if swapped { [middle, low] } else { [low, middle] };
        [_mm512_unpacklo_epi8(first, second), _mm512_unpackhi_epi8(first, second)]
    }

    /// The UTF-16 units.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn utf16<const TO: u8>(&self) -> [__m512i; 2] {
        if self.thirds | self.fourths == 0 {
            return self.words(is_big(TO));
        }
        let highs = _pext_u64(self.thirds, self.emitted);
        let lows = _pext_u64(self.fourths, self.emitted);
        let [first, second] = self.words(false);
        [
            surrogates::<TO>(first, highs as u32, lows as u32),
            surrogates::<TO>(second, (highs >> 32) as u32, (lows >> 32) as u32),
        ]
    }

    /// The UTF-32 units.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn utf32<const TO: u8>(&self) -> [__m512i; 4] {
        let words = self.words(false);
        let wide = |half: __m256i| _mm512_cvtepu16_epi32(half);
        let mut units = [
            wide(_mm512_castsi512_si256(words[0])),
            wide(_mm512_extracti64x4_epi64::<1>(words[0])),
            wide(_mm512_castsi512_si256(words[1])),
            wide(_mm512_extracti64x4_epi64::<1>(words[1])),
        ];
        if self.fourths != 0 {
            let high = _mm512_maskz_compress_epi8(self.emitted, self.high);
            let quarters = [
                _mm512_castsi512_si128(high),
                _mm512_extracti32x4_epi32::<1>(high),
                _mm512_extracti32x4_epi32::<2>(high),
                _mm512_extracti32x4_epi32::<3>(high),
            ];
            for (unit, quarter) in units.iter_mut().zip(quarters) {
                let high = _mm512_slli_epi32::<16>(_mm512_cvtepu8_epi32(quarter));
                *unit = _mm512_or_si512(*unit, high);
            }
        }
        if is_big(TO) {
            units.map(|unit| _mm512_shuffle_epi8(unit, table(&SWAP_DWORDS)))
        } else {
            units
        }
    }
}

/// Eight octets of each half of the register in turn, so that unpacking gives them in order.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn spread(octets: __m512i) -> __m512i {
    _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), octets)
}

/// `words` with the surrogates made of what the planes spell at the third and fourth octets.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn surrogates<const TO: u8>(words: __m512i, highs: u32, lows: u32) -> __m512i {
    let base = _mm512_set1_epi16(0xD7C0_u16 as i16);
    let words = _mm512_mask_add_epi16(words, highs, _mm512_srli_epi16::<4>(words), base);
    let low = _mm512_ternarylogic_epi32::<AND_OR>(
        words,
        _mm512_set1_epi16(0x3FF),
        _mm512_set1_epi16(0xDC00_u16 as i16),
    );
    let words = _mm512_mask_mov_epi16(words, lows, low);
    if is_big(TO) { _mm512_shuffle_epi8(words, table(&SWAP_WORDS)) } else { words }
}

/// For each octet of a register the one that it changes places with, in units of `unit` octets.
const fn swapped(unit: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = (at % 16 / unit * unit + (unit - 1 - at % unit)) as u8;
        at += 1;
    }
    places
}

static SWAP_WORDS: [u8; BLOCK] = swapped(2);
static SWAP_DWORDS: [u8; BLOCK] = swapped(4);

/// A conversion under way. `done.read` is where the next block begins, which may be inside a character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    checker: Checker,
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run { src, dst, done: Progress::default(), checker: Checker::new() };
    if src.len() > BLOCK && run.dst.len() >= most(TO) {
        if !run.first_block::<TO>() {
            return run.careful_block::<TO>().unwrap_or_else(|| run.stop::<TO>());
        }
        while run.ascii::<TO>() || run.block::<TO>() {}
    }
    loop {
        if let Some(done) = run.careful_block::<TO>() {
            return done;
        }
    }
}

impl Run<'_> {
    /// Takes the first block; `false` if there is an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn first_block<const TO: u8>(&mut self) -> bool {
        let block = load(self.src, 0);
        let before = [behind::<1>(block), behind::<2>(block), behind::<3>(block)];
        self.take::<TO>(Octets { block, before, next: load(self.src, 1) })
    }

    /// Takes 128 octets of ASCII; `false` if there are none.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn ascii<const TO: u8>(&mut self) -> bool {
        const STEP: usize = 2 * BLOCK;
        let at = self.done.read;
        let Some(window) = self.src[at - 1..].first_chunk::<{ 1 + STEP + 1 }>() else {
            return false;
        };
        let any = _mm512_or_si512(load(window, 1), load(window, 1 + BLOCK));
        // What a stray continuation stands behind is left to the general path, as `stop` relies on.
        let alone = window[0] < 0x80 && !is_continuation(window[1 + STEP]);
        if _mm512_movepi8_mask(any) != 0 || !alone {
            return false;
        }
        let room = &mut self.dst[self.done.written..];
        if room.len() < 2 * most(TO) {
            return false;
        }
        for (octets, room) in
            window[1..=STEP].chunks_exact(BLOCK).zip(room.chunks_exact_mut(most(TO)))
        {
            widen::<TO>(octets, room);
        }
        self.done.read += STEP;
        self.done.written += 2 * most(TO);
        true
    }

    /// Takes a block; `false` if there is none, no room for one, or an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn block<const TO: u8>(&mut self) -> bool {
        let window = self.src[self.done.read - 3..].first_chunk::<{ Octets::WINDOW }>();
        let Some(window) = window else { return false };
        self.dst.len() - self.done.written >= most(TO) && self.take::<TO>(Octets::of(window))
    }

    /// Emits `octets` where there is room for a whole block; `false` if there is an error in them.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn take<const TO: u8>(&mut self, octets: Octets) -> bool {
        let wrong = self.checker.wrong(octets.block, octets.before);
        if _mm512_test_epi8_mask(wrong, wrong) != 0 {
            return false;
        }
        let planes = Planes::of::<TO>(octets);
        let room = &mut self.dst[self.done.written..][..most(TO)];
        if is_utf16(TO) {
            for (at, units) in planes.utf16::<TO>().into_iter().enumerate() {
                store(room, at * BLOCK, units);
            }
        } else {
            for (at, units) in planes.utf32::<TO>().into_iter().enumerate() {
                store(room, at * BLOCK, units);
            }
        }
        self.done.read += BLOCK;
        self.done.written += planes.emitted.count_ones() as usize * unit(TO);
        true
    }

    /// Takes a block that may be cut short by the end of the text, an error, or the end of the room;
    /// gives the result if it was.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn careful_block<const TO: u8>(&mut self) -> Option<Progress> {
        let at = self.done.read;
        let there = (self.src.len() - at).min(BLOCK);
        if there == 0 {
            return Some(self.stop::<TO>());
        }
        let octets = Octets::at(self.src, at);
        let wrong = self.checker.wrong(octets.block, octets.before);
        let right = (_mm512_test_epi8_mask(wrong, wrong).trailing_zeros() as usize).min(there);
        // At the end of the text the last octets may be an open sequence, which nothing shows as wrong.
        let whole = right == BLOCK && at + BLOCK < self.src.len();
        // What is emitted ends where the well-formed text ends, or with the block.
        let end = if whole { at + BLOCK } else { start_of(self.src, at + right) };
        if end <= at {
            return Some(self.stop::<TO>());
        }
        let mut planes = Planes::of::<TO>(octets);
        if !whole {
            // A stray continuation behind it hides that a character ends here.
            planes.emitted |= 1 << (end - at - 1);
        }
        planes.emitted &= _bzhi_u64(!0, (end - at) as u32);
        let room = (self.dst.len() - self.done.written) / unit(TO);
        if (planes.emitted.count_ones() as usize) > room {
            // The lane of the first unit that has no room; it belongs to the character that is left.
            let lane = _pdep_u64(1 << room, planes.emitted).trailing_zeros() as usize;
            planes.emitted &= _bzhi_u64(!0, lane as u32);
            self.put::<TO>(&planes);
            let half = is_utf16(TO) && planes.fourths >> lane & 1 == 1;
            let read = start_of(self.src, at + lane);
            let written = self.done.written - if half { unit(TO) } else { 0 };
            return Some(Progress { read, written });
        }
        self.put::<TO>(&planes);
        self.done.read = end;
        if whole { None } else { Some(self.done) }
    }

    /// Writes no more than the units of `planes`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put<const TO: u8>(&mut self, planes: &Planes) {
        let len = planes.emitted.count_ones() as usize * unit(TO);
        let room = &mut self.dst[self.done.written..][..len];
        if is_utf16(TO) {
            for (units, room) in planes.utf16::<TO>().into_iter().zip(room.chunks_mut(BLOCK)) {
                store_short(room, units);
            }
        } else {
            for (units, room) in planes.utf32::<TO>().into_iter().zip(room.chunks_mut(BLOCK)) {
                store_short(room, units);
            }
        }
        self.done.written += len;
    }

    /// The result where the next block cannot be taken: at its start, or before the character that is
    /// open there.
    ///
    /// What was emitted for the last character before depends on what stands behind it, which may be
    /// ill-formed: so that character is taken back and converted by the portable kernel.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    fn stop<const TO: u8>(&mut self) -> Progress {
        let at = self.done.read;
        let octet_is_continuation =
            |at: usize| self.src.get(at).is_some_and(|&o| is_continuation(o));
        let Some(last) = (at.saturating_sub(4)..at).rfind(|&at| !octet_is_continuation(at)) else {
            return self.done;
        };
        let third = |at: usize| is_utf16(TO) && at >= 2 && self.src[at - 2] >= 0xF0;
        let emitted = (last..at).filter(|&at| !octet_is_continuation(at + 1) || third(at)).count();
        let written = self.done.written - emitted * unit(TO);
        let rest = portable_convert::<TO>(&self.src[last..at], &mut self.dst[written..]);
        Progress { read: last + rest.read, written: written + rest.written }
    }
}

/// The portable kernel for the same pair.
fn portable_convert<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    portable::KERNELS.convert(Form::Utf8, Form::ALL[TO as usize], src, dst)
}

/// Widens a block of ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn widen<const TO: u8>(octets: &[u8], room: &mut [MaybeUninit<u8>]) {
    let block = load(octets, 0);
    if is_utf16(TO) {
        let halves = [_mm512_castsi512_si256(block), _mm512_extracti64x4_epi64::<1>(block)];
        for (at, half) in halves.into_iter().enumerate() {
            let words = _mm512_cvtepu8_epi16(half);
            let words = if is_big(TO) { _mm512_slli_epi16::<8>(words) } else { words };
            store(room, at * BLOCK, words);
        }
    } else {
        let quarters = [
            _mm512_castsi512_si128(block),
            _mm512_extracti32x4_epi32::<1>(block),
            _mm512_extracti32x4_epi32::<2>(block),
            _mm512_extracti32x4_epi32::<3>(block),
        ];
        for (at, quarter) in quarters.into_iter().enumerate() {
            let units = _mm512_cvtepu8_epi32(quarter);
            let units = if is_big(TO) { _mm512_slli_epi32::<24>(units) } else { units };
            store(room, at * BLOCK, units);
        }
    }
}
