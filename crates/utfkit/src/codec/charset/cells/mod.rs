//! Charsets of one byte per character, as tables of 256 characters.
//!
//! `cargo xtask charsets` writes `cells.bin` and `tables.rs` from the mapping files of ICU. The
//! index from characters to bytes is computed at compile time, so every character that can be read
//! can also be written.

mod rows;
mod table;
mod tables;

pub(super) use rows::{EBCDIC, OTHER, ZOS};
pub(super) use table::{Newline, Table};
