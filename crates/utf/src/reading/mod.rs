//! A file as text: what it is read as, and by how many threads.

pub mod assessment;
pub mod choose;
pub mod chunks;
mod converted_by_threads;
pub mod detection;
pub mod events;
pub mod sample;
pub mod source;
mod utf8_by_threads;
