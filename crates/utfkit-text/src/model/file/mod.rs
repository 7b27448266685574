//! The file of the model: its parts, and how they are read.

pub(super) mod bytes;
pub(super) mod parts;
