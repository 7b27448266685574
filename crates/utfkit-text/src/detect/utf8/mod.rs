//! Reads a stream as UTF-8, and finds the lines that are not.

pub(crate) mod error_count;
pub(crate) mod good_lines;
pub(crate) mod good_parts;
pub(crate) mod kept;
pub(crate) mod lines;
pub(crate) mod scan;
