//! Audits a text in memory that does not depend on the length of the text.

mod character;
pub(super) mod line_start;
mod mistake;
mod pending;
mod skipped;
pub mod text;
