//! Charsets of one byte per character, as tables of 256 characters.
//!
//! `cargo xtask charsets` writes `cells.bin` and `tables.rs` from the mapping files of ICU. The
//! index from characters to bytes is computed at compile time, so every character that can be read
//! can also be written.

mod page;
mod table;
// It is as the generator writes it.
#[rustfmt::skip]
pub(super) mod tables;
mod utf8;

pub(super) use page::Page;
pub(super) use table::{Newline, Table};
pub(crate) use utf8::{SharedCells, Utf8Cells};
