//! Decodes streams to characters or code points with their offsets, also line by line in several
//! encodings, and cuts texts between characters.

pub mod block;
pub mod choose;
pub mod code_points;
pub mod cutter;
pub mod decoder;
pub mod events;
pub mod line_parts;
pub mod placed;
pub mod reading;
pub mod refused;
