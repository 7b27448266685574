//! The legacy charsets, and their costs according to the model.

mod ebcdic;
mod judge;
mod pages;
mod race;
mod rival;

pub(crate) use ebcdic::candidates as ebcdic_candidates;
pub(crate) use judge::candidates;
pub(crate) use pages::scored;
