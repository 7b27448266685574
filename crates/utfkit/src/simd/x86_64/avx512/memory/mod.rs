//! How text comes from memory and goes to it: what suits the machine, and what is done for text that no cache holds.

pub(in crate::simd) mod ahead;
pub(in crate::simd) mod cursor;
pub(in crate::simd) mod machine;
pub(in crate::simd) mod non_temporal;
