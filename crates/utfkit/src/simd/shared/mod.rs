//! What kernels of several levels share.

pub(in crate::simd) mod by_copies;
pub(in crate::simd) mod by_pieces;
pub(in crate::simd) mod cache;
pub(in crate::simd) mod spans;
pub(in crate::simd) mod swap;
pub(in crate::simd) mod utf8_errors;
pub(in crate::simd) mod utf8_subparts;
