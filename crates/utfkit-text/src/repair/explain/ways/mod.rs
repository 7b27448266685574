//! The ways in which text is damaged, and the texts that a token may have been.

pub(crate) mod alternative;
mod alternatives;
pub(crate) mod channels;
mod claims;
mod contradictions;
pub(crate) mod gbk;
pub(crate) mod pages;
pub(crate) mod runs;
pub(crate) mod sequences;
