//! UTF-32 validation: three operations for sixteen units, as [`units32`](super::units32) describes.
//!
//! Four blocks have one maximum, so one comparison. What is wrong is then looked for block by block.
//! Why it is right: units do not depend on each other. Loads are of whole cache lines if units are
//! where they should be in memory; the second step then overlaps the first.

use super::{
    units32::{any_wrong, native, wrong},
    vector::{BLOCK, load_all, load_short, swap_dwords},
};

/// What is so long gains from loads of whole cache lines.
const LONG: usize = 1024;

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn validate<const BIG: bool>(src: &[u8]) -> usize {
    if src.len() > BLOCK {
        return validate_long::<BIG>(src);
    }
    right_in_block::<BIG>(src, 0)
}

/// How many octets of `src` from `at` on are right, up to a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right_in_block<const BIG: bool>(src: &[u8], at: usize) -> usize {
    let rest = &src[at..];
    let rest = &rest[..(rest.len() & !3).min(BLOCK)];
    let wrong = wrong(swap_dwords::<BIG>(load_short(rest))).trailing_zeros() as usize;
    rest.len().min(4 * wrong)
}

/// [`validate`] of more than a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn validate_long<const BIG: bool>(src: &[u8]) -> usize {
    let mut at = 0;
    while let Some(octets) = src[at..].get(..4 * BLOCK) {
        if any_wrong(&native::<BIG, 4>(load_all::<4>(octets))) {
            break;
        }
        at += 4 * BLOCK;
        if at == 4 * BLOCK && src.len() >= LONG {
            at -= (src.as_ptr().addr() % BLOCK) & !3;
        }
    }
    loop {
        let right = right_in_block::<BIG>(src, at);
        at += right;
        if right < BLOCK || at == src.len() {
            return at;
        }
    }
}
