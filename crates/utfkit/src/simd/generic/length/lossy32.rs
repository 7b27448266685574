//! Measures any UTF-32 in each UTF, with U+FFFD for each unit that is not a scalar value.
//!
//! [`pieces`] measures well-formed text. This module measures the
//! text near errors, and any short text.
//!
//! Correctness: the result for a unit does not depend on any other unit. Cost, for a piece that is
//! not well-formed: 15 operations per register to UTF-8, 9 to UTF-16, and 7 to count the
//! replacements.

use crate::simd::generic::set::Set;
use crate::simd::generic::vector::in_machine_order;
use crate::simd::generic::wrong::wrong;
use crate::simd::shared::text::Text;
use crate::{
    LossyLength,
    form::Utf32,
    simd::{
        generic::{
            length::{Weight, tally},
            vector::Vector,
        },
        shared::by_pieces as pieces,
    },
};

/// Texts of at most this number of bytes are measured without a test for well-formedness.
const SHORT: usize = 128;

/// The number of bytes near an error that are measured at once.
const DAMAGED: usize = 1024;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-32.
#[inline(always)]
pub(in crate::simd) fn measure<S: Set, F: Text, T: Text>(v: S, src: &[u8]) -> LossyLength {
    if src.len() <= SHORT
        && let Some(length) = of_few::<S, F, T>(v, src)
    {
        return length;
    }
    let (validate, length, damaged) =
        (S::validate::<F>, S::length::<F, T>, S::measure_damaged::<F, T>);
    // SAFETY: the token `v` proves that the machine has the instructions of the set.
    unsafe { pieces::length_lossy(validate, length, damaged, src) }
}

/// Implements [`measure`] for short texts of whole units.
#[inline(always)]
pub(in crate::simd) fn of_few<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
) -> Option<LossyLength> {
    src.len().is_multiple_of(4).then(|| any::<V, F, T>(v, src))
}

/// Implements [`Damaged`](pieces::Damaged) for UTF-32.
#[inline(always)]
pub(in crate::simd) fn damaged<'a, V: Vector, F: Text, T: Text>(
    v: V,
    mut src: &'a [u8],
    total: &mut LossyLength,
) -> &'a [u8] {
    while src.len() >= 4 {
        let (piece, rest) = src.split_at(src.len().min(DAMAGED) & !3);
        let length = any::<V, F, T>(v, piece);
        total.units = total.units.saturating_add(length.units);
        total.replaced += length.replaced;
        src = rest;
        if length.replaced == 0 {
            return src;
        }
    }
    total.add_incomplete(T::FORM, src)
}

/// Implements [`measure`] for whole units, without a test for well-formedness.
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

/// Counts the units that are not scalar values.
struct NoScalars<const BIG: bool>;

impl<const BIG: bool> Weight for NoScalars<BIG> {
    const UNIT: usize = 4;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        wrong(v, in_machine_order::<V, Utf32<BIG>>(v, units))
    }
}

/// Counts the units that are supplementary characters.
struct Supplementary<const BIG: bool>;

impl<const BIG: bool> Weight for Supplementary<BIG> {
    const UNIT: usize = 4;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let units = in_machine_order::<V, Utf32<BIG>>(v, units);
        v.and_not(v.gt32(units, v.splat32(0xFFFF)), wrong(v, units))
    }
}

/// Counts the bytes of UTF-8 beyond one per unit. U+FFFD has two.
struct BeyondOne<const BIG: bool>;

impl<const BIG: bool> Weight for BeyondOne<BIG> {
    const UNIT: usize = 4;
    const MAX: usize = 3;

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
