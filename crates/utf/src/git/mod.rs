//! Asks the command `git` for the files of a change, their directories, and the staged content.

pub mod ask;
mod attributes_change;
pub mod can_encode;
pub mod change;
pub mod checks;
pub mod command;
pub mod environment;
pub mod index;
pub mod older;
pub mod origin;
mod raw;
pub mod repository;
pub mod work_tree;
