//! The legacy charsets, and their costs according to the model.

mod judge;
mod pages;

pub(crate) use judge::candidates;
