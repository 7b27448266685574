//! The sets of x86-64.

pub(super) mod avx2;
pub(super) mod avx512;
pub(super) mod sse42;
