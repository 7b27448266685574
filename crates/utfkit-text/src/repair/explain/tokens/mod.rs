//! A line as characters and raw bytes, cut into tokens.

pub(crate) mod cut;
pub(crate) mod gate;
pub(crate) mod units;
