//! Repositories: gates on a change, hooks, and what git knows.

pub(crate) mod gates;
mod hooks;
mod work_trees;
mod written;
