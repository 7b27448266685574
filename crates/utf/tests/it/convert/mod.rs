//! `utf convert`.

mod encodings;
mod filters;
mod joined;
mod mistakes;
mod output;
mod policies;
mod rehearsal;
mod signatures;
mod streams;
mod usage;
mod vectors;
