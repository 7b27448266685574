//! `utf check`.

mod baseline;
mod big;
mod compressed;
mod flags;
mod formats;
pub(crate) mod gates;
mod globs;
mod golden;
mod hooks;
mod json;
mod kinds;
mod lists;
mod no_files;
mod operands;
mod parts;
mod place;
mod progress;
mod reading;
mod receivers;
mod relatives;
mod rules;
mod schema;
mod shown;
mod streams;
mod tree;
mod vectors;
mod written;
