//! What is read, what becomes of it, what is written.

mod boms;
mod doubt;
mod encodings;
mod eol;
mod filters;
mod policies;
mod vectors;
