//! A file as text: what it is read as, and by how many threads.

pub mod choose;
pub mod chunks;
pub mod detection;
pub mod sample;
pub mod source;
