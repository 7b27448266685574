//! Encodes code values in UTF-8, for the conversions from UTF-16 and UTF-32.
//!
//! The general encoder takes sixteen code values in double words and makes four slots of each. One
//! multishift moves the groups of six bits into the slots, from the highest to the lowest. The
//! *tag* of a value decides about its slots, and is looked up by the number of leading zeros. For
//! each slot, it has the fixed bits, ones for the free bits, or zero if the slot is not wanted. So
//! `tag & (group | fixed)` is the byte. Wanted bytes except ASCII have their highest bit set in the
//! tag, and the last slot is always wanted. So one move makes the mask by which slots are
//! compressed. One test makes it, too, because the tag of a wanted byte is not zero.
//!
//! Only bit 5 of the second slot is wrong this way. It is free in a sequence of four, but always
//! set in the lead of a sequence of three, whose value does not have such a bit. It counts as
//! fixed. If supplementary characters can occur, the free bit is set afterwards.
//!
//! Correctness: sequences get longer at 0x80, 0x800 and 0x10000, which are powers of two, so the
//! leading zeros determine the length. Callers ensure that values are not surrogates, except in
//! [`Encoder::with_surrogates`], which tags them by masks. Cost, for sixteen values: 4 operations
//! on port 5 (a compression counts as two), 3 on port 0, and 2 or 3 on either. Code points cost 5,
//! 2 and 2. With classes by comparisons, in words, it was 11 operations on port 5 for 32 values.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::registers::{AND_OR, BLOCK, Table, dwords, table, words};

/// Returns the tag of a value with this number of leading zeros, of 32.
const fn tag(zeros: usize) -> [u8; 4] {
    match zeros {
        11..=15 => [0xF7, 0x9F, 0xBF, 0xBF],
        16..=20 => [0, 0xEF, 0xBF, 0xBF],
        21..=24 => [0, 0, 0xDF, 0xBF],
        _ => [0, 0, 0, 0x7F],
    }
}

/// Returns the tags by number of leading zeros. The number 32 wraps around to the entry for 0.
const fn tags(from: usize) -> [u8; BLOCK] {
    let mut tags = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        tags[at] = tag(from + at / 4)[at % 4];
        at += 1;
    }
    tags
}

const TAGS: [Table; 2] = [Table(tags(0)), Table(tags(16))];

/// The tags of surrogates, each of which becomes two bytes: see
/// [`from16`](crate::simd::x86_64::avx512::from16).
const HIGH: u32 = u32::from_le_bytes([0, 0, 0xF7, 0xBF]);
const LOW: u32 = u32::from_le_bytes([0, 0, 0xBF, 0xBF]);

/// The fixed bits of slots.
const FIXED: u32 = !u32::from_le_bytes([0x07, 0x1F, 0x3F, 0x7F]);
/// The bit that is free in a sequence of four.
const FREE_IN_FOUR: u32 = u32::from_le_bytes([0, 0x20, 0, 0]);

/// For each byte of eight, which are two values, the position where its group begins.
const GROUPS: Table = Table({
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = (at % 8 / 4 * 32 + 18 - at % 4 * 6) as u8;
        at += 1;
    }
    places
});

/// `a & (b | c)`, as a table for ternary logic.
const AND_OF_OR: i32 = 0xE0;
/// `a | b & c`, as a table for ternary logic.
const OR_OF_AND: i32 = 0xF8;

/// Sixteen values in four slots each, and the wanted slots.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Slots {
    bytes: __m512i,
    wanted: u64,
}

impl Slots {
    /// The number of values.
    pub(in crate::simd) const COUNT: usize = 16;

    /// Returns the bytes, close together.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn compressed(self) -> __m512i {
        _mm512_maskz_compress_epi8(self.wanted, self.bytes)
    }

    /// Returns the number of bytes.
    #[inline(always)]
    pub(in crate::simd) const fn len(self) -> usize {
        self.wanted.count_ones() as usize
    }

    /// Keeps the first `count` values.
    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(in crate::simd) fn first(self, count: usize) -> Self {
        Self { wanted: _bzhi_u64(self.wanted, 4 * count as u32), ..self }
    }

    /// Returns the number of values that fit `room` bytes.
    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(in crate::simd) fn fitting(self, room: usize) -> usize {
        if self.len() <= room {
            return Self::COUNT;
        }
        _pdep_u64(1 << room, self.wanted).trailing_zeros() as usize / 4
    }
}

/// The tables in registers.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Encoder {
    tags: [__m512i; 2],
    groups: __m512i,
}

impl Encoder {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self { tags: [table(&TAGS[0]), table(&TAGS[1])], groups: table(&GROUPS) }
    }

    /// Returns the tags of code values.
    #[target_feature(
        enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt"
    )]
    #[inline]
    fn tags(self, values: __m512i) -> __m512i {
        _mm512_permutex2var_epi32(self.tags[0], _mm512_lzcnt_epi32(values), self.tags[1])
    }

    /// Encodes values with their tags.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn slots<const FOUR: bool>(self, values: __m512i, tags: __m512i) -> Slots {
        let groups = _mm512_multishift_epi64_epi8(self.groups, values);
        let mut bytes = _mm512_ternarylogic_epi32::<AND_OF_OR>(tags, groups, dwords(FIXED));
        if FOUR {
            let free = dwords(FREE_IN_FOUR);
            bytes = _mm512_ternarylogic_epi32::<OR_OF_AND>(bytes, groups, free);
        }
        // For code points, which need no widening, port 5 is free for a test. Otherwise, the
        // highest bit is enough.
        let wanted = if FOUR {
            _mm512_test_epi8_mask(tags, tags)
        } else {
            _mm512_movepi8_mask(_mm512_or_si512(tags, dwords(0x8000_0000)))
        };
        Slots { bytes, wanted }
    }

    /// Encodes code points.
    #[target_feature(
        enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt"
    )]
    #[inline]
    pub(in crate::simd) fn points(self, values: __m512i) -> Slots {
        self.slots::<true>(values, self.tags(values))
    }

    /// Encodes supplementary code points. All slots are wanted.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn supplementary(self, values: __m512i) -> __m512i {
        let groups = _mm512_multishift_epi64_epi8(self.groups, values);
        const FREE: u32 = u32::from_le_bytes([0x07, 0x3F, 0x3F, 0x3F]);
        const FIXED: u32 = u32::from_le_bytes([0xF0, 0x80, 0x80, 0x80]);
        _mm512_ternarylogic_epi32::<AND_OR>(groups, dwords(FREE), dwords(FIXED))
    }

    /// Encodes code points up to U+FFFF.
    #[target_feature(
        enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt"
    )]
    #[inline]
    pub(in crate::simd) fn basic(self, values: __m512i) -> Slots {
        self.slots::<false>(values, self.tags(values))
    }

    /// Encodes code points up to U+FFFF, and the values of surrogates.
    #[target_feature(
        enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt"
    )]
    #[inline]
    pub(in crate::simd) fn with_surrogates(self, values: __m512i, highs: u16, lows: u16) -> Slots {
        let tags = _mm512_mask_mov_epi32(self.tags(values), highs, dwords(HIGH));
        let tags = _mm512_mask_mov_epi32(tags, lows, dwords(LOW));
        self.slots::<false>(values, tags)
    }
}

/// Encodes units of UTF-16 below 0x800 in one or two bytes each. Returns the bytes and their
/// number.
///
/// A word becomes its two bytes, and the first is dropped for ASCII. Big-endian units need no swap.
/// Their lower byte is already at the position of the second byte, and a rotation by two bits moves
/// the first byte into place. Cost, for 32 units: 4 operations on port 5, 3 on port 0, and 2 on
/// either.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn up_to_two<const BIG: bool>(units: __m512i) -> (__m512i, usize) {
    const CHOICE: i32 = 0xCA;
    let long = _mm512_test_epi16_mask(units, words(if BIG { 0x80FF } else { 0xFF80 }));
    let (first, second, both);
    if BIG {
        first = _mm512_shldi_epi16::<2>(units, units);
        second = units;
        let bits = _mm512_ternarylogic_epi32::<CHOICE>(words(0x3F00), units, first);
        both = _mm512_ternarylogic_epi32::<AND_OR>(bits, words(0x3F1F), words(0x80C0));
    } else {
        // The second byte goes into the upper half. The constants shift in C0 for the lower half
        // and 80 for the upper half.
        first = _mm512_shrdi_epi16::<6>(units, words(0x20));
        second = _mm512_shldi_epi16::<8>(units, words(0xC000));
        both = _mm512_ternarylogic_epi32::<AND_OR>(second, words(0x3FFF), first);
    }
    let bytes = _mm512_mask_mov_epi16(second, long, both);
    let wanted = _mm512_cmpge_epu8_mask(first, words(0x0002));
    (_mm512_maskz_compress_epi8(wanted, bytes), 32 + long.count_ones() as usize)
}
