//! Columns of Apache Arrow, through the PyCapsule interface.

mod bad;
mod build;
mod capsule;
mod functions;
mod repairs;
mod report;
mod rows;
mod table;
mod threads;

pub(crate) use capsule::{Array, ChunkedArray};
pub(crate) use functions::{
    decode, detect, encode, first_error, is_valid_utf8, make_valid_utf8, try_validate_utf8,
    validate_utf8,
};
pub(crate) use repairs::repair;
pub(crate) use table::check;
