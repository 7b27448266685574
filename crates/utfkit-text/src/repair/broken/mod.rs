//! What is ill-formed in UTF-8, and BOMs inside of it.

pub(crate) mod fixer;
mod ill_formed;
mod interrupted;
mod latin9;
mod names;
pub(crate) mod readings;
mod stray;
mod utf8_by_chance;
mod vocabulary;
mod western;
mod whole_text;
