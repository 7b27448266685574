//! Finds the units in a register of UTF-32 that are not scalar values.

use crate::simd::generic::{validate::utf32::no_scalars, vector::Vector};

/// Returns all ones in the units that are not scalar values. The units are in the byte order of the
/// machine.
#[inline(always)]
pub(in crate::simd) fn wrong<V: Vector>(v: V, units: V::Register) -> V::Register {
    v.xor(v.eq32(no_scalars(v, units), v.splat8(0)), v.splat8(0xFF))
}

/// Puts U+FFFD in place of the units that are not scalar values, and returns the bytes of those as
/// bits. The units are in the byte order of the machine.
#[inline(always)]
pub(in crate::simd) fn fixed<V: Vector>(v: V, units: V::Register) -> (V::Register, u32) {
    let wrong = wrong(v, units);
    (v.choose(wrong, v.splat32(0xFFFD), units), v.bits(wrong))
}
