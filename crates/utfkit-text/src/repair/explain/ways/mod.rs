//! The ways in which text is damaged, and the texts that a token may have been.

pub(crate) mod alternative;
pub(crate) mod alternatives;
pub(crate) mod channels;
pub(crate) mod charsets;
mod claims;
pub(crate) mod contradictions;
pub(crate) mod gbk;
pub(crate) mod pages;
pub(crate) mod runs;
pub(crate) mod sequences;
