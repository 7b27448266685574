//! U+FFFD for what is ill-formed in a block of UTF-8, by masks and without a branch.
//!
//! Octets of a subpart but its last are left out, by a compression. The last becomes the first octet of
//! U+FFFD, and room for the other two is made by an expansion, twenty octets at a time: in a word with
//! three bits for each octet, one or all three are wanted, and an extraction by those that are makes the
//! mask of the places where octets go.
//!
//! Cost: some 20 operations on port 5 for a block of three parts, whatever is wrong in it.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::vector::{BLOCK, all, store};

/// Octets that are expanded at once: whole dwords of them, and three bits for each in a word.
const PART: usize = 20;

/// Octets that three parts are at most.
pub(super) const THREE_PARTS: usize = 3 * PART;

/// The most octets that a block becomes, and what the last store takes beyond that.
pub(super) const ROOM: usize = 3 * BLOCK + BLOCK;

/// The first of three bits for each of so many octets.
const FIRSTS: u64 = 0o1111_1111_1111_1111_1111;

/// The octets of a block that are kept, close together, with U+FFFD's first where it is to be.
pub(super) struct Replaced {
    octets: __m512i,
    /// Where that is.
    bad: u64,
    /// How many octets the block becomes.
    pub(super) len: usize,
}

impl Replaced {
    /// `block` without what is not `kept`, and with U+FFFD for what is `bad`, which is kept.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn new(block: __m512i, kept: u64, bad: u64) -> Self {
        let block = _mm512_mask_mov_epi8(block, bad, all(0xEF));
        let len = kept.count_ones() + 2 * bad.count_ones();
        let octets = _mm512_maskz_compress_epi8(kept, block);
        Self { octets, bad: _pext_u64(bad, kept), len: len as usize }
    }

    /// Writes them, and whatever else, in `room`, if `PARTS` parts are as many as there can be.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn store<const PARTS: usize>(self, room: &mut [MaybeUninit<u8>; ROOM]) {
        const { assert!(PARTS <= 4) };
        let octets = self.octets;
        let parts = [
            octets,
            _mm512_alignr_epi32::<5>(octets, octets),
            _mm512_alignr_epi32::<10>(octets, octets),
            _mm512_alignr_epi32::<15>(octets, octets),
        ];
        for (number, part) in parts.into_iter().take(PARTS).enumerate() {
            let before = _bzhi_u64(self.bad, (number * PART) as u32).count_ones() as usize;
            store(room, number * PART + 2 * before, expanded(part, self.bad >> (number * PART)));
        }
    }
}

/// The first octets of `octets`, a part of them, with two more behind each that is `bad`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn expanded(octets: __m512i, bad: u64) -> __m512i {
    let wanted = FIRSTS + 6 * _pdep_u64(bad, FIRSTS);
    let firsts = _pext_u64(FIRSTS, wanted);
    // The third octet is behind one that is not a first.
    let thirds = !(firsts | firsts << 1);
    let behind = _mm512_mask_mov_epi8(all(0xBF), thirds, all(0xBD));
    _mm512_mask_expand_epi8(behind, firsts, octets)
}
