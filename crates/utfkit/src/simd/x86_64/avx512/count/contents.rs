//! Counts the contents of well-formed UTF-8, in one pass.
//!
//! Each count is the number of bits in the mask of a comparison. Per 64 bytes, this takes one
//! operation on port 5 and one on port 0. The smallest and the largest of 256 bytes show whether
//! there are any NULs or supplementary characters. They also show ASCII, in which only line feeds
//! are counted.

use core::arch::x86_64::*;

use crate::simd::{
    Contents,
    x86_64::avx512::registers::{BLOCK, all, load_all, load_short},
};

/// The number of bytes that are tested together.
const STEP: usize = 4 * BLOCK;

/// Implements [`Holds`](crate::simd::shared::kernel::Holds).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn contents(src: &[u8]) -> Contents {
    let mut sum = Contents::default();
    let mut most = _mm512_setzero_si512();
    let (steps, tail) = src.as_chunks::<STEP>();
    for step in steps {
        sum.characters += STEP;
        most = _mm512_max_epu8(most, add(&mut sum, load_all(step)));
    }
    for bytes in tail.chunks(BLOCK) {
        // Line feeds fill the blocks, because they count only as lines, and are subtracted below.
        let filler = all(b'\n');
        let there = _bzhi_u64(!0, bytes.len() as u32);
        let block = load_short(bytes);
        most = _mm512_max_epu8(most, block);
        sum.characters += bytes.len();
        let filled = _mm512_mask_mov_epi8(filler, there, block);
        add(&mut sum, [filled, filler, filler, filler]);
        sum.lines -= 4 * BLOCK - bytes.len();
    }
    sum.greatest = greatest(most);
    sum
}

/// Adds the contents of `blocks` to `sum`. For the characters, it subtracts only the continuations.
/// Returns the largest bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn add(sum: &mut Contents, blocks: [__m512i; 4]) -> __m512i {
    let [a, b, c, d] = blocks;
    let most = _mm512_max_epu8(_mm512_max_epu8(a, b), _mm512_max_epu8(c, d));
    let least = _mm512_min_epu8(_mm512_min_epu8(a, b), _mm512_min_epu8(c, d));
    for block in blocks {
        sum.lines += count(_mm512_cmpeq_epi8_mask(block, all(b'\n')));
    }
    if _mm512_testn_epi8_mask(least, least) != 0 {
        for block in blocks {
            sum.nuls += count(_mm512_testn_epi8_mask(block, block));
        }
    }
    if _mm512_movepi8_mask(most) != 0 {
        let mut continuations = 0;
        for block in blocks {
            continuations += count(_mm512_cmplt_epi8_mask(block, all(0xC0)));
        }
        sum.characters -= continuations;
        if _mm512_cmpge_epu8_mask(most, all(0xF0)) != 0 {
            for block in blocks {
                sum.supplementary += count(_mm512_cmpge_epu8_mask(block, all(0xF0)));
            }
        }
    }
    most
}

#[inline(always)]
fn count(mask: u64) -> usize {
    mask.count_ones() as usize
}

/// Returns the largest byte of a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn greatest(block: __m512i) -> u8 {
    let high = _mm512_srli_epi16::<8>(block);
    let low = _mm512_and_si512(block, _mm512_set1_epi16(0xFF));
    let words = _mm512_max_epu16(high, low);
    let upper = _mm512_srli_epi32::<16>(words);
    let lower = _mm512_and_si512(words, _mm512_set1_epi32(0xFFFF));
    _mm512_reduce_max_epu32(_mm512_max_epu32(upper, lower)) as u8
}
