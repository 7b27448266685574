//! What is compressed: by which method, and how it is read and written.

pub mod compressor;
pub mod decompress;
pub mod members;
pub mod method;
