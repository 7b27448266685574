//! What [`subparts8`](crate::simd::subparts8) wants to see of a block: a lead and the class of the octet behind
//! it say by two look-ups whether the one may follow the other.

use core::arch::x86_64::*;

use super::vector::{BLOCK, all, table};
use crate::simd::subparts8::{Carry, Seen, Structure};

/// Classes of second octets that leads tell apart.
const LOW: u8 = 1 << 0; // 80..8F
const MIDDLE: u8 = 1 << 1; // 90..9F
const HIGH: u8 = 1 << 2; // A0..BF

/// By bits 5 to 0 of an octet C0..FF, the classes that may follow it.
static MAY_FOLLOW: [u8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = match 0xC0 + at {
            0xE0 => HIGH,
            0xED => LOW | MIDDLE,
            0xF0 => MIDDLE | HIGH,
            0xF4 => LOW,
            0xC2..=0xF3 => LOW | MIDDLE | HIGH,
            _ => 0,
        };
        at += 1;
    }
    table
};

/// By bits 7 to 2 of an octet, its class.
static CLASS: [u8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = match at << 2 {
            0x80..0x90 => LOW,
            0x90..0xA0 => MIDDLE,
            0xA0..0xC0 => HIGH,
            _ => 0,
        };
        at += 1;
    }
    table
};

/// The tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    may_follow: __m512i,
    class: __m512i,
}

impl Reader {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn new() -> Self {
        Self { may_follow: table(&MAY_FOLLOW), class: table(&CLASS) }
    }

    /// The structure of `block`; `next` holds for each lane the octet behind it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn read(self, block: __m512i, next: __m512i, carry: &mut Carry) -> Structure {
        let multi = _mm512_movepi8_mask(block);
        let bit = |shifted: __m512i| _mm512_movepi8_mask(shifted);
        let leads = multi & bit(_mm512_slli_epi16::<1>(block));
        let long = leads & bit(_mm512_slli_epi16::<2>(block));
        let longest = long & bit(_mm512_slli_epi16::<3>(block));

        let allowed = _mm512_maskz_permutexvar_epi8(leads, block, self.may_follow);
        let class = _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(next), self.class);
        let second_follows = _mm512_test_epi8_mask(allowed, class);
        let continued = _mm512_cmple_epi8_mask(next, all(0xBF));
        carry.read(Seen { multi, long, longest, second_follows, continued })
    }
}
