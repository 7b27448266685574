//! Validation of text of four blocks at most, as a whole: the last blocks end with the text, and
//! may overlap those before.

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
            validate_behind,
        },
    },
};

/// Text of at most a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn validate_short(src: &[u8]) -> usize {
    let block = load_short(src);
    let high = _mm512_movepi8_mask(block);
    if high == 0 {
        return src.len();
    }
    // A byte without a neighbour is no character, whatever it is.
    if is_lone(high) {
        return high.trailing_zeros() as usize;
    }
    let wrong_or_open = wrong_at(wrong_in_short(block));
    if wrong_or_open == BLOCK {
        return src.len();
    }
    // Less than a block.
    let at = wrong_or_open.min(src.len());
    let leads = |lead: u8, before: u32| {
        (_mm512_cmpge_epu8_mask(block, all(lead)) << before) >> (at % BLOCK) & 1 == 1
    };
    at - bytes_open(leads(0xC0, 1), leads(0xE0, 2), leads(0xF0, 3))
}

/// What is wrong in the block that a text is, or incomplete at its end: the zeros behind the text
/// show that, or its last lanes do.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_short(block: __m512i) -> __m512i {
    _mm512_or_si512(Checker::new().wrong::<true>(block, predecessors(block)), open(block))
}

/// The block that `src` is, at most one, if that is well-formed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn valid_block(src: &[u8]) -> Option<__m512i> {
    let block = load_short(src);
    let valid = _mm512_movepi8_mask(block) == 0 || wrong_at(wrong_in_short(block)) == BLOCK;
    valid.then_some(block)
}

/// A place up to which `src`, longer than a block and at most four, is well-formed, but for a
/// character that goes on there; `None` if all of it is. As [`validate`](crate::simd::x86_64::avx512::validate::utf8::validate), but no
/// branch depends on where the error is, except in text of 65 and 66 bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn damaged_from(src: &[u8]) -> Option<usize> {
    if src.len() <= TWO { damaged_from_brief::<2>(src) } else { damaged_from_brief::<4>(src) }
}

/// [`damaged_from`] of `N` blocks as [`blocks_of`] has them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn damaged_from_brief<const N: usize>(src: &[u8]) -> Option<usize> {
    if lanes_beyond_ascii(&blocks_of::<N>(src)) == 0 {
        return None;
    }
    if src.len() < BLOCK + 3 {
        let valid = validate_behind::<BLOCK>(src);
        return (valid < src.len()).then_some(valid);
    }
    let wrong = wrong_in_brief::<N>(src);
    if wrong_at(union(&wrong)) == BLOCK && start_of(src, src.len()) == src.len() {
        return None;
    }
    // An error shows three bytes behind its first at most.
    Some(first_of(src, &wrong).saturating_sub(3))
}

/// [`validate`] of `N` blocks as [`blocks_of`] has them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(in crate::simd) fn validate_brief<const N: usize>(src: &[u8]) -> usize {
    let blocks = blocks_of::<N>(src);
    let lanes = lanes_beyond_ascii(&blocks);
    if lanes == 0 {
        return src.len();
    }
    // A byte without a neighbour is no character, whatever it is. Well-formed text never gets
    // here.
    if is_lone(lanes) {
        return first_beyond_ascii(src, &blocks);
    }
    // The last block needs three bytes before it.
    if src.len() < BLOCK + 3 {
        return validate_behind::<BLOCK>(src);
    }
    start_of(src, first_wrong_of::<N>(src))
}

/// The first place of `src`, as [`validate_brief`] takes it, at which something shows as wrong; its
/// length if nothing does.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong_of<const N: usize>(src: &[u8]) -> usize {
    let wrong = wrong_in_brief::<N>(src);
    if wrong_at(union(&wrong)) == BLOCK { src.len() } else { first_of(src, &wrong) }
}

/// What is wrong in each block of `src`, as [`validate_brief`] takes it. In four blocks
/// predecessors are shifted, for loads of them would straddle cache lines in each.
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
