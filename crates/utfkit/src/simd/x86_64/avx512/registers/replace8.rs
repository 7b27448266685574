//! U+FFFD for what is ill-formed in a block of bytes, by masks: one branch asks whether that is
//! much, none where it is.
//!
//! Few subparts: the block is stored as it is, and from behind each of them on once more, with
//! U+FFFD before it. Where there are fewer than can be, that is done behind all that counts.
//!
//! More of them: bytes of a subpart but its last are left out, by a compression. The last becomes
//! the first byte of U+FFFD, and room for the other two is made by an expansion, twenty bytes at
//! a time: in a word with three bits for each byte, one or all three are wanted, and an extraction
//! by those that are makes the mask of the places where bytes go.
//!
//! All bytes kept: as [`put_all`] says.
//!
//! Why it is right: of a subpart its last byte alone is kept, so what comes before a lane takes as
//! many bytes as there are lanes kept below it, and two more for each of them that is bad. What is
//! stored at a place is right up to the next, from which on it is stored anew, or behind all that
//! counts. Cost: three permutes and three stores, and five operations that make the places for two
//! of the permutes, or some 20 operations on port 5 for a block of three parts, whatever is wrong
//! in it.

use core::arch::x86_64::*;

use crate::simd::{
    shared::utf8_subparts::Structure,
    x86_64::avx512::registers::{BLOCK, Table, all, places, table},
};

/// U+FFFD.
pub(in crate::simd) const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// How many subparts are few.
const FEW: u32 = 2;

/// Bytes that are expanded at once: whole dwords of them, and three bits for each in a word.
const PART: usize = 20;

/// Bytes that three parts are at most.
pub(in crate::simd) const THREE_PARTS: usize = 3 * PART;

/// The most bytes that a block becomes, and what the last store takes beyond that.
pub(in crate::simd) const ROOM: usize = 3 * BLOCK + BLOCK;

/// The first of three bits for each of so many bytes.
const FIRSTS: u64 = 0o1111_1111_1111_1111_1111;

/// What becomes of the bytes of a block that are taken.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Fixing {
    /// The lanes of those that are kept: of a subpart that is no character, the last.
    pub(in crate::simd) kept: u64,
    /// Those of which U+FFFD is made.
    bad: u64,
    /// The first that is taken.
    first: usize,
    /// The lanes behind those that are taken.
    behind: u64,
}

impl Fixing {
    /// Of a block of which that is the `structure`, the lanes from `first` to `end`.
    #[inline(always)]
    pub(in crate::simd) fn new(structure: &Structure, first: usize, end: usize) -> Self {
        let from = |lane: usize| (!0_u64).checked_shl(lane as u32).unwrap_or(0);
        let taken = from(first) & !from(end);
        let (kept, bad) = (taken & !structure.dropped, taken & structure.bad);
        Self { kept, bad, first, behind: from(end) }
    }

    /// How many lanes of a block can be taken, of which that is the `structure`, if the text has
    /// `len` bytes from its first lane on: those that it tells all about, and whose bytes, if
    /// first of all U+FFFD is put before them, are stored at once.
    #[inline(always)]
    pub(in crate::simd) fn end(structure: &Structure, len: usize) -> usize {
        let fits = len <= BLOCK && structure.bad & 3 == 0;
        if fits { len } else { len.min(BLOCK - 2) }
    }

    /// How many subparts are replaced.
    #[inline(always)]
    pub(in crate::simd) fn replaced(self) -> usize {
        self.bad.count_ones() as usize
    }

    /// How many bytes they become.
    #[inline(always)]
    pub(in crate::simd) fn len(self) -> usize {
        self.kept.count_ones() as usize + 2 * self.replaced()
    }

    /// Puts what they become of `block` at its places, and whatever behind it; `PARTS` parts are as
    /// many as are taken.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn put<const PARTS: usize>(
        self,
        block: __m512i,
        mut put: impl FnMut(usize, __m512i),
    ) {
        if self.bad.count_ones() > FEW {
            return Replaced::new(block, self.kept, self.bad).put::<PARTS>(put);
        }
        put(0, _mm512_permutexvar_epi8(lanes_from(self.first as u8), block));
        let mut bad = self.bad;
        for before in 0..FEW {
            let lane = (bad | self.behind).trailing_zeros();
            let place = _bzhi_u64(self.kept, lane).count_ones() + 2 * before;
            put(place as usize, behind_replacement(block, lane as u8 + 1));
            bad &= bad.wrapping_sub(1);
        }
    }
}

/// Puts `bytes` at their places, with U+FFFD for those that are `bad`, and whatever behind them, if
/// none is left out and so many `PARTS` of sixteen are as many as there can be.
///
/// Each byte is made a doubleword with the other two of U+FFFD behind it, and a compression takes
/// one byte of it, or three: unpacking goes to more ports than what else could make room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn put_all<const PARTS: usize>(
    bytes: __m512i,
    bad: u64,
    mut put: impl FnMut(usize, __m512i),
) {
    /// The order of fours of bytes in which unpacking twice gives them in order.
    const FOURS: Table = Table({
        let mut fours = [0; BLOCK];
        let mut at = 0;
        while at < 16 {
            fours[4 * at] = (at / 4 + at % 4 * 4) as u8;
            at += 1;
        }
        fours
    });
    /// The first of four bits for each byte of a part.
    const DOUBLEWORDS: u64 = 0x1111_1111_1111_1111;
    const { assert!(PARTS <= 4) };
    let [first, second, third] = REPLACEMENT;
    let bytes = _mm512_mask_mov_epi8(bytes, bad, all(first));
    let bytes = _mm512_permutexvar_epi32(table(&FOURS), bytes);
    let (seconds, thirds) = (all(second), _mm512_set1_epi16(third.into()));
    let low = _mm512_unpacklo_epi8(bytes, seconds);
    let high = _mm512_unpackhi_epi8(bytes, seconds);
    let parts = [
        _mm512_unpacklo_epi16(low, thirds),
        _mm512_unpackhi_epi16(low, thirds),
        _mm512_unpacklo_epi16(high, thirds),
        _mm512_unpackhi_epi16(high, thirds),
    ];
    for (number, part) in parts.into_iter().take(PARTS).enumerate() {
        let from = 16 * number;
        let wanted = DOUBLEWORDS + 6 * _pdep_u64(bad >> from, DOUBLEWORDS);
        let place = from + 2 * _bzhi_u64(bad, from as u32).count_ones() as usize;
        put(place, _mm512_maskz_compress_epi8(wanted, part));
    }
}

/// The bytes of a block that are kept, close together, with U+FFFD's first where it is to be.
struct Replaced {
    bytes: __m512i,
    /// Where that is.
    bad: u64,
}

impl Replaced {
    /// `block` without what is not `kept`, and with U+FFFD for what is `bad`, which is kept.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new(block: __m512i, kept: u64, bad: u64) -> Self {
        let block = _mm512_mask_mov_epi8(block, bad, all(REPLACEMENT[0]));
        let bytes = _mm512_maskz_compress_epi8(kept, block);
        Self { bytes, bad: _pext_u64(bad, kept) }
    }

    /// Puts them at their places, and whatever behind them, if `PARTS` parts are as many as there can
    /// be.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put<const PARTS: usize>(self, mut put: impl FnMut(usize, __m512i)) {
        const { assert!(PARTS <= 4) };
        let bytes = self.bytes;
        let parts = [
            bytes,
            _mm512_alignr_epi32::<5>(bytes, bytes),
            _mm512_alignr_epi32::<10>(bytes, bytes),
            _mm512_alignr_epi32::<15>(bytes, bytes),
        ];
        for (number, part) in parts.into_iter().take(PARTS).enumerate() {
            let before = _bzhi_u64(self.bad, (number * PART) as u32).count_ones() as usize;
            put(number * PART + 2 * before, expanded(part, self.bad >> (number * PART)));
        }
    }
}

/// U+FFFD, and behind it the bytes of `block` from the lane `from` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn behind_replacement(block: __m512i, from: u8) -> __m512i {
    let [first, second, third] = REPLACEMENT;
    let replacement = _mm_cvtsi32_si128(i32::from_le_bytes([first, second, third, 0]));
    let len = REPLACEMENT.len();
    _mm512_mask_permutexvar_epi8(
        _mm512_castsi128_si512(replacement),
        !0 << len,
        lanes_from(from.wrapping_sub(len as u8)),
        block,
    )
}

/// The numbers of lanes from `from` on; only six bits of them count.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lanes_from(from: u8) -> __m512i {
    const LANES: Table = Table(places(0));
    _mm512_add_epi8(table(&LANES), all(from))
}

/// The first bytes of `bytes`, a part of them, with two more behind each that is `bad`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn expanded(bytes: __m512i, bad: u64) -> __m512i {
    let wanted = FIRSTS + 6 * _pdep_u64(bad, FIRSTS);
    let firsts = _pext_u64(FIRSTS, wanted);
    // The third byte is behind one that is not a first.
    let thirds = !(firsts | firsts << 1);
    let behind = _mm512_mask_mov_epi8(all(REPLACEMENT[1]), thirds, all(REPLACEMENT[2]));
    _mm512_mask_expand_epi8(behind, firsts, bytes)
}
