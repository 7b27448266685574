//! Conversion between any two encodings: at once, and as a stream.

pub mod converter;
pub mod once;
pub mod policy;
