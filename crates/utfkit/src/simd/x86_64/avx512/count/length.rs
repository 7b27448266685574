//! Computes lengths of well-formed text in other forms.
//!
//! A length is the number of source units plus a correction. For most pairs of forms, the
//! correction depends on one class of units: continuations, low surrogates, or bytes above ASCII.
//! The order does not matter. So longer units are first packed to bytes by a shift and a blend of
//! two blocks, not by operations on port 5. If classes have different weights, a byte permute looks
//! up the weights of 64 units at once. Before that, the bits that decide the class are collected
//! from two or three blocks.
//!
//! Correctness: in well-formed text, a unit alone decides what it adds. A lead determines the
//! length of its sequence, and each half of a pair takes two bytes.
//! [`tally`](crate::simd::x86_64::avx512::count::tally) counts each unit once. Masks and permutes
//! ignore the bits that shifts bring in from a neighbour. Cost per 64 bytes: 2 operations for most
//! pairs of forms. UTF-8 in UTF-16 takes 3, and UTF-16 and UTF-32 in UTF-8 take 4 or 5. One or two
//! of them use port 5.

use core::arch::x86_64::*;

use crate::simd::{
    Form,
    x86_64::avx512::{
        count::tally::{Tally, tally},
        memory::ahead::FAR,
        registers::{BLOCK, Table, all, swap_dwords, table},
    },
};

const LATIN1: u8 = Form::Latin1 as u8;
pub(in crate::simd) const UTF8: u8 = Form::Utf8 as u8;
pub(in crate::simd) const UTF16_LE: u8 = Form::Utf16Le as u8;
pub(in crate::simd) const UTF16_BE: u8 = Form::Utf16Be as u8;
pub(in crate::simd) const UTF32_LE: u8 = Form::Utf32Le as u8;
pub(in crate::simd) const UTF32_BE: u8 = Form::Utf32Be as u8;

/// Returns the number of bytes in a code unit.
const fn unit(form: u8) -> usize {
    Form::ALL[form as usize].unit()
}

const fn is_utf16(form: u8) -> bool {
    unit(form) == 2
}

/// Implements [`Length`](crate::simd::shared::kernel::Length).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn length<const FROM: u8, const TO: u8>(src: &[u8]) -> usize {
    if src.len() >= FAR {
        length_from_memory::<FROM, TO>(src)
    } else {
        length_of::<FROM, TO, false>(src)
    }
}

/// Implements [`length`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn length_from_memory<const FROM: u8, const TO: u8>(src: &[u8]) -> usize {
    length_of::<FROM, TO, true>(src)
}

/// Implements [`length`]. Text `FROM_MEMORY` has its own loop.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn length_of<const FROM: u8, const TO: u8, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let units = src.len() / unit(FROM);
    match FROM {
        LATIN1 if TO == UTF8 => units + beyond_ascii::<FROM_MEMORY>(src),
        LATIN1 => units,
        UTF8 if TO == UTF8 => units,
        UTF8 if is_utf16(TO) => units.saturating_sub(saved_in_utf16::<FROM_MEMORY>(src)),
        UTF16_LE if TO == UTF8 => units + added_to_utf16::<false, FROM_MEMORY>(src),
        UTF16_BE if TO == UTF8 => units + added_to_utf16::<true, FROM_MEMORY>(src),
        UTF16_LE if !is_utf16(TO) => units - low_surrogates::<false, FROM_MEMORY>(src),
        UTF16_BE if !is_utf16(TO) => units - low_surrogates::<true, FROM_MEMORY>(src),
        UTF32_LE if TO == UTF8 => units + added_to_utf32::<false, FROM_MEMORY>(src),
        UTF32_BE if TO == UTF8 => units + added_to_utf32::<true, FROM_MEMORY>(src),
        UTF32_LE if is_utf16(TO) => units + supplementary::<false, FROM_MEMORY>(src),
        UTF32_BE if is_utf16(TO) => units + supplementary::<true, FROM_MEMORY>(src),
        _ => units,
    }
}

/// An affine map that keeps only the highest bit of a byte, as 1.
const HIGHEST: i64 = 1 << (8 * 7 + 7);

/// Counts the bytes above ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn beyond_ascii<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<1, FROM_MEMORY>(src, |tally, blocks| {
        let ones = blocks
            .map(|block| _mm512_gf2p8affine_epi64_epi8::<0>(block, _mm512_set1_epi64(HIGHEST)));
        tally.add_bytes(sum(ones));
    })
}

/// The number of bytes that UTF-8 has more than UTF-16 has units, for two bytes, by the three
/// highest bits of each. Sequences of two and three bytes become one unit, sequences of four become
/// two.
const SAVED: Table = Table({
    let saved = [0, 0, 0, 0, 0, 0, 1, 2];
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = saved[at & 7] + saved[at >> 3];
        at += 1;
    }
    table
});

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn saved_in_utf16<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    /// `a ? b : c`, as a table for ternary logic.
    const SELECT: i32 = 0xCA;
    let table = table(&SAVED);
    tally::<1, FROM_MEMORY>(src, |tally, [a, b, c, d]| {
        let saved = |a, b| {
            // The mask and the permute ignore the bits that a shift of words brings in from the
            // neighbour.
            let [upper, lower] = [_mm512_srli_epi16::<2>(a), _mm512_srli_epi16::<5>(b)];
            let kinds = _mm512_ternarylogic_epi32::<SELECT>(all(0x38), upper, lower);
            _mm512_permutexvar_epi8(kinds, table)
        };
        tally.add_bytes(_mm512_add_epi8(saved(a, b), saved(c, d)));
    })
}

/// Adds four blocks.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn sum([a, b, c, d]: [__m512i; 4]) -> __m512i {
    _mm512_add_epi8(_mm512_add_epi8(a, b), _mm512_add_epi8(c, d))
}

/// `a | b & c`, as a table for ternary logic.
const OR_AND: i32 = 0xF8;

/// Returns the bytes with the high bits of the words of two blocks, in an unspecified order.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn high_bytes<const BIG: bool>([a, b]: [__m512i; 2]) -> __m512i {
    let (shifted, kept, mask) = if BIG {
        (_mm512_slli_epi16::<8>(b), a, 0x00FF)
    } else {
        (_mm512_srli_epi16::<8>(a), b, 0xFF00_u16 as i16)
    };
    _mm512_ternarylogic_epi32::<OR_AND>(shifted, kept, _mm512_set1_epi16(mask))
}

/// Counts the low surrogates.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn low_surrogates<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<2, FROM_MEMORY>(src, |tally, [a, b, c, d]| {
        for blocks in [[a, b], [c, d]] {
            let kind = _mm512_and_si512(high_bytes::<BIG>(blocks), all(0xFC));
            tally.add_lanes(_mm512_cmpeq_epi8_mask(kind, all(0xDC)));
        }
    })
}

/// The number of bytes beyond two that a unit of UTF-16 from U+0800 on adds to UTF-8, by its high
/// byte. Each half of a surrogate pair takes two bytes.
const THIRD_BYTE: Table = Table({
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = match (at << 2) as u8 {
            0xD8..=0xDF | 0..=7 => 0,
            _ => 1,
        };
        at += 1;
    }
    table
});

/// Returns the number of bytes that UTF-8 has more than UTF-16 has units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn added_to_utf16<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let added = AddedToUtf16::<BIG>::new();
    tally::<2, FROM_MEMORY>(src, |tally, blocks| added.add(tally, blocks))
}

/// Computes [`added_to_utf16`], four blocks at a time.
pub(in crate::simd) struct AddedToUtf16<const BIG: bool> {
    third_byte: __m512i,
}

impl<const BIG: bool> AddedToUtf16<BIG> {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self { third_byte: table(&THIRD_BYTE) }
    }

    /// Adds the result for four blocks to `tally`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn add(&self, tally: &mut Tally, blocks: [__m512i; 4]) {
        for block in blocks {
            tally.add_lanes(two_bytes_or_more::<BIG>(block).into());
        }
        let [a, b, c, d] = blocks;
        let thirds = [[a, b], [c, d]].map(|blocks| {
            let high = _mm512_srli_epi16::<2>(high_bytes::<BIG>(blocks));
            _mm512_permutexvar_epi8(high, self.third_byte)
        });
        tally.add_bytes(_mm512_add_epi8(thirds[0], thirds[1]));
    }
}

/// Returns a mask of the words from U+0080 on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn two_bytes_or_more<const BIG: bool>(words: __m512i) -> u32 {
    let beyond = if BIG { 0x80FF } else { 0xFF80 };
    _mm512_test_epi16_mask(words, _mm512_set1_epi16(beyond as u16 as i16))
}

/// Returns the bytes with the planes of four blocks of UTF-32, in an unspecified order.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn planes([a, b, c, d]: [__m512i; 4]) -> __m512i {
    let upper = |a, b| {
        let mask = _mm512_set1_epi32(0xFFFF_0000_u32 as i32);
        _mm512_ternarylogic_epi32::<OR_AND>(_mm512_srli_epi32::<16>(a), b, mask)
    };
    _mm512_or_si512(upper(a, b), _mm512_slli_epi16::<8>(upper(c, d)))
}

/// Counts the supplementary code points.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn supplementary<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<4, FROM_MEMORY>(src, |tally, blocks| {
        let planes = planes(blocks.map(|block| swap_dwords::<BIG>(block)));
        tally.add_lanes(_mm512_test_epi8_mask(planes, planes));
    })
}

/// Returns the number of bytes that UTF-8 has more than UTF-32 has units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn added_to_utf32<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<4, FROM_MEMORY>(src, |tally, blocks| {
        let blocks = blocks.map(|block| swap_dwords::<BIG>(block));
        let planes = planes(blocks);
        tally.add_lanes(_mm512_test_epi8_mask(planes, planes));
        let [a, b, c, d] = blocks;
        let classes = |a, b| _mm512_srli_epi16::<7>(_mm512_packus_epi32(a, b));
        // The class is at least 1 from U+0080 on and at least 16 from U+0800 on. Larger values
        // saturate.
        let class = _mm512_packus_epi16(classes(a, b), classes(c, d));
        tally.add_lanes(_mm512_test_epi8_mask(class, class));
        tally.add_lanes(_mm512_test_epi8_mask(class, all(0xF0)));
    })
}
