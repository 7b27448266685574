//! Ill-formed sequences of UTF-8, and BOMs inside of a text.

pub(crate) mod fixer;
pub(crate) mod ill_formed;
mod interrupted;
mod utf8_by_chance;
