//! Finds parts in UTF-16 or UTF-32 inside a stream.

pub(crate) mod damaged_utf16;
pub(crate) mod joined;
pub(crate) mod opening;
pub(crate) mod wide;
