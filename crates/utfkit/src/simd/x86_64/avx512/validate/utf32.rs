//! Validates UTF-32, with two operations per sixteen units, as in
//! [`units32`](crate::simd::x86_64::avx512::registers::units32).
//!
//! One test covers four or eight blocks. If it fails, blocks are tested one by one. Correctness:
//! units do not depend on each other, so blocks may overlap, and the last ones end with the text.
//! Loads are of whole cache lines if the text is aligned to units; the second step then overlaps
//! the first, which is one block.

use crate::simd::x86_64::avx512::{
    memory::ahead::{FAR, out_of_line, prefetch},
    registers::{
        BLOCK, LONG, load, load_all, load_short, swap_dwords, to_line,
        units32::{any_wrong_in_pairs, native, wrong},
    },
};

/// The number of bytes in which the position of an error is searched at once.
const PART: usize = 4 * BLOCK;

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn validate<const BIG: bool>(src: &[u8]) -> usize {
    let src = &src[..src.len() & !3];
    if src.len() <= BLOCK {
        return right_in_block::<BIG>(src);
    }
    if src.len() > PART {
        return match src.len() {
            FAR.. => out_of_line(|| validate_long::<BIG, true>(src)),
            _ => validate_long::<BIG, false>(src),
        };
    }
    let last = src.len() - BLOCK;
    let [second, third] = [last.min(BLOCK), last.saturating_sub(BLOCK)];
    let blocks = [load(src, 0), load(src, second), load(src, third), load(src, last)];
    if any_wrong_in_pairs(&native::<BIG, 4>(blocks)) {
        right_from::<BIG>(src, 0)
    } else {
        src.len()
    }
}

/// Returns the number of correct bytes of `src`, at most one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right_in_block<const BIG: bool>(src: &[u8]) -> usize {
    let wrong = wrong(swap_dwords::<BIG>(load_short(src))).trailing_zeros() as usize;
    src.len().min(4 * wrong)
}

/// Returns the number of correct bytes of `src`. The bytes before `at` are correct.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn right_from<const BIG: bool>(src: &[u8], mut at: usize) -> usize {
    while let Some(part) = src[at..].first_chunk::<PART>() {
        // Test all blocks, because it is unpredictable which one has the error.
        let in_block = |number: usize| {
            let wrong = wrong(swap_dwords::<BIG>(load(part, number * BLOCK)));
            u64::from(wrong) << (16 * number)
        };
        let wrong = in_block(0) | in_block(1) | in_block(2) | in_block(3);
        if wrong != 0 {
            return at + 4 * wrong.trailing_zeros() as usize;
        }
        at += PART;
    }
    for block in src[at..].chunks(BLOCK) {
        let right = right_in_block::<BIG>(block);
        at += right;
        if right < block.len() {
            break;
        }
    }
    at
}

/// Implements [`validate`] for more than [`PART`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn validate_long<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    const STEP: usize = 8 * BLOCK;
    let mut at = second_step::<BIG>(src);
    while let Some(bytes) = src[at..].get(..STEP) {
        if FROM_MEMORY {
            prefetch(bytes);
        }
        if any_wrong_in_pairs(&native::<BIG, 8>(load_all::<8>(bytes))) {
            return right_from::<BIG>(src, at);
        }
        at += STEP;
    }
    while at < src.len() {
        at = at.min(src.len() - PART);
        if any_wrong_in_pairs(&native::<BIG, 4>(load_all::<4>(&src[at..at + PART]))) {
            return right_from::<BIG>(src, at);
        }
        at += PART;
    }
    src.len()
}

/// Returns the offset of the second step, after a first step that has been checked. It begins at a
/// cache line, unless lines begin within units. Returns 0 if the first step is to be checked with
/// the others.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn second_step<const BIG: bool>(src: &[u8]) -> usize {
    if src.len() < LONG || wrong(swap_dwords::<BIG>(load(src, 0))) != 0 {
        return 0;
    }
    to_line(src, 4)
}
