//! The decoding of text, and the reports about it.

mod kinds;
mod reading;
mod receivers;
mod relatives;
mod vectors;
