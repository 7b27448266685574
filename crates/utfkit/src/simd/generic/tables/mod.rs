//! Tables for shuffles.

pub(in crate::simd) mod compact;
pub(in crate::simd) mod replaced;
