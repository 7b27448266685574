//! The conversion of text, without files.

mod boms;
mod doubt;
mod encodings;
mod eol;
mod filters;
mod odd;
mod policies;
mod surfaces;
mod two_encodings;
mod vectors;
