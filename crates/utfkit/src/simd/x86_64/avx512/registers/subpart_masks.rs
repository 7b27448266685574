//! Reads a block for [`subparts8`](crate::simd::shared::utf8_subparts). Two look-ups, of a byte and
//! of the class of the byte after it, decide whether the second may follow the first.

use core::arch::x86_64::*;

use crate::simd::{
    shared::utf8_subparts::{Carry, Seen, Structure},
    x86_64::avx512::registers::{BLOCK, Table, all, table},
};

/// The classes of second bytes, by the leads that distinguish them: leads of two bytes, of three,
/// and of four.
const OF_TWO: u8 = 1 << 0; // 80..BF
const LOW_OF_THREE: u8 = 1 << 1; // 80..9F
const HIGH_OF_THREE: u8 = 1 << 2; // A0..BF
const LOW_OF_FOUR: u8 = 1 << 3; // 80..8F
const HIGH_OF_FOUR: u8 = 1 << 4; // 90..BF

/// The second bytes that may follow a lead, by its distance from C0. Smaller bytes count as C0,
/// which nothing may follow.
const MAY_FOLLOW: Table = Table({
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = match 0xC0 + at {
            0xC2..0xE0 => OF_TWO,
            0xE0 => HIGH_OF_THREE,
            0xED => LOW_OF_THREE,
            0xE1..0xF0 => LOW_OF_THREE | HIGH_OF_THREE,
            0xF0 => HIGH_OF_FOUR,
            0xF1..0xF4 => LOW_OF_FOUR | HIGH_OF_FOUR,
            0xF4 => LOW_OF_FOUR,
            _ => 0,
        };
        at += 1;
    }
    table
});

/// The classes of a second byte, by its bits 7 to 2.
const CLASS: Table = Table({
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = match at << 2 {
            0x80..0x90 => OF_TWO | LOW_OF_THREE | LOW_OF_FOUR,
            0x90..0xA0 => OF_TWO | LOW_OF_THREE | HIGH_OF_FOUR,
            0xA0..0xC0 => OF_TWO | HIGH_OF_THREE | HIGH_OF_FOUR,
            _ => 0,
        };
        at += 1;
    }
    table
});

/// The tables in registers.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Reader {
    may_follow: __m512i,
    class: __m512i,
}

impl Reader {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self { may_follow: table(&MAY_FOLLOW), class: table(&CLASS) }
    }

    /// Reads the structure of `block`. `next` has the byte after each lane.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn read(
        self,
        block: __m512i,
        next: __m512i,
        carry: &mut Carry,
    ) -> Structure {
        let multi = _mm512_movepi8_mask(block);
        let lead = _mm512_subs_epu8(block, all(0xC0));
        let allowed = _mm512_permutexvar_epi8(lead, self.may_follow);
        let class = _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(next), self.class);
        let follows = _mm512_and_si512(allowed, class);
        let second_follows = _mm512_test_epi8_mask(follows, follows);
        let long = _mm512_cmpge_epu8_mask(follows, all(LOW_OF_THREE));
        let longest = _mm512_cmpge_epu8_mask(follows, all(LOW_OF_FOUR));
        let continued = _mm512_cmple_epi8_mask(next, all(0xBF));
        carry.read(Seen { multi, long, longest, second_follows, continued })
    }
}
