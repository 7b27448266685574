//! Charsets with characters of two bytes: EBCDIC with shifts, Johab, and fast ways to read and to
//! write those of `encoding_rs`.
//!
//! `cargo xtask charsets` writes the tables from the mapping files of ICU. In EBCDIC, the smaller
//! charset of a language is a part of the larger one, so both have one table.

mod engine;
mod grid;
pub(super) mod iso_2022_jp;
mod jis_x_0208;
pub(super) mod johab;
mod pairs;
mod part;
mod seconds;
// It is as the generator writes it.
#[rustfmt::skip]
pub(super) mod tables;

pub(super) use engine::Shifted;
pub(super) use grid::Grid;
pub(super) use jis_x_0208::{JIS_X_0208, to_jis_x_0208};
pub(super) use pairs::{CHINESE, Pairs, UHC, to_shift_jis, trail};
pub(super) use part::Part;
pub(super) use seconds::{PAIRS, SECONDS, begins_pair, ends_pair};
