//! Finds the errors in a block of UTF-8 from the bytes before each byte.

use core::arch::x86_64::*;

use crate::simd::{
    shared::utf8_errors as pairs8,
    x86_64::avx512::registers::{BLOCK, Opaque, Table, all, load, table},
};

/// The tables, for indices of six bits.
struct Tables {
    first_high: Table,
    first_low: Table,
    second_high: Table,
    /// The largest bytes of a block after which no sequence is open.
    last: Table,
}

const TABLES: Tables = {
    let [mut first_high, mut first_low, mut second_high] = [[0; BLOCK]; 3];
    let mut at = 0;
    while at < BLOCK {
        first_high[at] = pairs8::first_high(at >> 2);
        first_low[at] = pairs8::first_low(at & 15);
        second_high[at] = pairs8::second_high(at >> 2);
        at += 1;
    }
    let mut last = [0xFF; BLOCK];
    last[BLOCK - 3] = 0xEF;
    last[BLOCK - 2] = 0xDF;
    last[BLOCK - 1] = 0xBF;
    Tables {
        first_high: Table(first_high),
        first_low: Table(first_low),
        second_high: Table(second_high),
        last: Table(last),
    }
};

static FOURTH: Opaque = Opaque([0xF0 - 0x80; BLOCK]);

/// The tables in registers.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Checker {
    first_high: __m512i,
    first_low: __m512i,
    second_high: __m512i,
    /// Subtracting this, which is F0 minus the sign bit, makes the sign mark leads of four bytes.
    pub(in crate::simd) fourth: __m512i,
}

impl Checker {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self {
            first_high: table(&TABLES.first_high),
            first_low: table(&TABLES.first_low),
            second_high: table(&TABLES.second_high),
            fourth: FOURTH.load(),
        }
    }

    /// Returns the errors of the byte in each lane of `block`, or 0. `before` has the bytes one,
    /// two and three positions earlier for each lane. Only if `FOUR` may some of the last be leads
    /// of four bytes.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn wrong<const FOUR: bool>(
        self,
        block: __m512i,
        before: [__m512i; 3],
    ) -> __m512i {
        let [one, two, three] = before;
        let pair = _mm512_ternarylogic_epi32::<AND>(
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(one), self.first_high),
            _mm512_permutexvar_epi8(one, self.first_low),
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(block), self.second_high),
        );
        // Bit 7 is set exactly after a lead of three bytes or more, and two after a lead of four.
        let third = _mm512_subs_epu8(two, all(0xE0 - 0x80));
        if !FOUR {
            return _mm512_ternarylogic_epi32::<AND_XOR>(third, all(0x80), pair);
        }
        let fourth = _mm512_subs_epu8(three, self.fourth);
        let required = _mm512_ternarylogic_epi32::<OR_AND>(third, fourth, all(0x80));
        _mm512_xor_si512(pair, required)
    }
}

/// `a & b & c`, as a table for ternary logic.
const AND: i32 = 0x80;

/// `a & b ^ c`, as a table for ternary logic.
const AND_XOR: i32 = 0x6A;

/// `(a | b) & c`, as a table for ternary logic.
const OR_AND: i32 = 0xA8;

/// The number of bytes before a window of blocks: as many as a shift can bring in.
pub(in crate::simd) const LEAD: usize = 8;

// The ways to get the predecessors of the bytes of a block.

/// Three loads.
pub(in crate::simd) const LOADED: u8 = 0;
/// One load and three shifts.
pub(in crate::simd) const SHIFTED: u8 = 1;
/// Like [`SHIFTED`], for text that is larger than the caches, with prefetching.
pub(in crate::simd) const FROM_MEMORY: u8 = 2;

/// Returns the number of bytes before a block that [`wrong_in`] reads.
pub(in crate::simd) const fn lead(way: u8) -> usize {
    if way == LOADED { 3 } else { LEAD }
}

/// Returns the errors in the block of `window` at `at`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn wrong_in<const WAY: u8>(
    checker: Checker,
    window: &[u8],
    at: usize,
) -> __m512i {
    let block = load(window, at);
    let before = if WAY == LOADED {
        [load(window, at - 1), load(window, at - 2), load(window, at - 3)]
    } else {
        shifted(block, load(window, at - LEAD))
    };
    checker.wrong::<true>(block, before)
}

/// Returns the predecessors of the bytes of the first block. Zeros are before the text. They are
/// made by shifts, not by a table, because a short call waits for loads.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn predecessors(block: __m512i) -> [__m512i; 3] {
    shifted(block, _mm512_alignr_epi64::<7>(block, _mm512_setzero_si512()))
}

/// Shifts `block` by one byte, two, and three. `earlier` has the bytes [`LEAD`] positions before
/// it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn shifted(block: __m512i, earlier: __m512i) -> [__m512i; 3] {
    [
        _mm512_shldi_epi64::<8>(block, earlier),
        _mm512_shldi_epi64::<16>(block, earlier),
        _mm512_shldi_epi64::<24>(block, earlier),
    ]
}

/// Returns nonzero bytes if a sequence continues after `block`, which ends the text. If the text is
/// shorter than its block, the zeros after it show this as an error instead.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn open(block: __m512i) -> __m512i {
    _mm512_subs_epu8(block, table(&TABLES.last))
}

/// Returns the first lane that is not 0, or [`BLOCK`] if all are 0.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn wrong_at(wrong: __m512i) -> usize {
    _mm512_test_epi8_mask(wrong, wrong).trailing_zeros() as usize
}
