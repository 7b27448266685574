//! A file that is replaced completely or not at all.
//!
//! The new text goes to a new file in the same directory, which is synced and then renamed. If
//! anything fails before the rename, the old file is still there, unchanged. A backup is a second
//! hard link to the old file, made under the same lock. So nothing is copied, and the name always
//! refers to a file.

pub mod args;
pub mod change;
pub mod folders;
pub mod leftovers;
pub mod own_files;
pub mod replacement;
