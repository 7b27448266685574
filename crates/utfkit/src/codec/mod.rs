//! One decoder and one encoder for each encoding, which work a sequence or a block at a time.
//!
//! [`Decoder`] and [`Encoder`] are the parts of which a [`Transcoder`](crate::transcode::Transcoder)
//! consists, for programs that need to know what each byte of a text stands for. Both come in two
//! speeds that agree: a whole block, as far as it is well-formed, and a single sequence, with the
//! reason if it is not. What they remember of the stream changes only by what is
//! [passed](Decoder::pass).

pub(crate) mod charset;
pub(crate) mod coding;
pub(crate) mod decoder;
pub(crate) mod encoder;
mod hangul;
pub(crate) mod plain;
pub(crate) mod relatives;
pub(crate) mod step;
mod ucs;
mod utf1;
pub(crate) mod utf7;
mod utf8_family;
#[cfg(feature = "alloc")]
pub mod wtf8;

pub use crate::{form::Encoded, simd::Progress};
pub use decoder::Decoder;
pub use encoder::Encoder;
pub use step::{MAX_BYTES, Step};
