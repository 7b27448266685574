//! Follows a text and says what is suspicious in it, in memory that does not depend on its length.

mod character;
pub(super) mod line_start;
mod mistake;
mod pending;
mod skipped;
pub mod text;
