//! Walks directories, and selects the files to read.

pub mod args;
pub mod descent;
pub mod problem;
pub mod rules;
