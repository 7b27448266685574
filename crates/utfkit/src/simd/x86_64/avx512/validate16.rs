//! UTF-16 validation: seven operations for 128 units without surrogates, nine for 64 with them.
//!
//! Whether there are surrogates is told by high octets: `octet ^ D8` is less than 8 for these alone, so
//! a minimum over four blocks and one comparison of every other lane decide. If there are, a permute
//! brings the high octets of 64 units into one register, two comparisons give a mask of high and
//! of low surrogates, and the low ones must be where the high ones are, one place further on.
//!
//! Why it is right: whether the unit before a block is a high surrogate is looked up in the text, so
//! what a block tells depends on memory only; the second step begins at a cache line, wherever that
//! is. Units of either order are taken as they stand.
//!
//! Six blocks in a step are a compromise: with four, text without surrogates ran at 1.14 times the best
//! peer, with eight at 1.17, but mixed text at 1.9 times instead of 2.5.

use super::{
    units16::{Surrogates, any_surrogate, first_wrong, is_open},
    vector::{BLOCK, load, load_all, load_short},
};

/// What is so long gains from loads of whole cache lines.
const LONG: usize = 1024;

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn validate<const BIG: bool>(src: &[u8]) -> usize {
    let right = if src.len() > BLOCK { right::<BIG>(src) } else { right_in_block::<BIG>(src) };
    if is_open::<BIG>(src, right) { right - 2 } else { right }
}

/// Whether text of one to four blocks has no surrogates: four blocks that may overlap.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn has_no_surrogates<const BIG: bool>(src: &[u8]) -> bool {
    let last = (src.len() & !1) - BLOCK;
    let places = [0, last.min(BLOCK), last.saturating_sub(BLOCK), last];
    !any_surrogate::<BIG, 4>(&places.map(|at| load(src, at)))
}

/// Goes on by `N` blocks as often as so many are there; gives what is wrong.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn steps<const BIG: bool, const N: usize>(src: &[u8], at: &mut usize) -> Option<usize> {
    let mut open = is_open::<BIG>(src, *at);
    while let Some(octets) = src[*at..].get(..N * BLOCK) {
        let blocks = load_all::<N>(octets);
        if open || any_surrogate::<BIG, N>(&blocks) {
            if let Some(wrong) = first_wrong::<BIG, N>(&blocks, open) {
                return Some(*at + 2 * wrong);
            }
            open = is_open::<BIG>(octets, N * BLOCK);
        }
        *at += N * BLOCK;
    }
    None
}

/// Where the second step begins, and the first has been taken: at a cache line, unless that lies across
/// units. 0 if the first step is to be taken with the others.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn second_step<const BIG: bool>(src: &[u8]) -> usize {
    if src.len() < LONG || any_surrogate::<BIG, 1>(&load_all::<1>(src)) {
        return 0;
    }
    BLOCK - ((src.as_ptr().addr() % BLOCK) & !1)
}

/// [`right`] of at most a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right_in_block<const BIG: bool>(src: &[u8]) -> usize {
    let units = &src[..src.len() & !1];
    let surrogates = Surrogates::of_block::<BIG>(load_short(units));
    units.len().min(2 * surrogates.wrong(false).trailing_zeros() as usize)
}

/// How much of `src` is right, a high surrogate at the end without regard to what is behind it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn right<const BIG: bool>(src: &[u8]) -> usize {
    if src.len() <= 4 * BLOCK && has_no_surrogates::<BIG>(src) {
        return src.len() & !1;
    }
    let mut at = second_step::<BIG>(src);
    if let Some(wrong) = steps::<BIG, 6>(src, &mut at) {
        return wrong;
    }
    if let Some(wrong) = steps::<BIG, 4>(src, &mut at) {
        return wrong;
    }
    while let Some(octets) = src[at..].get(..2 * BLOCK) {
        let surrogates = Surrogates::of_blocks::<BIG>(load_all::<2>(octets));
        let wrong = surrogates.wrong(is_open::<BIG>(src, at));
        if wrong != 0 {
            return at + 2 * wrong.trailing_zeros() as usize;
        }
        at += 2 * BLOCK;
    }
    let rest = &src[at..];
    let rest = &rest[..rest.len() & !1];
    if rest.is_empty() {
        return at;
    }
    let surrogates = match rest.split_at_checked(BLOCK) {
        None => Surrogates::of_block::<BIG>(load_short(rest)),
        Some((first, second)) => Surrogates::of_blocks::<BIG>([load(first, 0), load_short(second)]),
    };
    let wrong = surrogates.wrong(is_open::<BIG>(src, at));
    at + rest.len().min(2 * wrong.trailing_zeros() as usize)
}
