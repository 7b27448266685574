//! Repositories: gates on a change, hooks, and git's knowledge about files.

pub(crate) mod gates;
mod hooks;
mod lost;
mod work_trees;
mod written;
