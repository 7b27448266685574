//! UTF-16: its byte order, and lost bytes.

pub(crate) mod order;
pub(crate) mod text;
pub(crate) mod units;
