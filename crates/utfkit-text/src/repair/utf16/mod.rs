//! UTF-16: in which byte order it is, and what it lost.

pub(crate) mod order;
pub(crate) mod units;
