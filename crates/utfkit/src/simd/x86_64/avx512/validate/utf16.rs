//! UTF-16 validation: seven operations for 128 units without surrogates, nine for 64 with them.
//!
//! Whether there are surrogates is told by high bytes: `byte ^ D8` is less than 8 for these
//! alone, so a minimum over four blocks and one comparison of every other lane decide. If there
//! are, a permute brings the high bytes of 64 units into one register, two comparisons give a mask
//! of high and of low surrogates, and the low ones must be where the high ones are, one place
//! further on.
//!
//! Why it is right: whether the unit before a block is a high surrogate is looked up in the text,
//! so what a block tells depends on memory only; the second step begins at a cache line, wherever
//! that is, and the last part ends with the text. Units of either order are taken as they stand.
//!
//! Six blocks in a step are a compromise: with four, text without surrogates ran at 1.14 times the
//! best peer, with eight at 1.17, but mixed text at 1.9 times instead of 2.5.

use core::hint::select_unpredictable;

use crate::simd::x86_64::avx512::{
    memory::ahead::{FAR, apart, ask_ahead},
    registers::{
        BLOCK, LONG, load, load_all, load_short, to_line,
        units16::{Surrogates, any_surrogate, first_wrong, is_open},
    },
};

/// Bytes that a last step has, or a short text.
const PART: usize = 4 * BLOCK;

/// [`Validate`](crate::simd::shared::kernel::Validate) for UTF-16.
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

/// [`validate`] of at most a block. There is no branch in it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_block<const BIG: bool>(src: &[u8]) -> usize {
    let surrogates = Surrogates::of_block::<BIG>(load_short(src));
    let wrong = surrogates.wrong(0).trailing_zeros() as usize;
    let right = wrong.min(src.len() / 2);
    let open = (surrogates.highs << 1) >> right & 1;
    2 * (right - open as usize)
}

/// [`validate`] of more than a block and no more than two, which may overlap.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_two<const BIG: bool>(src: &[u8]) -> usize {
    let last = src.len() - BLOCK;
    let blocks = [load(src, 0), load(src, last)];
    if !any_surrogate::<BIG, 2>(&blocks) {
        return src.len();
    }
    let surrogates = Surrogates::of_blocks::<BIG>(blocks);
    // Lanes of the second block stand where its units do.
    let in_order = |lanes: u64| lanes & 0xFFFF_FFFF | lanes >> 32 << (last / 2);
    let surrogates =
        Surrogates { highs: in_order(surrogates.highs), lows: in_order(surrogates.lows) };
    let wrong = 2 * surrogates.wrong(0).trailing_zeros() as usize;
    before_open::<BIG>(src, wrong.min(src.len()))
}

/// [`validate`] of more than two blocks and no more than four: two and two that may overlap. Where
/// something is wrong cannot be predicted, so there is no branch for it.
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
    let behind = second.wrong(open).trailing_zeros() as usize;
    let right = select_unpredictable(units == BLOCK, later + 2 * behind, 2 * units);
    before_open::<BIG>(src, right)
}

/// `right` bytes of `src` are, or a high surrogate at their end is open: then what is before that.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn before_open<const BIG: bool>(src: &[u8], right: usize) -> usize {
    right - 2 * usize::from(is_open::<BIG>(src, right))
}

/// The first wrong place of the `N` blocks of `src` at `at`.
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

/// Where the second step begins, and the first has been taken: at a cache line, unless that lies
/// across units. 0 if the first step is to be taken with the others.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn second_step<const BIG: bool>(src: &[u8]) -> usize {
    if src.len() < LONG || any_surrogate::<BIG, 1>(&load_all::<1>(src)) {
        return 0;
    }
    to_line(src, 2)
}

/// [`validate`] of more than [`PART`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn validate_long<const BIG: bool>(src: &[u8]) -> usize {
    let right = match src.len() {
        FAR.. => apart(|| right::<BIG, true>(src)),
        _ => right::<BIG, false>(src),
    };
    before_open::<BIG>(src, right)
}

/// How much of `src`, which is longer than [`PART`], is right, a high surrogate at the end without
/// regard to what is behind it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn right<const BIG: bool, const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    const STEP: usize = 6 * BLOCK;
    let mut at = second_step::<BIG>(src);
    let mut open = false;
    while let Some(bytes) = src[at..].get(..STEP) {
        if FROM_MEMORY {
            ask_ahead(bytes);
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
        // The last part ends with the text, and may overlap what is before.
        at = at.min(src.len() - PART);
        if let Some(wrong) = wrong_in::<BIG, 4>(src, at) {
            return wrong;
        }
        at += PART;
    }
    src.len()
}
