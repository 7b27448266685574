//! Compressed files: the methods, reading and writing.

pub mod compressor;
pub mod decompress;
pub mod members;
pub mod method;
