//! Checks names of files (`check --names`), and repairs them (`names`), so that they are UTF-8 and
//! normalized.

pub mod check;
pub mod command;
mod found;
mod judge;
mod name;
mod rename;
mod report;
pub mod undo;
mod zip;

pub use check::{NamesReport, refuse};
pub use name::Wanted;
