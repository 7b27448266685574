//! `utf convert`.

mod encodings;
mod joined;
mod mistakes;
mod output;
mod policies;
mod streams;
mod usage;
mod vectors;
