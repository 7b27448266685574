//! Bytes as characters with their places, as code points, by line in several encodings; and texts cut
//! between characters.

pub mod block;
pub mod choose;
pub mod code_points;
pub mod cutter;
pub mod decoder;
pub mod events;
pub mod placed;
pub mod reading;
pub mod refused;
