//! The tables of charsets with one byte per character, for the kernels from and to UTF-8.

mod cells;
#[cfg_attr(
    not(feature = "std"),
    allow(dead_code, reason = "only kept tables are worth their price")
)]
mod windows;

pub(in crate::simd) use cells::NO_CHARACTER;
pub(crate) use cells::Utf8Cells;
#[cfg(feature = "std")]
pub(crate) use windows::KeptWindows;
pub(crate) use windows::Windows;
