//! The sets of WebAssembly.

pub(super) mod simd128;
