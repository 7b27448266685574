//! Puts U+FFFD in place of the ill-formed subparts of a block, by masks. The only branch depends on
//! whether there are many, not on where they are.
//!
//! *Few subparts:* the block is stored as it is, and then again from after each of them on, with
//! U+FFFD before it. If there are fewer than the maximum, this happens after all bytes that count.
//!
//! *More subparts:* a compression drops all bytes of a subpart except its last. The last becomes
//! the first byte of U+FFFD. An expansion makes room for the other two, twenty bytes at a time. In
//! an integer with three bits for each byte, one or all three are wanted. An extraction by the
//! wanted bits makes the mask of the positions where bytes go.
//!
//! *No dropped bytes:* see [`put_all`].
//!
//! Correctness: only the last byte of a subpart is kept. So the number of bytes before a lane is
//! the number of kept lanes below it, plus two for each of them that is bad. The bytes stored at a
//! position are correct up to the next position, and are overwritten from there on. The bytes after
//! the last do not count. Cost, with few subparts: three permutes and three stores, and five
//! operations for the positions of two permutes. With more: about 20 operations on port 5 for a
//! block of three parts, for any errors in it.

use core::arch::x86_64::*;

use crate::simd::{
    shared::utf8_subparts::Structure,
    x86_64::avx512::registers::{BLOCK, Table, all, places, table},
};

/// U+FFFD in UTF-8.
pub(in crate::simd) const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// The maximum number of subparts that are few.
const FEW: u32 = 2;

/// The number of bytes that are expanded at once: whole double words, with three bits for each byte
/// in an integer.
const PART: usize = 20;

/// The maximum number of bytes in three parts.
pub(in crate::simd) const THREE_PARTS: usize = 3 * PART;

/// The maximum number of bytes that a block becomes, plus the bytes that the last store writes
/// beyond that.
pub(in crate::simd) const ROOM: usize = 3 * BLOCK + BLOCK;

/// The first of three bits for each byte of a part.
const FIRSTS: u64 = 0o1111_1111_1111_1111_1111;

/// The changes to the converted bytes of a block.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Fixing {
    /// The kept lanes. In an ill-formed subpart, only the last is kept.
    pub(in crate::simd) kept: u64,
    /// The lanes that become U+FFFD.
    bad: u64,
    /// The first converted lane.
    first: usize,
    /// The lanes after the converted ones.
    after: u64,
}

impl Fixing {
    /// Selects the lanes from `first` to `end` of a block with that `structure`.
    #[inline(always)]
    pub(in crate::simd) fn new(structure: &Structure, first: usize, end: usize) -> Self {
        let from = |lane: usize| (!0_u64).checked_shl(lane as u32).unwrap_or(0);
        let taken = from(first) & !from(end);
        let (kept, bad) = (taken & !structure.dropped, taken & structure.bad);
        Self { kept, bad, first, after: from(end) }
    }

    /// Returns the number of lanes that can be converted in a block with that `structure`. The text
    /// has `len` bytes from its first lane on. All of these lanes are fully known. Their bytes fit
    /// one store, even with U+FFFD before them.
    #[inline(always)]
    pub(in crate::simd) fn end(structure: &Structure, len: usize) -> usize {
        let fits = len <= BLOCK && structure.bad & 3 == 0;
        if fits { len } else { len.min(BLOCK - 2) }
    }

    /// Returns the number of subparts that are replaced.
    #[inline(always)]
    pub(in crate::simd) fn replaced(self) -> usize {
        self.bad.count_ones() as usize
    }

    /// Returns the number of bytes after conversion.
    #[inline(always)]
    pub(in crate::simd) fn len(self) -> usize {
        self.kept.count_ones() as usize + 2 * self.replaced()
    }

    /// Calls `put` with offsets and bytes of the conversion of `block`. The bytes after the result
    /// are unspecified. `PARTS` parts must cover the converted lanes.
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
            let lane = (bad | self.after).trailing_zeros();
            let place = _bzhi_u64(self.kept, lane).count_ones() + 2 * before;
            put(place as usize, after_replacement(block, lane as u8 + 1));
            bad &= bad.wrapping_sub(1);
        }
    }
}

/// Calls `put` with offsets and bytes of `bytes`, with U+FFFD for those that are `bad`. No byte is
/// dropped. The bytes after the result are unspecified. `PARTS` parts of sixteen bytes must cover
/// all of `bytes`.
///
/// Each byte becomes a double word, with the other two bytes of U+FFFD after it, and a compression
/// takes one or three bytes of it. Unpacking can use more ports than other ways to make room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn put_all<const PARTS: usize>(
    bytes: __m512i,
    bad: u64,
    mut put: impl FnMut(usize, __m512i),
) {
    /// The order of groups of four bytes from which unpacking twice gives the bytes in order.
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

/// The kept bytes of a block, close together, with the first byte of U+FFFD in its places.
struct Replaced {
    bytes: __m512i,
    /// The positions of those bytes.
    bad: u64,
}

impl Replaced {
    /// Drops the bytes of `block` that are not `kept`. The bytes that are `bad`, which must be
    /// kept, become the first byte of U+FFFD.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new(block: __m512i, kept: u64, bad: u64) -> Self {
        let block = _mm512_mask_mov_epi8(block, bad, all(REPLACEMENT[0]));
        let bytes = _mm512_maskz_compress_epi8(kept, block);
        Self { bytes, bad: _pext_u64(bad, kept) }
    }

    /// Calls `put` with the offsets and bytes of all parts. The bytes after the result are
    /// unspecified. `PARTS` parts must cover all bytes.
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

/// Returns U+FFFD, followed by the bytes of `block` from lane `from` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn after_replacement(block: __m512i, from: u8) -> __m512i {
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

/// Returns the numbers of lanes from `from` on. Only their lower six bits count.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lanes_from(from: u8) -> __m512i {
    const LANES: Table = Table(places(0));
    _mm512_add_epi8(table(&LANES), all(from))
}

/// Returns the first bytes of `bytes`, which are a part, with two more bytes after each that is
/// `bad`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn expanded(bytes: __m512i, bad: u64) -> __m512i {
    let wanted = FIRSTS + 6 * _pdep_u64(bad, FIRSTS);
    let firsts = _pext_u64(FIRSTS, wanted);
    // The third byte of U+FFFD follows a byte that is not a first byte.
    let thirds = !(firsts | firsts << 1);
    let others = _mm512_mask_mov_epi8(all(REPLACEMENT[1]), thirds, all(REPLACEMENT[2]));
    _mm512_mask_expand_epi8(others, firsts, bytes)
}
