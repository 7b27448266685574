//! The legacy charsets, and their costs according to the model.

mod ebcdic;
mod judge;
mod pages;

pub(crate) use ebcdic::candidates as ebcdic_candidates;
pub(crate) use judge::candidates;
