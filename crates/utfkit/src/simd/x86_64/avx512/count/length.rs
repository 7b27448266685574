//! Lengths of well-formed text in other forms.
//!
//! A length is the number of units that are read and a correction, for which most pairs of forms
//! need to look at one class of units: continuations, low surrogates, bytes above ASCII. Order
//! does not matter, so units of more bytes are first packed to bytes, by a shift and a blend of
//! two blocks rather than by operations of port 5. Where classes have different weights, a byte
//! permute finds those of 64 units at once; what classes of bytes need of their bits is brought
//! together from two blocks or three before.
//!
//! Why it is right: in well-formed text a unit tells by itself what it adds, as a lead tells the
//! length of its sequence, and each half of a pair takes two bytes; [`tally`](crate::simd::x86_64::avx512::count::tally) takes
//! each unit once. What shifts bring in from a neighbour, masks and permutes leave out. Cost for 64
//! bytes: 2 operations for most, 3 for UTF-8 in UTF-16, 4 or 5 for UTF-16 and UTF-32 in UTF-8;
//! port 5 takes one of them, or two.

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

/// How many bytes a code unit has.
const fn unit(form: u8) -> usize {
    Form::ALL[form as usize].unit()
}

const fn is_utf16(form: u8) -> bool {
    unit(form) == 2
}

/// [`Length`](crate::simd::shared::kernel::Length).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn length<const FROM: u8, const TO: u8>(src: &[u8]) -> usize {
    if src.len() >= FAR {
        length_from_memory::<FROM, TO>(src)
    } else {
        length_of::<FROM, TO, false>(src)
    }
}

/// [`length`] of what no cache holds.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn length_from_memory<const FROM: u8, const TO: u8>(src: &[u8]) -> usize {
    length_of::<FROM, TO, true>(src)
}

/// [`length`], by a loop of its own for text `FROM_MEMORY`.
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

/// An affine map that takes the highest bit of a byte alone, as 1.
const HIGHEST: i64 = 1 << (8 * 7 + 7);

/// How many bytes are above ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn beyond_ascii<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<1, FROM_MEMORY>(src, |tally, blocks| {
        let ones = blocks
            .map(|block| _mm512_gf2p8affine_epi64_epi8::<0>(block, _mm512_set1_epi64(HIGHEST)));
        tally.add_bytes(sum(ones));
    })
}

/// How many more bytes UTF-8 has than UTF-16 has units, by the three highest bits of two bytes: a
/// sequence of two bytes is one unit, of three bytes one, of four bytes two.
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
            // What a shift of words brings in from the neighbour, the mask and the permute leave
            // out.
            let [upper, lower] = [_mm512_srli_epi16::<2>(a), _mm512_srli_epi16::<5>(b)];
            let kinds = _mm512_ternarylogic_epi32::<SELECT>(all(0x38), upper, lower);
            _mm512_permutexvar_epi8(kinds, table)
        };
        tally.add_bytes(_mm512_add_epi8(saved(a, b), saved(c, d)));
    })
}

/// The sum of four blocks.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn sum([a, b, c, d]: [__m512i; 4]) -> __m512i {
    _mm512_add_epi8(_mm512_add_epi8(a, b), _mm512_add_epi8(c, d))
}

/// `a | b & c`, as a table for ternary logic.
const OR_AND: i32 = 0xF8;

/// The bytes that hold the high bits of the words of two blocks, in some order.
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

/// How many units are low surrogates.
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

/// What a unit of UTF-16 from U+0800 on adds to UTF-8 beyond two bytes, by its high byte: each
/// half of a surrogate pair is two bytes.
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

/// How many more bytes UTF-8 has than UTF-16 has units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn added_to_utf16<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let added = AddedToUtf16::<BIG>::new();
    tally::<2, FROM_MEMORY>(src, |tally, blocks| added.add(tally, blocks))
}

/// [`added_to_utf16`], by four blocks.
pub(in crate::simd) struct AddedToUtf16<const BIG: bool> {
    third_byte: __m512i,
}

impl<const BIG: bool> AddedToUtf16<BIG> {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self { third_byte: table(&THIRD_BYTE) }
    }

    /// Adds it to `tally`.
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

/// The words from U+0080 on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn two_bytes_or_more<const BIG: bool>(words: __m512i) -> u32 {
    let beyond = if BIG { 0x80FF } else { 0xFF80 };
    _mm512_test_epi16_mask(words, _mm512_set1_epi16(beyond as u16 as i16))
}

/// The bytes that hold the planes of four blocks of UTF-32, in some order.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn planes([a, b, c, d]: [__m512i; 4]) -> __m512i {
    let upper = |a, b| {
        let mask = _mm512_set1_epi32(0xFFFF_0000_u32 as i32);
        _mm512_ternarylogic_epi32::<OR_AND>(_mm512_srli_epi32::<16>(a), b, mask)
    };
    _mm512_or_si512(upper(a, b), _mm512_slli_epi16::<8>(upper(c, d)))
}

/// How many units are supplementary code points.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn supplementary<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<4, FROM_MEMORY>(src, |tally, blocks| {
        let planes = planes(blocks.map(|block| swap_dwords::<BIG>(block)));
        tally.add_lanes(_mm512_test_epi8_mask(planes, planes));
    })
}

/// How many more bytes UTF-8 has than UTF-32 has units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn added_to_utf32<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    tally::<4, FROM_MEMORY>(src, |tally, blocks| {
        let blocks = blocks.map(|block| swap_dwords::<BIG>(block));
        let planes = planes(blocks);
        tally.add_lanes(_mm512_test_epi8_mask(planes, planes));
        let [a, b, c, d] = blocks;
        let classes = |a, b| _mm512_srli_epi16::<7>(_mm512_packus_epi32(a, b));
        // From U+0080 on 1 or more, from U+0800 on 16 or more: all that is greater saturates.
        let class = _mm512_packus_epi16(classes(a, b), classes(c, d));
        tally.add_lanes(_mm512_test_epi8_mask(class, class));
        tally.add_lanes(_mm512_test_epi8_mask(class, all(0xF0)));
    })
}
