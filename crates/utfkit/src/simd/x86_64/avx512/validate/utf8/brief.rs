//! Validates texts of at most four blocks as a whole. The last blocks end with the text, and may
//! overlap others.

use core::arch::x86_64::*;

use crate::simd::{
    shared::utf8_errors::{bytes_open, start_of},
    x86_64::avx512::{
        registers::{
            BLOCK, all,
            blocks::{blocks_of, first_beyond_ascii, first_of, is_lone, lanes_beyond_ascii, place},
            load, load_short, union,
        },
        validate::utf8::{
            TWO,
            check::{Checker, LOADED, SHIFTED, open, predecessors, wrong_at, wrong_in},
            validate_in_parts,
        },
    },
};

/// Validates a text of at most one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn validate_short(src: &[u8]) -> usize {
    let block = load_short(src);
    let high = _mm512_movepi8_mask(block);
    if high == 0 {
        return src.len();
    }
    // A single byte beyond ASCII is never a character.
    if is_lone(high) {
        return high.trailing_zeros() as usize;
    }
    let wrong_or_open = wrong_at(wrong_in_short(block));
    if wrong_or_open == BLOCK {
        return src.len();
    }
    // The end is less than a block away.
    let at = wrong_or_open.min(src.len());
    let leads = |lead: u8, before: u32| {
        (_mm512_cmpge_epu8_mask(block, all(lead)) << before) >> (at % BLOCK) & 1 == 1
    };
    at - bytes_open(leads(0xC0, 1), leads(0xE0, 2), leads(0xF0, 3))
}

/// Returns the errors in the block that is the whole text. An incomplete end shows by the zeros
/// after the text or, in a full block, by its last lanes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_short(block: __m512i) -> __m512i {
    _mm512_or_si512(Checker::new().wrong::<true>(block, predecessors(block)), open(block))
}

/// Returns the block of `src`, which is at most one block, if it is well-formed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn valid_block(src: &[u8]) -> Option<__m512i> {
    let block = load_short(src);
    let valid = _mm512_movepi8_mask(block) == 0 || wrong_at(wrong_in_short(block)) == BLOCK;
    valid.then_some(block)
}

/// Returns an offset up to which `src` is well-formed, except for a character that continues there,
/// or `None` if all of it is well-formed. `src` must be longer than a block and at most four.
/// Unlike [`validate`](crate::simd::x86_64::avx512::validate::utf8::validate), it has no branch
/// that depends on the position of the error, except for texts of 65 and 66 bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn damaged_from(src: &[u8]) -> Option<usize> {
    if src.len() <= TWO { damaged_from_brief::<2>(src) } else { damaged_from_brief::<4>(src) }
}

/// Implements [`damaged_from`] for `N` blocks, as loaded by [`blocks_of`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn damaged_from_brief<const N: usize>(src: &[u8]) -> Option<usize> {
    if lanes_beyond_ascii(&blocks_of::<N>(src)) == 0 {
        return None;
    }
    if src.len() < BLOCK + 3 {
        let valid = validate_in_parts::<BLOCK>(src);
        return (valid < src.len()).then_some(valid);
    }
    let wrong = wrong_in_brief::<N>(src);
    if wrong_at(union(&wrong)) == BLOCK && start_of(src, src.len()) == src.len() {
        return None;
    }
    // An error shows at most three bytes after its first byte.
    Some(first_of(src, &wrong).saturating_sub(3))
}

/// Implements [`validate`](super::validate) for `N` blocks, as loaded by [`blocks_of`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(in crate::simd) fn validate_brief<const N: usize>(src: &[u8]) -> usize {
    let blocks = blocks_of::<N>(src);
    let lanes = lanes_beyond_ascii(&blocks);
    if lanes == 0 {
        return src.len();
    }
    // A single byte beyond ASCII is never a character. Well-formed text never gets here.
    if is_lone(lanes) {
        return first_beyond_ascii(src, &blocks);
    }
    // The last block needs three bytes before it.
    if src.len() < BLOCK + 3 {
        return validate_in_parts::<BLOCK>(src);
    }
    start_of(src, first_wrong_of::<N>(src))
}

/// Returns the position of the first error in `src`, as in [`validate_brief`]. If there is none,
/// returns its length.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong_of<const N: usize>(src: &[u8]) -> usize {
    let wrong = wrong_in_brief::<N>(src);
    if wrong_at(union(&wrong)) == BLOCK { src.len() } else { first_of(src, &wrong) }
}

/// Returns the errors in each block of `src`, as in [`validate_brief`]. For four blocks,
/// predecessors are shifted, because every load of them would straddle cache lines.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_brief<const N: usize>(src: &[u8]) -> [__m512i; N] {
    let checker = Checker::new();
    let first = load(src, 0);
    let mut wrong = [checker.wrong::<true>(first, predecessors(first)); N];
    for (number, wrong) in wrong.iter_mut().enumerate().skip(1) {
        *wrong = if N > 2 {
            wrong_in::<SHIFTED>(checker, src, place(src, number))
        } else {
            wrong_in::<LOADED>(checker, src, place(src, number))
        };
    }
    wrong
}
