//! Charsets of one byte per character, as tables.

pub(crate) mod tables;
pub(crate) mod western;
