//! Audits a text in memory that does not depend on the length of the text.

mod character;
mod ill_formed;
pub(super) mod line_start;
mod pending;
mod skipped;
pub(crate) mod text;
