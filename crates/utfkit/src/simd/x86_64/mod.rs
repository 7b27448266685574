//! The sets of x86-64.

pub(super) mod avx512;
