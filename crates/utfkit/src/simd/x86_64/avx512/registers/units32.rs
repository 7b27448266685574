//! Units of UTF-32 in either byte order: their classes, and validity.
//!
//! A unit is a scalar value if and only if `(unit ^ 0xD800) - 0x800`, as an unsigned number, is
//! less than `0x10F800`. The subtraction wraps only for surrogates. So one maximum checks many
//! units, with two operations on either port and one on port 0 per block. For pairs of blocks,
//! [`any_wrong_in_pairs`] needs fewer.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::registers::{all, dwords, swap_dwords, union};

/// Returns the units of `block`, in the byte order of the text, that have one of `bits`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn with<const BIG: bool>(block: __m512i, bits: u32) -> u16 {
    _mm512_test_epi32_mask(block, dwords(if BIG { bits.swap_bytes() } else { bits }))
}

/// Returns `true` if any unit of `any`, a union of blocks in the byte order of the text, has one of
/// `bits`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_has<const BIG: bool>(any: __m512i, bits: u32) -> bool {
    with::<BIG>(any, bits) != 0
}

/// Returns numbers that are less than [`LIMIT`] exactly for scalar values.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn folded(units: __m512i) -> __m512i {
    _mm512_sub_epi32(_mm512_xor_si512(units, dwords(0xD800)), dwords(0x800))
}

const LIMIT: u32 = 0x11_0000 - 0x800;

/// Returns the units that are not scalar values.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn wrong(units: __m512i) -> u16 {
    _mm512_cmpge_epu32_mask(folded(units), dwords(LIMIT))
}

/// Returns `true` if any of `units` is not a scalar value or is above 0xFFFF.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_beyond_words(units: __m512i) -> bool {
    _mm512_cmpge_epu32_mask(folded(units), dwords(0x1_0000 - 0x800)) != 0
}

/// Returns `true` if any unit of `blocks` is not a scalar value.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_wrong<const N: usize>(blocks: &[__m512i; N]) -> bool {
    let mut most = folded(blocks[0]);
    for &block in &blocks[1..] {
        most = _mm512_max_epu32(most, folded(block));
    }
    _mm512_cmpge_epu32_mask(most, dwords(LIMIT)) != 0
}

/// Implements [`any_wrong`] if `any`, the union of `blocks` in the byte order of the text, is
/// known.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_wrong_in<const BIG: bool, const N: usize>(
    any: __m512i,
    blocks: &[__m512i; N],
) -> bool {
    if any_has::<BIG>(any, !0xF_FFFF) {
        // A unit is in the last plane or beyond it, which is rare.
        return any_wrong(blocks);
    }
    let surrogate = dwords(0xD800);
    let mut least = _mm512_xor_si512(blocks[0], surrogate);
    for &block in &blocks[1..] {
        least = _mm512_min_epu32(least, _mm512_xor_si512(block, surrogate));
    }
    _mm512_cmplt_epu32_mask(least, dwords(0x800)) != 0
}

/// Returns `true` if any unit of `blocks`, an even number of blocks, is not a scalar value. It
/// takes two operations per block, and [`any_wrong`] takes three. Two blocks are packed to words,
/// which saturate at 0xFFFF, so that high bytes show surrogates. The union of all blocks shows
/// whether a unit may exceed the limit. It is too large without such a unit only if units of the
/// last plane and of others meet.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn any_wrong_in_pairs<const N: usize>(blocks: &[__m512i; N]) -> bool {
    const HIGH_BYTES: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    // D8 to DF become 0 to 7. No other byte does.
    let mut least = all(0xFF);
    for &[first, second] in blocks.as_chunks().0 {
        let words = _mm512_packus_epi32(first, second);
        least = _mm512_min_epu8(least, _mm512_xor_si512(words, all(0xD8)));
    }
    let surrogates = _mm512_mask_cmplt_epu8_mask(HIGH_BYTES, least, all(8));
    let beyond = _mm512_cmpge_epu32_mask(union(blocks), dwords(0x11_0000));
    surrogates != 0 || beyond != 0 && any_wrong(blocks)
}

/// Returns `blocks` in the byte order of the machine.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn native<const BIG: bool, const N: usize>(
    mut blocks: [__m512i; N],
) -> [__m512i; N] {
    for block in &mut blocks {
        *block = swap_dwords::<BIG>(*block);
    }
    blocks
}

/// Packs the units of two blocks, none above 0xFFFF, to words.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn in_words([first, second]: [__m512i; 2]) -> __m512i {
    let packed = _mm512_packus_epi32(first, second);
    _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed)
}
