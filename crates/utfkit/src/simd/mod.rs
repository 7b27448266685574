//! The kernels: bulk validation, conversion and counting, one set for each instruction set.
//!
//! A kernel works on the bytes of a form. It stops where it can no longer prove that the text is
//! well-formed, and returns the number of bytes up to there. It does not classify errors. The
//! scalar decoder of the form does this at the offset where the kernel stopped, once for all sets.
//!
//! [`available`] lists the sets that this machine can run, and [`active`] returns the one in use.
//! With the feature `std`, the set is chosen at run time, and the environment variable
//! `UTFKIT_SIMD` forces a set by its name. Without it, the target features of the build decide.
//!
//! ```
//! // Each of these gives the same results on every input.
//! for level in utfkit::simd::available() {
//!     println!("{}", level.name());
//! }
//! ```
//!
//! `operations` is the table of all kernels, with an operation per row and a level per column.

mod by_form;
mod by_strict;
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
    allow(dead_code, reason = "used only by sets that this target does not have")
)]
mod generic;
mod levels;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
pub(crate) mod operations;
mod portable;
pub(crate) mod row;
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
    allow(dead_code, reason = "used only by sets that this target does not have")
)]
pub(crate) mod shared;
pub(crate) mod short;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;
// Operating system kernels are built without vector registers (`x86_64-unknown-none`).
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86_64;

pub use crate::simd::levels::{Level, active, available};
pub(crate) use crate::simd::row::Row;
// For tests and benchmarks of kernels; not part of the interface.
#[doc(hidden)]
pub use crate::{
    error::outcome::{Contents, LossyProgress, Progress},
    form::Form,
    simd::shared::spans::Range,
};
