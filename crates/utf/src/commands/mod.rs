//! The commands, one per file, with their arguments.

pub mod audit;
pub mod bad_lines;
pub mod check;
pub mod cmp;
pub mod convert;
pub mod count;
mod cutting;
pub mod detect;
pub mod each_file;
pub mod edit;
pub mod explain;
pub mod file_names;
pub mod generate;
pub mod git_filter;
pub mod inspect;
pub mod labels;
pub mod mcp;
mod output_tree;
pub mod repair;
pub mod search;
pub mod slice;
pub mod split;
pub mod undo;
