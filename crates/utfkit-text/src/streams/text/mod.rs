//! Reads text in any encoding: bytes in, pieces of text with their places and errors out.
//!
//! The reader reads the BOM first. Then it passes UTF-8 on as it is, and decodes other encodings to
//! UTF-8, a block at a time. No place is stored. To find a place, the bytes after the last known
//! place are decoded again, because decoders are `Copy`.

mod mark;
mod piece;
mod reader;
#[cfg(test)]
mod tests;

pub(crate) use self::{
    mark::{Mark, to_utf8},
    piece::Places,
};
pub use self::{
    piece::Piece,
    reader::{Part, Take, TextReader},
};
