//! Runs of characters that are one code unit in both the source and the target form, in blocks.
//!
//! A block is one test and one loop of loads and stores, which the compiler vectorizes for any
//! target.

use core::mem::MaybeUninit;

use crate::{
    form::{Codec, Latin1, Utf8, Utf16, Utf32, cut},
    scalar,
};

/// The number of bytes that are tested at once. The compiler keeps this number in a few vectors,
/// without a loop.
const BLOCK: usize = 32;

/// The number of bytes that are tested at once in a long run of bytes.
const LONG: usize = 128;

/// The number of code units that are copied at once.
const UNITS: usize = 16;

/// The number of sequences that are handled one by one before the next block is tried. After a
/// character that is not plain, more of its kind are likely.
pub(in crate::simd) const STEPS: usize = 16;

/// A form, with the characters that are one code unit in it.
pub(in crate::simd) trait Plain: Codec {
    /// The greatest such character. Surrogates are not characters.
    const MAX: u32;
}

impl Plain for Latin1 {
    const MAX: u32 = 0xFF;
}

impl Plain for Utf8 {
    const MAX: u32 = 0x7F;
}

impl<const BIG: bool> Plain for Utf16<BIG> {
    const MAX: u32 = 0xFFFF;
}

impl<const BIG: bool> Plain for Utf32<BIG> {
    const MAX: u32 = scalar::MAX;
}

/// Returns the greatest character that is one code unit in both forms.
pub(in crate::simd) const fn most<F: Plain, T: Plain>() -> u32 {
    if F::MAX < T::MAX { F::MAX } else { T::MAX }
}

/// The maximum number of units of a run that are tested before they are copied, so that they stay
/// in the cache.
const RUN: usize = 2048;

/// Returns the number of bytes in the leading blocks of `src` that have only plain characters.
#[inline(always)]
pub(super) fn run<F: Plain, T: Plain>(src: &[u8]) -> usize {
    let mut at = 0;
    if F::UNIT == 1 {
        while cut::rest(src, at).first_chunk::<LONG>().is_some_and(|block| is_plain::<F, T>(block))
        {
            at += LONG;
        }
    }
    while cut::rest(src, at).first_chunk::<BLOCK>().is_some_and(|block| is_plain::<F, T>(block)) {
        at += BLOCK;
    }
    at
}

/// Returns `true` if all code units of `block` are plain characters in both forms.
#[inline(always)]
fn is_plain<F: Plain, T: Plain>(block: &[u8]) -> bool {
    let most = const { most::<F, T>() };
    if most < 0x80 && F::UNIT == 1 {
        // The standard library has code that the compiler turns into one test.
        return block.is_ascii();
    }
    let units = block.chunks_exact(F::UNIT).map(F::unit);
    if most <= 0xFF {
        // The limit is all ones, so it holds for all units if it holds for the union of their bits.
        units.fold(0, |all, unit| all | unit) <= most
    } else if F::UNIT == 2 {
        let wrong = |unit| u32::from(unit & 0xF800 == 0xD800);
        units.fold(0, |any, unit| any | wrong(unit)) == 0
    } else {
        // The highest bit of one of these is set if the unit is a surrogate or above the limit.
        let wrong =
            |unit: u32| (unit ^ 0xD800).wrapping_sub(0x800) | most.wrapping_sub(unit) | unit;
        units.fold(0, |any, unit| any | wrong(unit)) >> 31 == 0
    }
}

/// Copies the blocks of plain characters at the start of `src` to `dst` in another form, as many as
/// fit. Returns the number of code units.
#[inline(always)]
pub(super) fn convert_run<F: Plain, T: Plain>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let mut units = 0;
    loop {
        let (from, to) = (cut::rest(src, units * F::UNIT), cut::rest_mut(dst, units * T::UNIT));
        let run = if T::UNIT > F::UNIT {
            widen_run::<F, T>(from, to)
        } else {
            convert_block::<F, T>(from, to)
        };
        if run == 0 {
            return units;
        }
        units += run;
    }
}

/// Does the work of [`convert_run`] for one block: two vectors of one form make one of the other.
#[inline(always)]
fn convert_block<F: Plain, T: Plain>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    match (src.get(..UNITS * F::UNIT), dst.get_mut(..UNITS * T::UNIT)) {
        (Some(src), Some(dst)) if is_plain::<F, T>(src) => {
            copy::<F, T>(src, dst);
            UNITS
        }
        _ => 0,
    }
}

/// Does the work of [`convert_run`] for some blocks, in a separate loop. Otherwise, the compiler
/// unrolls a block and then does not vectorize the rest.
#[inline(always)]
fn widen_run<F: Plain, T: Plain>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let most = RUN.min(src.len() / F::UNIT).min(dst.len() / T::UNIT);
    let run = run::<F, T>(cut::prefix(src, most * F::UNIT));
    copy::<F, T>(cut::prefix(src, run), dst);
    run / F::UNIT
}

/// Copies plain characters into another form.
#[inline(always)]
fn copy<F: Plain, T: Plain>(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (unit, slot) in src.chunks_exact(F::UNIT).zip(dst.chunks_exact_mut(T::UNIT)) {
        T::put_unit(F::unit(unit), slot);
    }
}
