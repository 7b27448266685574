//! `utf convert`.

mod compressed;
mod dry_run;
mod errors;
mod in_place;
mod joined;
mod output;
mod parts;
mod progress;
mod streams;
mod text;
mod usage;
