//! The sets of AArch64.

pub(super) mod neon;
