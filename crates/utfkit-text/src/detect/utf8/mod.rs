//! A stream read as UTF-8: how much of it is, and what the lines are that are not.

pub(crate) mod lines;
pub(crate) mod mistake_count;
pub(crate) mod scan;
