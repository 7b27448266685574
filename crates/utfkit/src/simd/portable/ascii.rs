//! Runs of ASCII, in any form, by blocks.

use core::mem::MaybeUninit;

use crate::form::Codec;

/// How many code units are tested at once.
pub(super) const BLOCK: usize = 16;

/// How many octets of `src`, from its start, are blocks of ASCII.
#[inline(always)]
pub(super) fn run<F: Codec>(src: &[u8]) -> usize {
    src.chunks_exact(BLOCK * F::UNIT).take_while(|block| is_ascii::<F>(block)).count()
        * (BLOCK * F::UNIT)
}

/// Whether all code units of `block` are ASCII.
#[inline(always)]
pub(super) fn is_ascii<F: Codec>(block: &[u8]) -> bool {
    let all = block.chunks_exact(F::UNIT).fold(0, |all, unit| all | F::unit(unit));
    all < 0x80
}

/// Copies the ASCII blocks at the start of `src` to `dst` in another form, as many as fit; gives
/// how many code units that were.
#[inline(always)]
pub(super) fn convert_run<F: Codec, T: Codec>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let blocks = src.chunks_exact(BLOCK * F::UNIT).zip(dst.chunks_exact_mut(BLOCK * T::UNIT));
    let mut units = 0;
    for (from, to) in blocks {
        if !is_ascii::<F>(from) {
            break;
        }
        for (unit, slot) in from.chunks_exact(F::UNIT).zip(to.chunks_exact_mut(T::UNIT)) {
            T::put_unit(F::unit(unit), slot);
        }
        units += BLOCK;
    }
    units
}
