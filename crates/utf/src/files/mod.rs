//! Open files and directories, read in blocks, and compressed files.
//!
//! Files are never mapped: a mapped file that shrinks kills the process.

pub mod compressed;
pub mod folder;
pub mod paths;
pub mod reading;
pub mod temporary;
pub mod zip;
