//! `utf check`.

mod big;
mod compressed;
mod flags;
mod golden;
mod json;
mod kinds;
mod operands;
mod place;
mod progress;
mod reading;
mod relatives;
mod shown;
mod streams;
mod tree;
mod vectors;
