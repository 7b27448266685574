//! Swaps the byte order of UTF-16 in place.
//!
//! This is safe code without intrinsics, which the compiler vectorizes. Each set compiles it with
//! its own target features. Correctness: units do not depend on each other. Cost: a load, a shuffle
//! and a store per register.

/// Implements [`SwapInPlace`](crate::simd::shared::kernel::SwapInPlace).
#[inline(always)]
pub(in crate::simd) fn in_place(units: &mut [u16]) {
    for unit in units {
        *unit = unit.swap_bytes();
    }
}
