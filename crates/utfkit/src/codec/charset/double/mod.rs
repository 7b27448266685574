//! EBCDIC with characters of one and of two bytes, and shifts between them.
//!
//! `cargo xtask charsets` writes the tables from the mapping files of ICU. The smaller charset of a
//! language is a part of the larger one, so both have one table.

mod engine;
mod grid;
pub(super) mod johab;
pub(super) mod tables;

pub(super) use engine::Shifted;
pub(super) use grid::{Doubles, Part};
