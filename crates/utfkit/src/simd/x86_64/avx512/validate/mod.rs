//! Validation.

pub(in crate::simd) mod ascii;
pub(in crate::simd) mod utf16;
pub(in crate::simd) mod utf32;
pub(in crate::simd) mod utf8;
