//! Charsets with characters of two bytes: EBCDIC with shifts, Johab, and those of the WHATWG standard.
//!
//! `cargo xtask charsets` writes the tables. In EBCDIC, the smaller charset of a language is a part of
//! the larger one, so both have one table.

mod browsers;
mod engine;
mod grid;
mod grids;
mod jis_x_0208;
pub(super) mod johab;
mod part;
mod seconds;
// It is as the generator writes it.
#[rustfmt::skip]
pub(super) mod tables;

pub(super) use browsers::{
    Family, Pairs, iso_2022_jp, jis_x_0208, to_shift_jis, to_vendors, trail,
};
pub(super) use engine::Shifted;
pub(super) use grid::Grid;
pub(super) use grids::{CHINESE, JIS_X_0212, UHC};
pub(super) use jis_x_0208::{JIS_X_0208, to_jis_x_0208};
pub(super) use part::Part;
pub(super) use seconds::{PAIRS, SECONDS, begins_pair, ends_pair};
