//! How long UTF-32 of any kind is in each UTF, with U+FFFD for each unit that is no scalar value.
//!
//! Clean text is measured by [`pieces`](crate::simd::shared::by_pieces); what is near an error, and short text,
//! whatever is in it.
//!
//! Why it is right: what a unit becomes depends on nothing else. Cost, of a piece that is not
//! well-formed: 15 operations for a register to UTF-8, 9 to UTF-16, and 7 to count what is replaced.

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

/// Bytes of text that is not asked first whether it is well-formed.
const SHORT: usize = 128;

/// Bytes that are measured at once, whatever is in them.
const DAMAGED: usize = 1024;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-32.
#[inline(always)]
pub(in crate::simd) fn measure<S: Set, F: Text, T: Text>(v: S, src: &[u8]) -> LossyLength {
    if src.len() <= SHORT
        && let Some(length) = of_few::<S, F, T>(v, src)
    {
        return length;
    }
    let (validate, length, damaged) =
        (S::validate::<F>, S::length::<F, T>, S::measure_damaged::<F, T>);
    // SAFETY: the token of the set is the proof that the machine has the instructions.
    unsafe { pieces::length_lossy(validate, length, damaged, src) }
}

/// [`measure`] of few bytes, if their units are whole.
#[inline(always)]
pub(in crate::simd) fn of_few<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
) -> Option<LossyLength> {
    src.len().is_multiple_of(4).then(|| any::<V, F, T>(v, src))
}

/// [`Damaged`](pieces::Damaged) for UTF-32.
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

/// Units that are no scalar values.
struct NoScalars<const BIG: bool>;

impl<const BIG: bool> Weight for NoScalars<BIG> {
    const UNIT: usize = 4;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        wrong(v, in_machine_order::<V, Utf32<BIG>>(v, units))
    }
}

/// Units that are supplementary characters.
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

/// The bytes of UTF-8 that units take beyond one; U+FFFD takes two.
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
