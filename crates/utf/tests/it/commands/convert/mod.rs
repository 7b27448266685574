//! `utf convert`.

mod compressed;
mod in_place;
mod joined;
mod mistakes;
mod output;
mod parts;
mod progress;
mod rehearsal;
mod streams;
mod text;
mod usage;
