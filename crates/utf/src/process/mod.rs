//! What belongs to the process as a whole.

pub mod names;
