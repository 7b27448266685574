//! Validates UTF-16, with seven operations per 128 units without surrogates, and nine per 64 units
//! with them.
//!
//! High bytes show whether there are surrogates: `byte ^ 0xD8` is less than 8 only for these. So a
//! minimum over four blocks and one comparison of every second lane decide. If there are any, a
//! permute collects the high bytes of 64 units in one register. Two comparisons give masks of high
//! and low surrogates. The low ones must be exactly at the positions after the high ones.
//!
//! Correctness: the unit before a block is looked up in the text, so the result for a block depends
//! only on memory. The second step may begin at any cache line, and the last part ends with the
//! text. Units of either byte order are used as they are.
//!
//! A step of six blocks is a compromise. Relative to the best peer, text without surrogates reached
//! 1.14 with four blocks and 1.17 with eight. But eight blocks slowed mixed text from 2.5 to 1.9.

use core::hint::select_unpredictable;

use crate::simd::x86_64::avx512::{
    memory::ahead::{FAR, out_of_line, prefetch},
    registers::{
        BLOCK, LONG, load, load_all, load_short, to_line,
        units16::{Surrogates, any_surrogate, first_wrong, is_open},
    },
};

/// The number of bytes in a last step, and the maximum of a short text.
const PART: usize = 4 * BLOCK;

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn validate<const BIG: bool>(src: &[u8]) -> usize {
    let src = &src[..src.len() & !1];
    if src.len() <= BLOCK {
        validate_block::<BIG>(src)
    } else if src.len() <= TWO {
        validate_two::<BIG>(src)
    } else if src.len() <= PART {
        validate_four::<BIG>(src)
    } else {
        validate_long::<BIG>(src)
    }
}

const TWO: usize = 2 * BLOCK;

/// Implements [`validate`] for at most one block. It has no branch.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_block<const BIG: bool>(src: &[u8]) -> usize {
    let surrogates = Surrogates::of_block::<BIG>(load_short(src));
    let wrong = surrogates.wrong(0).trailing_zeros() as usize;
    let right = wrong.min(src.len() / 2);
    let open = (surrogates.highs << 1) >> right & 1;
    2 * (right - open as usize)
}

/// Implements [`validate`] for more than one block and at most two, which may overlap.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_two<const BIG: bool>(src: &[u8]) -> usize {
    let last = src.len() - BLOCK;
    let blocks = [load(src, 0), load(src, last)];
    if !any_surrogate::<BIG, 2>(&blocks) {
        return src.len();
    }
    let surrogates = Surrogates::of_blocks::<BIG>(blocks);
    // Move the lanes of the second block to the positions of its units.
    let in_order = |lanes: u64| lanes & 0xFFFF_FFFF | lanes >> 32 << (last / 2);
    let surrogates =
        Surrogates { highs: in_order(surrogates.highs), lows: in_order(surrogates.lows) };
    let wrong = 2 * surrogates.wrong(0).trailing_zeros() as usize;
    before_open::<BIG>(src, wrong.min(src.len()))
}

/// Implements [`validate`] for more than two blocks and at most four, as two pairs that may
/// overlap. There is no branch for the position of an error, because that is unpredictable.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_four<const BIG: bool>(src: &[u8]) -> usize {
    let later = src.len() - TWO;
    let blocks = [load(src, 0), load(src, BLOCK), load(src, later), load(src, later + BLOCK)];
    if !any_surrogate::<BIG, 4>(&blocks) {
        return src.len();
    }
    let [a, b, c, d] = blocks;
    let first = Surrogates::of_blocks::<BIG>([a, b]);
    let second = Surrogates::of_blocks::<BIG>([c, d]);
    let units = first.wrong(0).trailing_zeros() as usize;
    let open = first.highs >> (later / 2 - 1) & 1;
    let after = second.wrong(open).trailing_zeros() as usize;
    let right = select_unpredictable(units == BLOCK, later + 2 * after, 2 * units);
    before_open::<BIG>(src, right)
}

/// Returns `right`, the number of correct bytes of `src`, without a high surrogate at their end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn before_open<const BIG: bool>(src: &[u8], right: usize) -> usize {
    right - 2 * usize::from(is_open::<BIG>(src, right))
}

/// Returns the offset of the first error in the `N` blocks of `src` at `at`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in<const BIG: bool, const N: usize>(src: &[u8], at: usize) -> Option<usize> {
    let blocks = load_all::<N>(&src[at..at + N * BLOCK]);
    let open = is_open::<BIG>(src, at);
    if !open && !any_surrogate::<BIG, N>(&blocks) {
        return None;
    }
    first_wrong::<BIG, N>(&blocks, open).map(|wrong| at + 2 * wrong)
}

/// Returns the offset of the second step, after a first step that has been checked. It begins at a
/// cache line, unless lines begin within units. Returns 0 if the first step is to be checked with
/// the others.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn second_step<const BIG: bool>(src: &[u8]) -> usize {
    if src.len() < LONG || any_surrogate::<BIG, 1>(&load_all::<1>(src)) {
        return 0;
    }
    to_line(src, 2)
}

/// Implements [`validate`] for more than [`PART`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn validate_long<const BIG: bool>(src: &[u8]) -> usize {
    let right = match src.len() {
        FAR.. => out_of_line(|| right::<BIG, true>(src)),
        _ => right::<BIG, false>(src),
    };
    before_open::<BIG>(src, right)
}

/// Returns the number of correct bytes of `src`, which is longer than [`PART`]. A high surrogate at
/// the end counts as correct.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    const STEP: usize = 6 * BLOCK;
    let mut at = second_step::<BIG>(src);
    let mut open = false;
    while let Some(bytes) = src[at..].get(..STEP) {
        if FROM_MEMORY {
            prefetch(bytes);
        }
        let blocks = load_all::<6>(bytes);
        if open || any_surrogate::<BIG, 6>(&blocks) {
            if let Some(wrong) = first_wrong::<BIG, 6>(&blocks, open) {
                return at + 2 * wrong;
            }
            open = is_open::<BIG>(bytes, STEP);
        }
        at += STEP;
    }
    while at < src.len() {
        // The last part ends with the text, and may overlap the text before it.
        at = at.min(src.len() - PART);
        if let Some(wrong) = wrong_in::<BIG, 4>(src, at) {
            return wrong;
        }
        at += PART;
    }
    src.len()
}
