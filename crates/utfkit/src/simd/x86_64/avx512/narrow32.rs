//! UTF-32 to UTF-16, 64 units at a time.
//!
//! Units up to FFFF are packed to words; the permute that brings them into order also puts their octets
//! into the order of the output. Where there are supplementary characters, each unit becomes two
//! words, of which the second is dropped by compression unless the unit is supplementary.
//!
//! Why it is right: what is packed has no surrogates, or is not stored; in the other case
//! [`units32`](super::units32) checks. Cost, for 32 units: 2 operations on port 5, and the test; with
//! supplementary characters 8, and the check.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    run::Run,
    units16::any_surrogate,
    units32::{any_beyond_words, any_has, any_wrong, in_words, native, wrong},
    vector::{
        AND_OR, BLOCK, WordOrder, dwords, load_all, load_short, store, store_first, swap_dwords,
        union,
    },
};
use crate::simd::Progress;

/// Units in a block.
const UNITS: usize = BLOCK / 4;

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-32 to UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() > BLOCK {
        return units::<BIG, TO_BIG>(src, dst);
    }
    match short::<BIG, TO_BIG>(src, dst) {
        Some(done) => done,
        None => units::<BIG, TO_BIG>(src, dst),
    }
}

/// Converts at most a block of scalar values, if there is room for whatever they become: most short calls are
/// that, and need no more than a few registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn short<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let read = src.len() & !3;
    let order = WordOrder::<TO_BIG>::new();
    let units = swap_dwords::<BIG>(load_short(&src[..read]));
    if dst.len() < read {
        return None;
    }
    if !any_beyond_words(units) {
        let words = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(units));
        store_first(dst, [order.swap(words)], read / 2, read / 2);
        return Some(Progress { read, written: read / 2 });
    }
    if any_wrong(&[units]) {
        return None;
    }
    let (words, wanted) = pairs(units);
    let wanted = _bzhi_u32(wanted, read as u32 / 2);
    let written = 2 * wanted.count_ones() as usize;
    store_first(dst, [order.swap(_mm512_maskz_compress_epi16(wanted, words))], written, read);
    Some(Progress { read, written })
}

/// Converts units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn units<const BIG: bool, const TO_BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run::new(src, dst);
    while step::<BIG, TO_BIG>(&mut run) {}
    while run.has(4) && last_block::<BIG, TO_BIG>(&mut run) {}
    run.done
}

/// Takes four blocks; `false` if there are no more, no room for what they may become, or a unit that is
/// no scalar value among them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool, const TO_BIG: bool>(run: &mut Run<'_>) -> bool {
    let order = WordOrder::<TO_BIG>::new();
    let Some(octets) = run.blocks::<4>() else { return false };
    let blocks = load_all::<4>(octets);
    if any_has::<BIG>(union(&blocks), !0xFFFF) {
        return supplementary::<TO_BIG>(run, &native::<BIG, 4>(blocks));
    }
    let beyond_line = run.beyond_line(2);
    let Some(room) = run.room(2 * BLOCK) else { return false };
    let [a, b, c, d] = native::<BIG, 4>(blocks);
    let words = [in_words([a, b]), in_words([c, d])];
    if any_surrogate::<false, 2>(&words) {
        return false;
    }
    store(room, 0, order.swap(words[0]));
    store(room, BLOCK, order.swap(words[1]));
    // From here on stores are whole cache lines, unless they lie across.
    run.advance(4 * BLOCK - 2 * beyond_line, 2 * BLOCK - beyond_line);
    true
}

/// The units of a block in two words each, and the words that are wanted.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pairs(units: __m512i) -> (__m512i, u32) {
    let long = _mm512_cmpgt_epu32_mask(units, dwords(0xFFFF));
    // The low surrogate above, its bits from the unit and its mark from a constant; the high one
    // below, with what is taken from the unit for it to come out.
    let low = _mm512_slli_epi32::<16>(units);
    let low = _mm512_ternarylogic_epi32::<AND_OR>(low, dwords(0x3FF_0000), dwords(0xDC00_0000));
    let high = _mm512_add_epi32(_mm512_srli_epi32::<10>(units), dwords(0xD7C0));
    let words = _mm512_mask_or_epi32(units, long, low, high);
    (words, _pdep_u32(long.into(), 0xAAAA_AAAA) | 0x5555_5555)
}

/// Takes any blocks of scalar values.
///
/// To pack pairs of blocks that have no supplementary characters here as well, by a branch for each,
/// was tried: mixed text lost 6 % to its mispredictions, and all other text up to a third.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn supplementary<const TO_BIG: bool>(run: &mut Run<'_>, blocks: &[__m512i; 4]) -> bool {
    if any_wrong(blocks) {
        return false;
    }
    let order = WordOrder::<TO_BIG>::new();
    let Some(room) = run.room(4 * BLOCK) else { return false };
    let mut written = 0;
    for &block in blocks {
        let (words, wanted) = pairs(block);
        let words = _mm512_maskz_compress_epi16(wanted, words);
        store(room, written, order.swap(words));
        written += 2 * wanted.count_ones() as usize;
    }
    run.advance(4 * BLOCK, written);
    true
}

/// Takes a block that may be cut short by the end of the text, a unit that is no scalar value, or the
/// end of the room; `false` if it was, or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool, const TO_BIG: bool>(run: &mut Run<'_>) -> bool {
    let order = WordOrder::<TO_BIG>::new();
    let octets = run.last_block(4);
    let units = swap_dwords::<BIG>(load_short(octets));
    let right = (wrong(units).trailing_zeros() as usize).min(octets.len() / 4);
    if !any_has::<false>(units, !0xFFFF) {
        let len = right.min(run.room_left() / 2);
        let words = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(units));
        run.put(order.swap(words), 2 * len);
        run.done.read += 4 * len;
        return len == UNITS;
    }
    let (words, wanted) = pairs(units);
    let wanted = _bzhi_u32(wanted, 2 * right as u32);
    let room = run.room_left() / 2;
    let fitting = if wanted.count_ones() as usize <= room {
        right
    } else {
        _pdep_u32(1 << room, wanted).trailing_zeros() as usize / 2
    };
    let wanted = _bzhi_u32(wanted, 2 * fitting as u32);
    let words = _mm512_maskz_compress_epi16(wanted, words);
    run.put(order.swap(words), 2 * wanted.count_ones() as usize);
    run.done.read += 4 * fitting;
    fitting == UNITS
}
