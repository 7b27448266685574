//! Line feeds.
//!
//! One comparison of units of their own size for each block, in the order of bytes in which they
//! stand: for 64 bytes one operation of port 5 and one of port 0, which is as fast as the second
//! level of a cache delivers them.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::{
    count::tally::tally,
    memory::ahead::{FAR, apart},
    registers::all,
};

/// [`Lines`](crate::simd::row::Lines) for forms with units of one byte.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn lines8(src: &[u8]) -> usize {
    match src.len() {
        FAR.. => apart(|| lines8_of::<true>(src)),
        _ => lines8_of::<false>(src),
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lines8_of<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<1, FROM_MEMORY>(src, |tally, blocks| {
        for block in blocks {
            tally.add_lanes(_mm512_cmpeq_epi8_mask(block, all(b'\n')));
        }
    })
}

/// For UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn lines16<const BIG: bool>(src: &[u8]) -> usize {
    match src.len() {
        FAR.. => apart(|| lines16_of::<BIG, true>(src)),
        _ => lines16_of::<BIG, false>(src),
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lines16_of<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let line_feed = i16::from(b'\n') << if BIG { 8 } else { 0 };
    tally::<2, FROM_MEMORY>(src, |tally, blocks| {
        for block in blocks {
            let mask = _mm512_cmpeq_epi16_mask(block, _mm512_set1_epi16(line_feed));
            tally.add_lanes(mask.into());
        }
    })
}

/// For UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn lines32<const BIG: bool>(src: &[u8]) -> usize {
    match src.len() {
        FAR.. => apart(|| lines32_of::<BIG, true>(src)),
        _ => lines32_of::<BIG, false>(src),
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lines32_of<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let line_feed = i32::from(b'\n') << if BIG { 24 } else { 0 };
    tally::<4, FROM_MEMORY>(src, |tally, blocks| {
        for block in blocks {
            let mask = _mm512_cmpeq_epi32_mask(block, _mm512_set1_epi32(line_feed));
            tally.add_lanes(mask.into());
        }
    })
}
