//! Opened files and folders, by blocks, and what is compressed in them.

pub mod compressed;
pub mod folder;
pub mod paths;
pub mod reading;
pub mod regular;
pub mod temporary;
