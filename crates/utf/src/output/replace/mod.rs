//! A file that is replaced as a whole, or not at all.
//!
//! What replaces it is written to a new file in the same folder, synced, and takes the name at the
//! end: whatever goes wrong before, at any instant, the old file is there as it was.

pub mod access;
pub mod args;
pub mod attributes;
pub mod change;
pub mod folders;
pub mod keep;
pub mod leftovers;
pub mod old;
pub mod own_files;
pub mod replacement;
