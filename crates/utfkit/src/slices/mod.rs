//! The public functions over slices, and the code that they share.

pub mod ascii;
pub(crate) mod chars;
pub(crate) mod chunks;
pub(crate) mod engine;
pub mod latin1;
pub(crate) mod outside;
pub(crate) mod rows;
#[allow(unsafe_code)]
pub(crate) mod unchecked;
pub mod utf16;
pub mod utf32;
pub mod utf8;
pub(crate) mod well_formed;
