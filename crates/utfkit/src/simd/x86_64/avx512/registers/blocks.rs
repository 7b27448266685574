//! Some blocks of a text at once: where they are, and what is first in them.

use core::{arch::x86_64::*, hint::select_unpredictable};

use crate::simd::x86_64::avx512::registers::{BLOCK, all, load, union};

/// Where the block of this number begins in `src`, which is longer than a block: the last ones end
/// with the text, and may overlap.
#[inline]
pub(in crate::simd) fn place(src: &[u8], number: usize) -> usize {
    (number * BLOCK).min(src.len() - BLOCK)
}

/// The blocks of `src`, which is longer than half of so many, and than one.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn blocks_of<const N: usize>(src: &[u8]) -> [__m512i; N] {
    let mut blocks = [all(0); N];
    for (number, block) in blocks.iter_mut().enumerate() {
        *block = load(src, place(src, number));
    }
    blocks
}

/// The lanes in which any of `blocks` has a byte beyond ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn lanes_beyond_ascii<const N: usize>(blocks: &[__m512i; N]) -> u64 {
    _mm512_movepi8_mask(union(blocks))
}

/// Whether of `lanes`, which are some, there is but one.
#[inline]
pub(in crate::simd) fn is_lone(lanes: u64) -> bool {
    lanes & (lanes - 1) == 0
}

/// The first byte of `src` that is not ASCII, if there is one; `blocks` are those of
/// [`blocks_of`]. Without a branch, for where that stands cannot be predicted.
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

/// The first byte of `src` of whose lane `blocks`, which are where [`place`] says, are not 0; its
/// length if there is none. Without a branch, for where that is cannot be predicted.
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
