//! Measures any UTF-32 in each UTF, with U+FFFD for each unit that is not a scalar value.
//!
//! [`pieces`] measures well-formed text. This module measures the text near errors, and any short
//! text.
//!
//! Correctness: the result for a unit does not depend on any other unit. Cost per 64 bytes of a
//! piece that is not well-formed: 6 operations to UTF-8, 4 to UTF-16, and 3 to count the
//! replacements.

use core::arch::x86_64::*;

use crate::{
    LossyLength,
    simd::{
        Form,
        shared::by_pieces as pieces,
        x86_64::avx512::{
            count::{length, tally::tally},
            registers::{BLOCK, dwords, load_short, swap_dwords, units32::wrong},
            validate::utf32 as validate32,
        },
    },
};

/// Texts of at most this number of bytes are measured without a test for well-formedness.
const SHORT: usize = 256;

/// The number of bytes near an error that are measured at once.
const DAMAGED: usize = 1024;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-32 to the form
/// `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn measure<const FROM: u8, const BIG: bool, const TO: u8>(
    src: &[u8],
) -> LossyLength {
    if src.len() > BLOCK || !src.len().is_multiple_of(4) {
        return long::<FROM, BIG, TO>(src);
    }
    let block = load_short(src);
    let units = src.len() / 4 + more::<BIG, TO>(block).count_ones() as usize;
    LossyLength { units, replaced: wrong(swap_dwords::<BIG>(block)).count_ones() as usize }
}

/// Implements [`measure`] for more than one block, and for texts with an incomplete unit.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const FROM: u8, const BIG: bool, const TO: u8>(src: &[u8]) -> LossyLength {
    if src.len() <= SHORT {
        let mut total = LossyLength::default();
        let mut rest = src;
        while !rest.is_empty() {
            rest = damaged::<BIG, TO>(rest, &mut total);
        }
        return total;
    }
    let (validate, length) = (validate32::validate::<BIG>, length::length::<FROM, TO>);
    // SAFETY: these functions require only the target features of this one.
    unsafe { pieces::length_lossy(validate, length, damaged::<BIG, TO>, src) }
}

/// Implements [`Damaged`](pieces::Damaged).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn damaged<'a, const BIG: bool, const TO: u8>(
    mut src: &'a [u8],
    total: &mut LossyLength,
) -> &'a [u8] {
    while src.len() >= 4 {
        let (piece, rest) = src.split_at(src.len().min(DAMAGED) & !3);
        let replaced = tally::<4, false>(piece, |tally, blocks| {
            for block in blocks {
                tally.add_lanes(wrong(swap_dwords::<BIG>(block)).into());
            }
        });
        let beyond_one = tally::<4, false>(piece, |tally, blocks| {
            for block in blocks {
                tally.add_lanes(more::<BIG, TO>(block));
            }
        });
        total.units = total.units.saturating_add(piece.len() / 4 + beyond_one);
        total.replaced += replaced;
        src = rest;
        if replaced == 0 {
            return src;
        }
    }
    total.add_incomplete(Form::ALL[TO as usize], src)
}

/// Returns a mask with a bit for each byte or unit beyond one that a unit of `block` takes in `TO`.
/// Wrong units count as U+FFFD.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn more<const BIG: bool, const TO: u8>(block: __m512i) -> u64 {
    let units = swap_dwords::<BIG>(block);
    let wrong = u64::from(wrong(units));
    let from = |limit| u64::from(_mm512_cmpge_epu32_mask(units, dwords(limit)));
    match TO {
        // Every wrong unit is beyond 0x800, like U+FFFD.
        length::UTF8 => (from(0x1_0000) & !wrong) | from(0x80) << 16 | from(0x800) << 32,
        length::UTF16_LE | length::UTF16_BE => from(0x1_0000) & !wrong,
        _ => 0,
    }
}
