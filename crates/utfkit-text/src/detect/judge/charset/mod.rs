//! Charsets that are not Unicode's, as the model of text judges them.

mod judge;
mod pages;
mod priors;

pub(crate) use judge::candidates;
