//! The differences from the tables of glibc. `cargo run --example tables` writes this file.
#![cfg_attr(rustfmt, rustfmt::skip)]

use super::patch::Patch;

/// Returns the differences of the charset with the name `glibc`.
pub(crate) fn of(_glibc: &str) -> &'static Patch {
    &Patch::NONE
}
