//! Checks names of files (`check --names`), and converts them (`convert --names`), so that they are
//! UTF-8 and normalized.

pub mod check;
mod name;
pub mod rename;
mod report;
pub mod undo;

pub use check::{NamesReport, refuse};
pub use name::Wanted;
