//! Reads bytes in an encoding, and measures whether the result is text.

pub(crate) mod meter;
pub(crate) mod reading;
pub(crate) mod visual;
pub(crate) mod without_bom;
