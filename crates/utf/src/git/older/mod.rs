//! Older versions of files: that of a commit, that of the index, and those before a change.

pub mod blobs;
pub mod restore;
pub mod staged;
pub mod version;
