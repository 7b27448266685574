//! Code for the kernels of several levels.

pub(in crate::simd) mod by_copies;
pub(in crate::simd) mod by_pieces;
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "only the levels of x86-64 use it")
)]
pub(in crate::simd) mod cache;
pub(crate) mod kernel;
#[cfg(feature = "whatwg-charsets")]
pub(crate) mod page;
pub(crate) mod spans;
pub(in crate::simd) mod swap;
pub(in crate::simd) mod text;
pub(in crate::simd) mod utf8_errors;
pub(in crate::simd) mod utf8_subparts;
