//! Lines that are not right, apart from the others: what several commands have for that.

pub mod args;
pub mod failure;
pub mod judge;
pub mod outlet;
pub mod rejects;
pub mod report;
