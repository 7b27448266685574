//! Charsets of one byte per character, as tables of 256 characters.
//!
//! `cargo xtask charsets` writes `cells.bin` and `tables.rs` from the mapping files of ICU. The
//! index from characters to bytes is computed at compile time, so every character that can be read
//! can also be written.

mod page;
mod shared;
mod table;
// It is as the generator writes it.
#[rustfmt::skip]
pub(super) mod tables;

pub(super) use page::Page;
pub(crate) use shared::{FromUtf8, SharedCells};
pub(super) use table::{Newline, Table};
