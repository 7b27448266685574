//! Charsets of the WHATWG standard with characters of several bytes.
//!
//! [`Family`] reads and writes one character as the standard does, and [`Pairs`] adds the differences of
//! a variant. Common characters have fast ways, which decide nothing.

mod common;
mod family;
mod hkscs;
pub(in super::super) mod iso_2022_jp;
mod pairs;
mod ranges;
mod room;
mod shift_jis;

pub(super) use common::encode;
pub(in super::super) use family::{Family, jis_x_0208, to_vendors};
pub(in super::super) use pairs::Pairs;
pub(in super::super) use shift_jis::{to_shift_jis, trail};
