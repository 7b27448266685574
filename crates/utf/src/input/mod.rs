//! Input: operands, files in directories, lists, and compressed files.

pub mod content;
pub mod empty_list;
pub mod files;
pub mod kept_by_vcs;
pub mod left_out;
pub mod listed;
#[allow(dead_code, reason = "a build may lack all ways to compress")]
pub mod names;
pub mod operand;
pub mod output_folder;
pub mod same_file;
pub mod stream;
pub mod surface;
pub mod walk;
