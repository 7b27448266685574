//! Names of files as text: which are not UTF-8, or not normalized (`check --names`), and what they
//! become (`convert --names`).

mod check;
mod name;
mod rename;
mod report;
mod undo;

pub use check::{Told, check, refuse};
pub use name::Wanted;
pub use rename::rename;
pub use undo::undo;
