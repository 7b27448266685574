//! Writes bad lines to a separate file, for several commands.

pub mod args;
pub mod failure;
pub mod judge;
pub mod outlet;
pub mod rejects;
pub mod report;
