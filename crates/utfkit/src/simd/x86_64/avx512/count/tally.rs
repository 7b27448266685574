//! Sums over a text, four blocks at a time.
//!
//! Each sum is collected where that is cheapest. Lanes that satisfy a comparison are counted by the
//! bits of the mask. This takes one operation on port 5, one on port 0, and scalar ports that are
//! otherwise idle. Weights of more than one bit are bytes in vectors, and one operation adds them
//! up for four blocks.
//!
//! Correctness: blocks do not overlap. A unit of zero adds nothing to a sum, so zeros may follow
//! the units of a block. Long texts are read in whole cache lines, because a load that straddles
//! two costs twice as much.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::{
    memory::ahead::prefetch,
    registers::{BLOCK, LONG, load, load_all, load_short},
};

/// The number of bytes in a step.
const STEP: usize = 4 * BLOCK;

/// A sum in progress.
pub(in crate::simd) struct Tally {
    lanes: usize,
    weights: __m512i,
}

impl Tally {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self { lanes: 0, weights: _mm512_setzero_si512() }
    }

    /// Adds the number of lanes in `mask`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn add_lanes(&mut self, mask: u64) {
        self.lanes += mask.count_ones() as usize;
    }

    /// Adds the bytes of `weights`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn add_bytes(&mut self, weights: __m512i) {
        let sums = _mm512_sad_epu8(weights, _mm512_setzero_si512());
        self.weights = _mm512_add_epi64(self.weights, sums);
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn total(&self) -> usize {
        self.lanes + _mm512_reduce_add_epi64(self.weights) as usize
    }
}

/// Returns the sum that `add` makes of the units of `src`, each of `UNIT` bytes, without an
/// incomplete unit at the end. `add` must add nothing for units of zero. Text `FROM_MEMORY` is
/// prefetched as the machine requires.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn tally<const UNIT: usize, const FROM_MEMORY: bool>(
    src: &[u8],
    add: impl Fn(&mut Tally, [__m512i; 4]),
) -> usize {
    let src = &src[..src.len() / UNIT * UNIT];
    let zero = _mm512_setzero_si512();
    let mut tally = Tally::new();
    if src.len() <= BLOCK {
        add(&mut tally, [load_short(src), zero, zero, zero]);
        return tally.total();
    }
    let (head, rest) = src.split_at(before_line::<UNIT>(src));
    let (steps, tail) = rest.as_chunks::<STEP>();
    for step in steps {
        if FROM_MEMORY {
            prefetch(step);
        }
        add(&mut tally, load_all(step));
    }
    if head.len() + tail.len() == 0 {
        return tally.total();
    }
    let (blocks, last) = tail.as_chunks::<BLOCK>();
    let block = |number: usize| blocks.get(number).map_or(zero, |block| load(block, 0));
    let third = if head.is_empty() { block(2) } else { load_short(head) };
    add(&mut tally, [block(0), block(1), third, load_short(last)]);
    if !head.is_empty() && blocks.len() > 2 {
        add(&mut tally, [block(2), zero, zero, zero]);
    }
    tally.total()
}

/// Returns the number of bytes of `src` before the first cache line, in whole units. Returns 0 if
/// the text is too short to gain from alignment.
#[inline]
pub(in crate::simd) fn before_line<const UNIT: usize>(src: &[u8]) -> usize {
    if src.len() < LONG {
        return 0;
    }
    src.as_ptr().addr().wrapping_neg() % BLOCK / UNIT * UNIT
}
