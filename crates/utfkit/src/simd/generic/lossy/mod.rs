//! Conversion with replacement.

pub(in crate::simd) mod utf16;
pub(in crate::simd) mod utf32;
pub(in crate::simd) mod utf8;
