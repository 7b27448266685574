//! UTF-16: its byte order, and lost bytes.

pub(crate) mod order;
pub(crate) mod units;
pub(crate) mod text;
