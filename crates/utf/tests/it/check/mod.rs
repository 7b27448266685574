//! `utf check`.

mod big;
mod flags;
mod golden;
mod json;
mod kinds;
mod operands;
mod place;
mod shown;
mod streams;
mod vectors;
