//! The lines of a text that may be damaged, and the parts of it that were.

mod agree;
mod chance;
mod escape;
mod escapes;
pub(crate) mod foreign;
pub(crate) mod lines;
mod quoted;
pub(crate) mod segment;
mod whole;
