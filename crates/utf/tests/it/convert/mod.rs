//! `utf convert`.

mod as_cp;
mod boms;
mod compressed;
mod doubt;
mod encodings;
mod eol;
mod filters;
mod folder;
mod in_place;
mod joined;
mod mistakes;
mod output;
mod parts;
mod policies;
mod progress;
mod rehearsal;
mod streams;
mod usage;
mod vectors;
