//! Reads a file as text: its encoding, and the threads that read it.

pub mod assessment;
pub mod choose;
pub mod chunks;
pub mod code_page;
mod converted_by_threads;
pub mod declared;
pub mod detection;
pub mod events;
pub mod kept;
pub mod looks;
pub mod sample;
pub mod source;
mod utf8_by_threads;
