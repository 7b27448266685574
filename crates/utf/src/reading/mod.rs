//! A file as text: what it is read as, and by how many threads.

pub mod chunks;
pub mod detection;
pub mod source;
