//! Which octets of any text belong together: characters, and the maximal subparts that are not.
//!
//! What a maximal subpart is (Unicode D93b, table 3-8) looks three octets back and one ahead, whatever
//! the text. So it is a matter of masks: a lead and the class of the octet behind it say whether a
//! sequence goes on (two look-ups), shifts carry that on to the third and the fourth octet. Nothing
//! branches on errors, and so damage costs nothing.
//!
//! A sequence ends in a lane when the next octet does not continue it. It is a character if it has all
//! octets that its lead announces; if not, one U+FFFD stands for it, put at its last lane.

use core::arch::x86_64::*;

use super::vector::{BLOCK, all, table};

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

/// The structure of a block, a bit for each lane.
#[derive(Clone, Copy)]
pub(super) struct Structure {
    /// Not ASCII.
    pub(super) multi: u64,
    /// A character or a subpart ends here.
    pub(super) ends: u64,
    /// A subpart ends here that is no character.
    pub(super) bad: u64,
    /// The second, third or fourth octet of something.
    pub(super) covered: u64,
    /// The third octet of something.
    pub(super) thirds: u64,
    /// The fourth octet of a character.
    pub(super) fourths: u64,
    /// The octet behind is a fourth one.
    pub(super) fourth_follows: u64,
}

/// What the block before leaves open, as the bits that shifts bring in.
#[derive(Clone, Copy, Default)]
pub(super) struct Carry {
    second: u64,
    third: u64,
    fourth: u64,
    /// Whether the last octet leads three or four.
    long: u64,
    /// Whether the last two octets lead four.
    longest: u64,
}

impl Carry {
    /// Whether a sequence goes on into the next block.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.second | self.third | self.fourth != 0
    }
}

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

        let seconds = second_follows << 1 | carry.second;
        let behind_long = long << 1 | carry.long;
        let third_follows = continued & seconds & behind_long;
        let thirds = third_follows << 1 | carry.third;
        let behind_longest = longest << 2 | carry.longest;
        let fourth_follows = continued & thirds & behind_longest;
        let fourths = fourth_follows << 1 | carry.fourth;

        *carry = Carry {
            second: second_follows >> 63,
            third: third_follows >> 63,
            fourth: fourth_follows >> 63,
            long: long >> 63,
            longest: longest >> 62,
        };
        let ends = !(second_follows | third_follows | fourth_follows);
        let complete = !multi | (seconds & !behind_long) | (thirds & !behind_longest) | fourths;
        Structure {
            multi,
            ends,
            bad: ends & !complete,
            covered: seconds | thirds | fourths,
            thirds,
            fourths,
            fourth_follows,
        }
    }
}
