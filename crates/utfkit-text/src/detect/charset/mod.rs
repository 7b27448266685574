//! Which charset a text is in that is not in Unicode, by what it costs to write it so.

mod judge;
mod pages;
mod priors;
mod sample;

pub use judge::{Candidate, candidates};
pub(crate) use judge::{SAMPLE, cost};
