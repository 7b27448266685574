//! How long UTF-32 of any kind is in each UTF, with U+FFFD for each unit that is no scalar value.
//!
//! Pieces that stay in the nearest cache are validated and measured; one that is not well-formed,
//! and short text, is measured whatever is in it, and the next is taken to be like it.
//!
//! Why it is right: what a unit becomes depends on nothing else. Cost, of a piece that is not
//! well-formed: for 64 octets 6 operations to UTF-8 and 4 to UTF-16, and 3 to count what is
//! replaced.

use core::arch::x86_64::*;

use super::{
    length,
    tally::tally,
    units32::wrong,
    validate32,
    vector::{BLOCK, dwords, load_short, swap_dwords},
};
use crate::{
    LossyLength,
    simd::{Form, kernels::LengthLossy},
};

/// By the form that is measured for.
pub(super) const fn length_lossy<const FROM: u8, const BIG: bool>()
-> [Option<LengthLossy>; Form::COUNT] {
    [
        None,
        None,
        Some(measure::<FROM, BIG, { length::UTF8 }>),
        Some(measure::<FROM, BIG, { length::UTF16_LE }>),
        Some(measure::<FROM, BIG, { length::UTF16_BE }>),
        Some(measure::<FROM, BIG, { length::UTF32_LE }>),
        Some(measure::<FROM, BIG, { length::UTF32_BE }>),
    ]
}

/// Octets of text that is not asked first whether it is well-formed.
const SHORT: usize = 256;

/// Octets of a piece.
const PIECE: usize = 16 << 10;

/// [`Kernels::length_lossy`](crate::simd::Kernels::length_lossy) from UTF-32 to the form `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn measure<const FROM: u8, const BIG: bool, const TO: u8>(src: &[u8]) -> LossyLength {
    let whole = &src[..src.len() & !3];
    let mut length = if whole.len() <= BLOCK {
        let block = load_short(whole);
        let units = whole.len() / 4 + more::<BIG, TO>(block).count_ones() as usize;
        LossyLength { units, replaced: wrong(swap_dwords::<BIG>(block)).count_ones() as usize }
    } else {
        long::<FROM, BIG, TO>(whole)
    };
    // What is left of a unit is one more.
    if whole.len() < src.len() {
        length.units = length.units.saturating_add(if TO == length::UTF8 { 3 } else { 1 });
        length.replaced += 1;
    }
    length
}

/// [`measure`] of more than a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const FROM: u8, const BIG: bool, const TO: u8>(src: &[u8]) -> LossyLength {
    let mut total = LossyLength::default();
    let mut damaged = src.len() <= SHORT;
    for piece in src.chunks(PIECE) {
        if !damaged && validate32::validate::<BIG>(piece) == piece.len() {
            total.units = total.units.saturating_add(length::length::<FROM, TO>(piece));
            continue;
        }
        let replaced = tally::<4, false>(piece, |tally, blocks| {
            for block in blocks {
                tally.add_lanes(wrong(swap_dwords::<BIG>(block)).into());
            }
        });
        let more = tally::<4, false>(piece, |tally, blocks| {
            for block in blocks {
                tally.add_lanes(more::<BIG, TO>(block));
            }
        });
        total.units = total.units.saturating_add(piece.len() / 4 + more);
        total.replaced += replaced;
        damaged = replaced > 0;
    }
    total
}

/// As many bits as the units of `block` take octets or units more than one each in `TO`, with U+FFFD
/// in the place of some.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn more<const BIG: bool, const TO: u8>(block: __m512i) -> u64 {
    let units = swap_dwords::<BIG>(block);
    let wrong = u64::from(wrong(units));
    let from = |limit| u64::from(_mm512_cmpge_epu32_mask(units, dwords(limit)));
    match TO {
        length::UTF8 => {
            (from(0x1_0000) & !wrong) | (from(0x80) | wrong) << 16 | (from(0x800) | wrong) << 32
        }
        length::UTF16_LE | length::UTF16_BE => from(0x1_0000) & !wrong,
        _ => 0,
    }
}
