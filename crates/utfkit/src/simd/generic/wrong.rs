//! What is no scalar value in a register of UTF-32.

use crate::simd::generic::{validate::utf32::no_scalars, vector::Vector};

/// All ones in the units of `units`, in the order of this machine, that are no scalar values.
#[inline(always)]
pub(in crate::simd) fn wrong<V: Vector>(v: V, units: V::Register) -> V::Register {
    v.xor(v.eq32(no_scalars(v, units), v.splat8(0)), v.splat8(0xFF))
}

/// `units`, in the order of this machine, with U+FFFD for those that are no scalar values; and the
/// bytes of those, as bits.
#[inline(always)]
pub(in crate::simd) fn fixed<V: Vector>(v: V, units: V::Register) -> (V::Register, u32) {
    let wrong = wrong(v, units);
    (v.choose(wrong, v.splat32(0xFFFD), units), v.bits(wrong))
}
