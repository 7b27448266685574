//! What two bytes of UTF-8 in a row tell: the tables that all sets validate with, and how the
//! first byte that shows as wrong is traced back to where the well-formed text ends.
//!
//! The idea is Keiser and Lemire's: see [`generic::validate8`](crate::simd::generic).

/// What may be wrong with a byte and its predecessor.
mod wrong {
    /// A lead or ASCII where a continuation is due.
    pub(in crate::simd) const TOO_SHORT: u8 = 1 << 0;
    /// A continuation behind ASCII.
    pub(in crate::simd) const TOO_LONG: u8 = 1 << 1;
    pub(in crate::simd) const OVERLONG_3: u8 = 1 << 2;
    pub(in crate::simd) const TOO_LARGE: u8 = 1 << 3;
    pub(in crate::simd) const SURROGATE: u8 = 1 << 4;
    pub(in crate::simd) const OVERLONG_2: u8 = 1 << 5;
    /// F5 and greater behind 80..8F.
    pub(in crate::simd) const TOO_LARGE_1000: u8 = 1 << 6;
    pub(in crate::simd) const OVERLONG_4: u8 = 1 << 6;
    /// A continuation behind a continuation: right if a lead of three or four bytes requires it.
    pub(in crate::simd) const TWO_CONTINUATIONS: u8 = 1 << 7;
    /// What does not depend on the low bits of the predecessor.
    pub(in crate::simd) const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;
}

/// What may be wrong by the high nibble of the predecessor.
pub(in crate::simd) const fn first_high(nibble: usize) -> u8 {
    use wrong::*;
    match nibble {
        0x0..=0x7 => TOO_LONG,
        0x8..=0xB => TWO_CONTINUATIONS,
        0xC => TOO_SHORT | OVERLONG_2,
        0xD => TOO_SHORT,
        0xE => TOO_SHORT | OVERLONG_3 | SURROGATE,
        _ => TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
    }
}

/// What may be wrong by the low nibble of the predecessor.
pub(in crate::simd) const fn first_low(nibble: usize) -> u8 {
    use wrong::*;
    match nibble {
        0x0 => CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
        0x1 => CARRY | OVERLONG_2,
        0x2 | 0x3 => CARRY,
        0x4 => CARRY | TOO_LARGE,
        0xD => CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
        _ => CARRY | TOO_LARGE | TOO_LARGE_1000,
    }
}

/// What may be wrong by the high nibble of the byte.
pub(in crate::simd) const fn second_high(nibble: usize) -> u8 {
    use wrong::*;
    const ANY: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    match nibble {
        0x8 => ANY | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
        0x9 => ANY | OVERLONG_3 | TOO_LARGE,
        0xA | 0xB => ANY | SURROGATE | TOO_LARGE,
        _ => TOO_SHORT,
    }
}

/// Where the well-formed text ends, if what shows at `at` is the first thing wrong, or the end: at
/// the sequence that reaches `at` or should, else at `at`.
#[inline(always)]
pub(in crate::simd) fn start_of(src: &[u8], at: usize) -> usize {
    let back = |n: usize| if at < n { 0 } else { src[at - n] };
    at - bytes_open(back(1) >= 0xC0, back(2) >= 0xE0, back(3) >= 0xF0)
}

/// How many bytes before some place belong to a sequence that reaches it or should: by whether the
/// byte before leads two or more, the second before three or more, the third before four.
///
/// As nothing shows as wrong before that place, one of these is so at most, and no more need be
/// looked at. There is no branch in it, for which bytes a text ends in cannot be predicted.
#[inline(always)]
pub(in crate::simd) fn bytes_open(one: bool, two: bool, three: bool) -> usize {
    usize::from(one) + 2 * usize::from(two) + 3 * usize::from(three)
}
