//! Some bytes, read in an encoding, and whether that is text.

pub(crate) mod meter;
pub(crate) mod reading;
pub(crate) mod runs;
pub(crate) mod unsigned;
