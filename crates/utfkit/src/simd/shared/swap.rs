//! UTF-16 in the other order of bytes where it stands.
//!
//! Safe code without intrinsics, which a compiler vectorizes: each set has it compiled with its own
//! target features. Why it is right: units do not depend on each other. Cost: a load, a shuffle and
//! a store for each register.

/// [`SwapInPlace`](crate::simd::shared::kernel::SwapInPlace).
#[inline(always)]
pub(in crate::simd) fn in_place(units: &mut [u16]) {
    for unit in units {
        *unit = unit.swap_bytes();
    }
}
