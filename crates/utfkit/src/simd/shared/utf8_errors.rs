//! Errors that two consecutive bytes of UTF-8 show. All sets use these tables for validation, and
//! go back from the first detected error to the end of the well-formed text.
//!
//! The idea is Keiser and Lemire's: see [`generic::validate8`](crate::simd::generic).

/// Possible errors of a byte and its predecessor.
mod wrong {
    /// A lead or ASCII in place of a continuation.
    pub(in crate::simd) const TOO_SHORT: u8 = 1 << 0;
    /// A continuation after ASCII.
    pub(in crate::simd) const TOO_LONG: u8 = 1 << 1;
    pub(in crate::simd) const OVERLONG_3: u8 = 1 << 2;
    pub(in crate::simd) const TOO_LARGE: u8 = 1 << 3;
    pub(in crate::simd) const SURROGATE: u8 = 1 << 4;
    pub(in crate::simd) const OVERLONG_2: u8 = 1 << 5;
    /// F5 or greater before 80..8F.
    pub(in crate::simd) const TOO_LARGE_1000: u8 = 1 << 6;
    pub(in crate::simd) const OVERLONG_4: u8 = 1 << 6;
    /// A continuation after a continuation, which is correct if a lead of three or four bytes
    /// requires it.
    pub(in crate::simd) const TWO_CONTINUATIONS: u8 = 1 << 7;
    /// The errors that do not depend on the low bits of the predecessor.
    pub(in crate::simd) const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;
}

/// Returns the errors that are possible for the high nibble of the predecessor.
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

/// Returns the errors that are possible for the low nibble of the predecessor.
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

/// Returns the errors that are possible for the high nibble of the byte.
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

/// Returns the end of the well-formed text, if the first error shows at `at`, or `at` is the end of
/// the text. This is the start of the sequence that reaches `at` or should reach it, or else `at`.
#[inline(always)]
pub(in crate::simd) fn start_of(src: &[u8], at: usize) -> usize {
    let back = |n: usize| if at < n { 0 } else { src[at - n] };
    at - bytes_open(back(1) >= 0xC0, back(2) >= 0xE0, back(3) >= 0xF0)
}

/// Returns the number of bytes before an offset that belong to a sequence that reaches the offset
/// or should reach it. `one` is `true` if the byte before the offset is a lead of two or more
/// bytes. `two` is for the second byte before it and three or more, and `three` for the third byte
/// before it and four.
///
/// No error shows before that offset, so at most one of them is `true`, and no further bytes
/// matter. There is no branch, because the last bytes of a text are unpredictable.
#[inline(always)]
pub(in crate::simd) fn bytes_open(one: bool, two: bool, three: bool) -> usize {
    usize::from(one) + 2 * usize::from(two) + 3 * usize::from(three)
}
