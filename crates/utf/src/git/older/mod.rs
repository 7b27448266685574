//! Older versions of files: that of a commit, and those before a change.

pub mod blobs;
pub mod version;
