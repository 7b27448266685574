//! Counts of the contents of a text.

pub(in crate::simd) mod contents;
pub(in crate::simd) mod length;
pub(in crate::simd) mod lossy16;
pub(in crate::simd) mod lossy32;
pub(in crate::simd) mod lossy8;
pub(in crate::simd) mod tally;
