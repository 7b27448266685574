//! The best reading of some bytes.

pub(crate) mod charsets;
pub(crate) mod escapes;
pub(crate) mod opinion;
