//! `utf check`.

mod big;
mod flags;
mod golden;
mod json;
mod kinds;
mod operands;
mod place;
mod reading;
mod relatives;
mod shown;
mod streams;
mod vectors;
