//! The report of a repair: one line per event, and a summary.

mod json;
pub mod line_counter;
mod lines;
mod position;
mod tally;

pub use {
    lines::Report,
    tally::{Findings, Tally},
};
