//! What is ill-formed in UTF-8, and BOMs inside of it.

pub(crate) mod fixer;
mod ill_formed;
mod interrupted;
mod stray;
mod utf8_by_chance;
