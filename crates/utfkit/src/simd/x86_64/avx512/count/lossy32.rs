//! How long UTF-32 of any kind is in each UTF, with U+FFFD for each unit that is no scalar value.
//!
//! Clean text is measured by [`pieces`]; what is near an error, and short text, whatever is in it.
//!
//! Why it is right: what a unit becomes depends on nothing else. Cost, of a piece that is not
//! well-formed: for 64 bytes 6 operations to UTF-8 and 4 to UTF-16, and 3 to count what is
//! replaced.

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

/// Bytes of text that is not asked first whether it is well-formed.
const SHORT: usize = 256;

/// Bytes that are measured at once, whatever is in them.
const DAMAGED: usize = 1024;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-32 to the form `TO`.
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

/// [`measure`] of more than a block.
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
    // SAFETY: all are of this set.
    unsafe { pieces::length_lossy(validate, length, damaged::<BIG, TO>, src) }
}

/// [`Damaged`](pieces::Damaged).
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

/// As many bits as the units of `block` take bytes or units more than one each in `TO`, with U+FFFD
/// in the place of some.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn more<const BIG: bool, const TO: u8>(block: __m512i) -> u64 {
    let units = swap_dwords::<BIG>(block);
    let wrong = u64::from(wrong(units));
    let from = |limit| u64::from(_mm512_cmpge_epu32_mask(units, dwords(limit)));
    match TO {
        // Whatever is wrong is beyond 800, as U+FFFD is.
        length::UTF8 => (from(0x1_0000) & !wrong) | from(0x80) << 16 | from(0x800) << 32,
        length::UTF16_LE | length::UTF16_BE => from(0x1_0000) & !wrong,
        _ => 0,
    }
}
