//! The encoding forms with a fixed byte order, and the one scalar decoder of each.
//!
//! A *form* is an encoding form with its byte order fixed: the rest of an encoding after its BOM
//! has been read. A form's decoder is the only code that decides which sequences are ill-formed,
//! and of which kind they are. Kernels only stop there.

pub(crate) mod boundary;
pub(crate) mod cut;
pub(crate) mod errors;
pub(crate) mod forms;
pub(crate) mod latin1;
pub(crate) mod order;
pub(crate) mod parts;
pub(crate) mod sequence;
#[allow(unsafe_code)]
pub(crate) mod unit;
pub(crate) mod units;
pub(crate) mod utf16;
pub(crate) mod utf32;
pub(crate) mod utf8;

pub use forms::Form;
pub(crate) use latin1::{Latin1, count_bytes};
pub use sequence::Encoded;
pub(crate) use sequence::{Codec, Sequence};
pub(crate) use utf8::Utf8;
pub use utf8::is_continuation;
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;
