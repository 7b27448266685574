//! Checks names of files (`check --names`), and repairs them (`names`, `convert --names`), so that
//! they are UTF-8 and normalized.

pub mod check;
pub mod command;
mod judge;
mod name;
pub mod rename;
mod report;
pub mod undo;
mod zip;

pub use check::{NamesReport, refuse};
pub use name::Wanted;
