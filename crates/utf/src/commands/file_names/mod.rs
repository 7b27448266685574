//! Names of files as text: which are not UTF-8, or not normalized (`check --names`), and what they
//! become (`convert --names`).

pub mod check;
mod name;
pub mod rename;
mod report;
pub mod undo;

pub use check::{NamesReport, refuse};
pub use name::Wanted;
