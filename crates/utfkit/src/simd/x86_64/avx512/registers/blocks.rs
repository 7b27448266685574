//! Handles several blocks of a text at once: their positions, and the first match in them.

use core::{arch::x86_64::*, hint::select_unpredictable};

use crate::simd::x86_64::avx512::registers::{BLOCK, all, load, union};

/// Returns the offset of block `number` in `src`, which is longer than a block. The last blocks end
/// with the text and may overlap others.
#[inline]
pub(in crate::simd) fn place(src: &[u8], number: usize) -> usize {
    (number * BLOCK).min(src.len() - BLOCK)
}

/// Loads the blocks of `src`, which is longer than one block and longer than `N / 2` blocks.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn blocks_of<const N: usize>(src: &[u8]) -> [__m512i; N] {
    let mut blocks = [all(0); N];
    for (number, block) in blocks.iter_mut().enumerate() {
        *block = load(src, place(src, number));
    }
    blocks
}

/// Returns the lanes in which any of `blocks` has a byte beyond ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn lanes_beyond_ascii<const N: usize>(blocks: &[__m512i; N]) -> u64 {
    _mm512_movepi8_mask(union(blocks))
}

/// Returns `true` if there is only one lane in `lanes`, which must not be empty.
#[inline]
pub(in crate::simd) fn is_lone(lanes: u64) -> bool {
    lanes & (lanes - 1) == 0
}

/// Returns the offset of the first byte of `src` that is not ASCII. There must be one. `blocks` are
/// the [`blocks_of`] `src`. There is no branch, because the position is unpredictable.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn first_beyond_ascii<const N: usize>(
    src: &[u8],
    blocks: &[__m512i; N],
) -> usize {
    let mut first = 0;
    for number in (0..N).rev() {
        let high = _mm512_movepi8_mask(blocks[number]);
        let place = place(src, number) + high.trailing_zeros() as usize;
        first = select_unpredictable(high == 0, first, place);
    }
    first
}

/// Returns the offset of the first byte of `src` whose lane in `blocks` is not 0, or the length of
/// `src` if there is none. [`place`] gives the offsets of the blocks. There is no branch, because
/// the position is unpredictable.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn first_of<const N: usize>(src: &[u8], blocks: &[__m512i; N]) -> usize {
    let mut first = src.len();
    for number in (0..N).rev() {
        let lanes = _mm512_test_epi8_mask(blocks[number], blocks[number]);
        let at = place(src, number) + lanes.trailing_zeros() as usize;
        first = select_unpredictable(lanes == 0, first, at);
    }
    first
}
