//! `utf convert`.

mod as_cp;
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
mod signatures;
mod streams;
mod usage;
mod vectors;
