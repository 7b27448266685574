//! Units of UTF-16 of either order in registers: of which class they are, and whether surrogates
//! pair.
//!
//! No bytes are swapped to tell classes. Whether a unit is a surrogate is told by its high byte,
//! which stands in every other lane, the odd ones or the even ones.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::registers::{
    BLOCK, Table, WordOrder, all, byte, dwords, last_lane, table, union, words,
};

/// `unit` as a machine of this order would have it.
const fn in_order<const BIG: bool>(unit: u16) -> u16 {
    if BIG { unit.swap_bytes() } else { unit }
}

/// The units of `block` that have a bit of `bits`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn with<const BIG: bool>(block: __m512i, bits: u16) -> u32 {
    _mm512_test_epi16_mask(block, words(in_order::<BIG>(bits)))
}

/// Whether any unit of the union of blocks `any` has a bit of `bits`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_has<const BIG: bool>(any: __m512i, bits: u16) -> bool {
    with::<BIG>(any, bits) != 0
}

/// The lanes of high bytes.
const fn high_bytes(big: bool) -> u64 {
    if big { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA }
}

/// Whether any unit of `blocks` is a surrogate.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_surrogate<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
) -> bool {
    // D8 to DF become 0 to 7, which nothing else does.
    let surrogate = all(0xD8);
    let mut least = _mm512_xor_si512(blocks[0], surrogate);
    for &block in &blocks[1..] {
        least = _mm512_min_epu8(least, _mm512_xor_si512(block, surrogate));
    }
    _mm512_mask_cmplt_epu8_mask(high_bytes(BIG), least, all(8)) != 0
}

/// Whether any unit of `blocks` is less than 0800.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_short<const BIG: bool, const N: usize>(blocks: &[__m512i; N]) -> bool {
    let mut least = blocks[0];
    for &block in &blocks[1..] {
        least = _mm512_min_epu8(least, block);
    }
    _mm512_mask_cmplt_epu8_mask(high_bytes(BIG), least, all(8)) != 0
}

/// Which of up to 64 units are surrogates.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Surrogates {
    pub(in crate::simd) highs: u64,
    pub(in crate::simd) lows: u64,
}

impl Surrogates {
    /// Of a block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn of_block<const BIG: bool>(block: __m512i) -> Self {
        let kind = _mm512_and_si512(block, words(in_order::<BIG>(0xFC00)));
        Self {
            highs: _mm512_cmpeq_epi16_mask(kind, words(in_order::<BIG>(0xD800))).into(),
            lows: _mm512_cmpeq_epi16_mask(kind, words(in_order::<BIG>(0xDC00))).into(),
        }
    }

    /// Of two blocks.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn of_blocks<const BIG: bool>([first, second]: [__m512i; 2]) -> Self {
        let places = if BIG { table(&BIG_HIGH_BYTES) } else { table(&LITTLE_HIGH_BYTES) };
        let high_bytes = _mm512_permutex2var_epi8(first, places, second);
        let kind = _mm512_and_si512(high_bytes, all(0xFC));
        Self {
            highs: _mm512_cmpeq_epi8_mask(kind, all(0xD8)),
            lows: _mm512_cmpeq_epi8_mask(kind, all(0xDC)),
        }
    }

    /// The lanes that should be low surrogates and are not, or the other way round; `open` is 1 if
    /// a high surrogate stands before them.
    #[inline(always)]
    pub(in crate::simd) const fn wrong(self, open: u64) -> u64 {
        (self.highs << 1 | open) ^ self.lows
    }

    /// The low surrogates that end a pair; `open` is 1 if a high one stands before them.
    #[inline(always)]
    pub(in crate::simd) const fn pairs(self, open: u64) -> u64 {
        (self.highs << 1 | open) & self.lows
    }

    /// How many there are.
    #[inline(always)]
    pub(in crate::simd) const fn count(self) -> usize {
        (self.highs | self.lows).count_ones() as usize
    }

    /// Whether `count` units, at most a block and nothing behind them, are whole pairs and nothing
    /// else.
    #[inline(always)]
    pub(in crate::simd) const fn are_pairs(self, count: usize) -> bool {
        let units = (1 << count) - 1;
        self.highs == 0x5555_5555 & units
            && self.lows == 0xAAAA_AAAA & units
            && count.is_multiple_of(2)
    }

    /// Whether 64 units are whole pairs and nothing else.
    #[inline(always)]
    pub(in crate::simd) const fn are_all_pairs(self) -> bool {
        self.highs == 0x5555_5555_5555_5555 && self.lows == !self.highs
    }

    /// Whether they are one pair.
    #[inline(always)]
    pub(in crate::simd) const fn are_one_pair(self) -> bool {
        self.lows.is_power_of_two() && self.highs == self.lows >> 1 && self.highs != 0
    }

    #[inline(always)]
    pub(in crate::simd) const fn any(self) -> bool {
        self.highs | self.lows != 0
    }

    /// Of so many units, the surrogates that are alone; `open` is 1 if the high one of a pair stands
    /// before them, `low_next` is whether a low one stands behind them.
    #[inline(always)]
    pub(in crate::simd) const fn alone<const UNITS: u32>(self, open: u64, low_next: bool) -> u64 {
        let behind_high = self.highs << 1 | open;
        let before_low = self.lows >> 1 | (low_next as u64) << (UNITS - 1);
        (self.lows & !behind_high) | (self.highs & !before_low)
    }

    /// These but those in the lanes `alone` of a block.
    #[inline(always)]
    pub(in crate::simd) const fn without(self, alone: u32) -> Self {
        let kept = !(alone as u64);
        Self { highs: self.highs & kept, lows: self.lows & kept }
    }
}

/// For each unit of two blocks the place of its high byte.
const fn places_of_high_bytes(big: bool) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = (2 * at) as u8 + !big as u8;
        at += 1;
    }
    Table(places)
}

const LITTLE_HIGH_BYTES: Table = places_of_high_bytes(false);
const BIG_HIGH_BYTES: Table = places_of_high_bytes(true);

/// The first wrong place of `N` blocks, an even number, in units; `None` if they are right.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn first_wrong<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
    open: bool,
) -> Option<usize> {
    let mut open = open.into();
    for (at, &pair) in blocks.as_chunks::<2>().0.iter().enumerate() {
        let surrogates = Surrogates::of_blocks::<BIG>(pair);
        let wrong = surrogates.wrong(open);
        if wrong != 0 {
            return Some(at * BLOCK + wrong.trailing_zeros() as usize);
        }
        open = last_lane::<64>(surrogates.highs);
    }
    None
}

/// Whether a high surrogate stands before `at`: what is right before it, so the first half of a
/// pair.
#[inline(always)]
pub(in crate::simd) fn is_open<const BIG: bool>(src: &[u8], at: usize) -> bool {
    at >= 2 && byte(src, at - if BIG { 2 } else { 1 }) & 0xFC == 0xD8
}

/// Whether a pair is open at `at`. If `LOSSY`, a high surrogate that is alone was replaced, and
/// opens none.
#[inline(always)]
pub(in crate::simd) fn is_half<const BIG: bool, const LOSSY: bool>(src: &[u8], at: usize) -> bool {
    is_open::<BIG>(src, at) && (!LOSSY || is_low::<BIG>(src, at))
}

/// The first `len` bytes of `src`, or those before the half of a pair with which they end.
#[inline]
pub(in crate::simd) fn before_half<const BIG: bool>(src: &[u8], len: usize) -> &[u8] {
    &src[..len - if is_half::<BIG, true>(src, len) { 2 } else { 0 }]
}

/// Whether a low surrogate stands at `at`.
#[inline(always)]
pub(in crate::simd) fn is_low<const BIG: bool>(src: &[u8], at: usize) -> bool {
    src.get(at..at + 2).is_some_and(|unit| unit[!BIG as usize] & 0xFC == 0xDC)
}

/// `block` with U+FFFD in the lanes `alone`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn replaced_in<const BIG: bool>(block: __m512i, alone: u32) -> __m512i {
    _mm512_mask_set1_epi16(block, alone, in_order::<BIG>(0xFFFD) as i16)
}

/// A block with the surrogates in it, and the lanes of those that were replaced.
pub(in crate::simd) type Told = (__m512i, Surrogates, u32);

/// The surrogates of `block`, whose units in `src` end at `end`; if `LOSSY`, with U+FFFD in the
/// place of those that are alone. `open` is 1 if the high one of a pair stands before it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn surrogates_in<const BIG: bool, const LOSSY: bool>(
    block: __m512i,
    src: &[u8],
    end: usize,
    open: u64,
) -> Told {
    let surrogates = Surrogates::of_block::<BIG>(block);
    if !LOSSY || !surrogates.any() {
        return (block, surrogates, 0);
    }
    let alone = surrogates.alone::<32>(open, is_low::<BIG>(src, end)) as u32;
    (replaced_in::<BIG>(block, alone), surrogates.without(alone), alone)
}

/// For each unit of the lower or upper half of a block four places, of which two are its bytes.
const fn places_of_half(upper: bool, big: bool) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let byte = upper as usize * BLOCK / 2 + at / 4 * 2 + at % 2;
        places[at] = (byte ^ big as usize) as u8;
        at += 1;
    }
    Table(places)
}

static HALVES: [[Table; 2]; 2] = [
    [places_of_half(false, false), places_of_half(true, false)],
    [places_of_half(false, true), places_of_half(true, true)],
];

/// The lower and the upper half of `units` in dwords.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn halves<const BIG: bool>(units: __m512i) -> [__m512i; 2] {
    const LOW_BYTES: u64 = 0x3333_3333_3333_3333;
    let [lower, upper] = &HALVES[BIG as usize];
    let lower = if BIG {
        _mm512_maskz_permutexvar_epi8(LOW_BYTES, table(lower), units)
    } else {
        _mm512_cvtepu16_epi32(_mm512_castsi512_si256(units))
    };
    [lower, _mm512_maskz_permutexvar_epi8(LOW_BYTES, table(upper), units)]
}

/// The characters of `blocks`, if they are pairs of surrogates and nothing else.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn all_joined<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
) -> Option<[__m512i; N]> {
    let order = WordOrder::<BIG>::new();
    let units = blocks.map(|block| order.swap(block));
    // Ten bits of each unit of a pair, and some other bit of any other.
    let bits = units.map(|units| _mm512_sub_epi16(units, dwords(0xDC00_D800)));
    (!any_has::<false>(union(&bits), 0xFC00)).then(|| units.map(|units| joined(units)))
}

/// The characters of dwords in which a high surrogate stands below a low one.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn joined(pairs: __m512i) -> __m512i {
    // The high one counts 400 each, from 40 on, which makes 10000.
    let bits = _mm512_sub_epi16(pairs, dwords(0xDC00_D7C0));
    _mm512_madd_epi16(bits, dwords(0x0001_0400))
}
