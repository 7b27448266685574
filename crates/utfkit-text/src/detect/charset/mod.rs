//! Finds the charset of a text that is not in Unicode: the cheapest reading.

mod judge;
mod pages;
mod priors;
mod sample;

pub use judge::{Candidate, candidates};
pub(crate) use judge::{SAMPLE, cost};
