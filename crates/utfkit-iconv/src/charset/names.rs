//! The names of glibc. `cargo run --example tables` writes this file.
#![cfg_attr(rustfmt, rustfmt::skip)]

/// Each name, in upper case and in order, with the number of its row.
pub(crate) static NAMES: &[(&str, u8)] = &[];
