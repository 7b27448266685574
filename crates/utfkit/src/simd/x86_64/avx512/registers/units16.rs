//! Units of UTF-16 in either byte order: their classes, and pairing of surrogates.
//!
//! No bytes are swapped to classify units. The high byte, which is in every odd or every even lane,
//! shows whether a unit is a surrogate.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::registers::{
    BLOCK, Table, WordOrder, all, byte, dwords, last_lane, table, union, words,
};

/// Converts `unit` between the byte order of the text and that of the machine.
const fn in_order<const BIG: bool>(unit: u16) -> u16 {
    if BIG { unit.swap_bytes() } else { unit }
}

/// Returns the units of `block` that have one of `bits`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn with<const BIG: bool>(block: __m512i, bits: u16) -> u32 {
    _mm512_test_epi16_mask(block, words(in_order::<BIG>(bits)))
}

/// Returns `true` if any unit of `any`, a union of blocks, has one of `bits`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_has<const BIG: bool>(any: __m512i, bits: u16) -> bool {
    with::<BIG>(any, bits) != 0
}

/// Returns the lanes of high bytes.
const fn high_bytes(big: bool) -> u64 {
    if big { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA }
}

/// Returns `true` if any unit of `blocks` is a surrogate.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_surrogate<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
) -> bool {
    // D8 to DF become 0 to 7. No other byte does.
    let surrogate = all(0xD8);
    let mut least = _mm512_xor_si512(blocks[0], surrogate);
    for &block in &blocks[1..] {
        least = _mm512_min_epu8(least, _mm512_xor_si512(block, surrogate));
    }
    _mm512_mask_cmplt_epu8_mask(high_bytes(BIG), least, all(8)) != 0
}

/// Returns `true` if any unit of `blocks` is below 0x800.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_short<const BIG: bool, const N: usize>(blocks: &[__m512i; N]) -> bool {
    let mut least = blocks[0];
    for &block in &blocks[1..] {
        least = _mm512_min_epu8(least, block);
    }
    _mm512_mask_cmplt_epu8_mask(high_bytes(BIG), least, all(8)) != 0
}

/// Masks of the surrogates among up to 64 units.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Surrogates {
    pub(in crate::simd) highs: u64,
    pub(in crate::simd) lows: u64,
}

impl Surrogates {
    /// Finds the surrogates of a block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn of_block<const BIG: bool>(block: __m512i) -> Self {
        let kind = _mm512_and_si512(block, words(in_order::<BIG>(0xFC00)));
        Self {
            highs: _mm512_cmpeq_epi16_mask(kind, words(in_order::<BIG>(0xD800))).into(),
            lows: _mm512_cmpeq_epi16_mask(kind, words(in_order::<BIG>(0xDC00))).into(),
        }
    }

    /// Finds the surrogates of two blocks.
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

    /// Returns the lanes that should be low surrogates and are not, or the reverse. `open` is 1 if
    /// a high surrogate is before them.
    #[inline(always)]
    pub(in crate::simd) const fn wrong(self, open: u64) -> u64 {
        (self.highs << 1 | open) ^ self.lows
    }

    /// Returns the low surrogates that end a pair. `open` is 1 if a high surrogate is before them.
    #[inline(always)]
    pub(in crate::simd) const fn pairs(self, open: u64) -> u64 {
        (self.highs << 1 | open) & self.lows
    }

    /// Returns the number of surrogates.
    #[inline(always)]
    pub(in crate::simd) const fn count(self) -> usize {
        (self.highs | self.lows).count_ones() as usize
    }

    /// Returns `true` if all of the first `count` units, at most a block, are in whole pairs. No
    /// surrogates may follow them.
    #[inline(always)]
    pub(in crate::simd) const fn are_pairs(self, count: usize) -> bool {
        let units = (1 << count) - 1;
        self.highs == 0x5555_5555 & units
            && self.lows == 0xAAAA_AAAA & units
            && count.is_multiple_of(2)
    }

    /// Returns `true` if all 64 units are in whole pairs.
    #[inline(always)]
    pub(in crate::simd) const fn are_all_pairs(self) -> bool {
        self.highs == 0x5555_5555_5555_5555 && self.lows == !self.highs
    }

    /// Returns `true` if there is exactly one pair and no other surrogate.
    #[inline(always)]
    pub(in crate::simd) const fn are_one_pair(self) -> bool {
        self.lows.is_power_of_two() && self.highs == self.lows >> 1 && self.highs != 0
    }

    #[inline(always)]
    pub(in crate::simd) const fn any(self) -> bool {
        self.highs | self.lows != 0
    }

    /// Returns the unpaired surrogates among `UNITS` units. `open` is 1 if the high surrogate of a
    /// pair is before them. `low_next` is `true` if a low surrogate follows them.
    #[inline(always)]
    pub(in crate::simd) const fn alone<const UNITS: u32>(self, open: u64, low_next: bool) -> u64 {
        let after_high = self.highs << 1 | open;
        let before_low = self.lows >> 1 | (low_next as u64) << (UNITS - 1);
        (self.lows & !after_high) | (self.highs & !before_low)
    }

    /// Removes the lanes `alone` of a block.
    #[inline(always)]
    pub(in crate::simd) const fn without(self, alone: u32) -> Self {
        let kept = !(alone as u64);
        Self { highs: self.highs & kept, lows: self.lows & kept }
    }
}

/// Returns the position of the high byte of each unit of two blocks.
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

/// Returns the position, in units, of the first error in `N` blocks, which is an even number.
/// Returns `None` if there is none.
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

/// Returns `true` if a high surrogate is before `at`. If the text before `at` is correct, it is the
/// first half of a pair.
#[inline(always)]
pub(in crate::simd) fn is_open<const BIG: bool>(src: &[u8], at: usize) -> bool {
    at >= 2 && byte(src, at - if BIG { 2 } else { 1 }) & 0xFC == 0xD8
}

/// Returns `true` if a pair is open at `at`. If `LOSSY`, an unpaired high surrogate does not open
/// one, because it was replaced.
#[inline(always)]
pub(in crate::simd) fn is_half<const BIG: bool, const LOSSY: bool>(src: &[u8], at: usize) -> bool {
    is_open::<BIG>(src, at) && (!LOSSY || is_low::<BIG>(src, at))
}

/// Returns the first `len` bytes of `src`, without the half of a pair that they may end with.
#[inline]
pub(in crate::simd) fn before_half<const BIG: bool>(src: &[u8], len: usize) -> &[u8] {
    &src[..len - if is_half::<BIG, true>(src, len) { 2 } else { 0 }]
}

/// Returns `true` if there is a low surrogate at `at`.
#[inline(always)]
pub(in crate::simd) fn is_low<const BIG: bool>(src: &[u8], at: usize) -> bool {
    src.get(at..at + 2).is_some_and(|unit| unit[!BIG as usize] & 0xFC == 0xDC)
}

/// Puts U+FFFD into the lanes `alone` of `block`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn replaced_in<const BIG: bool>(block: __m512i, alone: u32) -> __m512i {
    _mm512_mask_set1_epi16(block, alone, in_order::<BIG>(0xFFFD) as i16)
}

/// A block, the surrogates in it, and the lanes of those that were replaced.
pub(in crate::simd) type BlockSurrogates = (__m512i, Surrogates, u32);

/// Finds the surrogates of `block`, whose units in `src` end at `end`. If `LOSSY`, unpaired
/// surrogates become U+FFFD. `open` is 1 if the high surrogate of a pair is before the block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn surrogates_in<const BIG: bool, const LOSSY: bool>(
    block: __m512i,
    src: &[u8],
    end: usize,
    open: u64,
) -> BlockSurrogates {
    let surrogates = Surrogates::of_block::<BIG>(block);
    if !LOSSY || !surrogates.any() {
        return (block, surrogates, 0);
    }
    let alone = surrogates.alone::<32>(open, is_low::<BIG>(src, end)) as u32;
    (replaced_in::<BIG>(block, alone), surrogates.without(alone), alone)
}

/// Returns four positions for each unit of the lower or upper half of a block. Two of them are its
/// bytes.
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

/// Widens the lower and the upper half of `units` to double words.
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

/// Decodes `blocks`, if all units are in surrogate pairs.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn all_joined<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
) -> Option<[__m512i; N]> {
    let order = WordOrder::<BIG>::new();
    let units = blocks.map(|block| order.swap(block));
    // Units of pairs become ten bits, and any other unit gets some higher bit.
    let bits = units.map(|units| _mm512_sub_epi16(units, dwords(0xDC00_D800)));
    (!any_has::<false>(union(&bits), 0xFC00)).then(|| units.map(|units| joined(units)))
}

/// Decodes double words that have a high surrogate in the lower word and a low one in the upper.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn joined(pairs: __m512i) -> __m512i {
    // The high surrogate counts 0x400 each, starting with 0x40, which adds 0x10000.
    let bits = _mm512_sub_epi16(pairs, dwords(0xDC00_D7C0));
    _mm512_madd_epi16(bits, dwords(0x0001_0400))
}
