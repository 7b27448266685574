//! How long UTF-32 of any kind is in each UTF, with U+FFFD for each unit that is no scalar value.
//!
//! Pieces that stay in the nearest cache are validated and measured; one that is not well-formed,
//! and short text, is measured whatever is in it, and the next is taken to be like it.
//!
//! Why it is right: what a unit becomes depends on nothing else. Cost, of a piece that is not
//! well-formed: 14 operations for a register to UTF-8, 8 to UTF-16, and 6 to count what is replaced.

use super::{
    into8::in_machine_order,
    tally::{self, Weight, tally},
    validate32::{self, no_scalars},
};
use crate::{
    LossyLength,
    form::Utf32,
    simd::{
        Form,
        vector::{Text, Vector},
    },
};

/// Octets of text that is not asked first whether it is well-formed.
const SHORT: usize = 128;

/// Octets of a piece.
const PIECE: usize = 8 << 10;

/// [`Kernels::length_lossy`](crate::simd::Kernels::length_lossy) from UTF-32.
#[inline(always)]
pub(super) fn measure<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    let whole = &src[..src.len() & !3];
    if whole.len() <= V::Narrow::BYTES {
        return of_few::<V::Narrow, F, T>(v.narrow(), src);
    }
    with_rest::<T>(long::<V, F, T>(v, whole), src)
}

/// [`measure`] of a register at most, but for units that are not whole.
#[inline(always)]
pub(super) fn of_few<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    with_rest::<T>(any::<V, F, T>(v, &src[..src.len() & !3]), src)
}

/// The length of `src` from that of its whole units: what is left of a unit is one more.
#[inline(always)]
fn with_rest<T: Text>(length: LossyLength, src: &[u8]) -> LossyLength {
    if src.len().is_multiple_of(4) {
        return length;
    }
    let one = if T::FORM == Form::Utf8 { 3 } else { 1 };
    LossyLength { units: length.units.saturating_add(one), replaced: length.replaced + 1 }
}

/// [`measure`] of more than a register.
#[inline(always)]
fn long<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    let mut total = LossyLength::default();
    let mut damaged = src.len() <= SHORT;
    for piece in src.chunks(PIECE) {
        if !damaged && validate32::validate::<V, F>(v, piece) == piece.len() {
            total.units = total.units.saturating_add(tally::length::<V, F, T>(v, piece));
            continue;
        }
        let length = any::<V, F, T>(v, piece);
        total.units = total.units.saturating_add(length.units);
        total.replaced += length.replaced;
        damaged = length.replaced > 0;
    }
    total
}

/// [`measure`] of whole units without a test.
#[inline(always)]
fn any<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    let units = src.len() / 4;
    let more = match (T::UNIT, F::BIG) {
        (1, false) => tally::<V, BeyondOne<false>>(v, src),
        (1, true) => tally::<V, BeyondOne<true>>(v, src),
        (2, false) => tally::<V, Supplementary<false>>(v, src),
        (2, true) => tally::<V, Supplementary<true>>(v, src),
        _ => 0,
    };
    let replaced = if F::BIG {
        tally::<V, NoScalars<true>>(v, src)
    } else {
        tally::<V, NoScalars<false>>(v, src)
    };
    LossyLength { units: units + more, replaced }
}

/// All ones in the units of `units`, in the order of this machine, that are no scalar values.
#[inline(always)]
pub(super) fn wrong<V: Vector>(v: V, units: V::Register) -> V::Register {
    v.xor(v.eq32(no_scalars(v, units), v.splat8(0)), v.splat8(0xFF))
}

/// Units that are no scalar values.
struct NoScalars<const BIG: bool>;

impl<const BIG: bool> Weight for NoScalars<BIG> {
    const UNIT: usize = 4;
    const MOST: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        wrong(v, in_machine_order::<V, Utf32<BIG>>(v, units))
    }
}

/// Units that are supplementary characters.
struct Supplementary<const BIG: bool>;

impl<const BIG: bool> Weight for Supplementary<BIG> {
    const UNIT: usize = 4;
    const MOST: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let units = in_machine_order::<V, Utf32<BIG>>(v, units);
        v.and_not(v.gt32(units, v.splat32(0xFFFF)), wrong(v, units))
    }
}

/// The octets of UTF-8 that units take beyond one; U+FFFD takes two.
struct BeyondOne<const BIG: bool>;

impl<const BIG: bool> Weight for BeyondOne<BIG> {
    const UNIT: usize = 4;
    const MOST: usize = 3;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let units = in_machine_order::<V, Utf32<BIG>>(v, units);
        let wrong = wrong(v, units);
        let two = v.or(v.gt32(units, v.splat32(0x7F)), wrong);
        let three = v.or(v.gt32(units, v.splat32(0x7FF)), wrong);
        let four = v.and_not(v.gt32(units, v.splat32(0xFFFF)), wrong);
        v.add8(v.add8(two, three), four)
    }
}
