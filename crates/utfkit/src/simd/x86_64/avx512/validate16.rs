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
    let mut at = 0;
    while let Some(octets) = src[at..].get(..4 * BLOCK) {
        let blocks = load_all::<4>(octets);
        let open = is_open::<BIG>(src, at);
        if open || any_surrogate::<BIG, 4>(&blocks) {
            if let Some(wrong) = first_wrong::<BIG, 4>(&blocks, open) {
                return at + 2 * wrong;
            }
        }
        at += 4 * BLOCK;
        if at == 4 * BLOCK && src.len() >= LONG {
            // Units may lie across cache lines, if their address is odd.
            at -= src.as_ptr().addr() % BLOCK & !1;
        }
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
