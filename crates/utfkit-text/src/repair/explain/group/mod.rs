//! The cheapest explanation of a line, and what the lines show about the file.

pub(crate) mod change;
pub(crate) mod knowledge;
mod lone;
pub(crate) mod search;
mod unproven;
mod verdict;
