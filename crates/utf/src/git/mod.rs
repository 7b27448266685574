//! What git's own command is asked: which files a change is about, where they are, what is staged.

pub mod ask;
mod attributes_change;
pub mod can_encode;
pub mod change;
pub mod checks;
pub mod command;
pub mod environment;
pub mod index;
pub mod origin;
pub mod repository;
pub mod work_tree;
