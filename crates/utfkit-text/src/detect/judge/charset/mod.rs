//! The legacy charsets, and their costs according to the model.

mod judge;
mod pages;
mod priors;

pub(crate) use judge::candidates;
