//! One decoder and one encoder per encoding, for a sequence or a block at a time.
//!
//! [`Decoder`] and [`Encoder`] are the parts of a [`Transcoder`](crate::transcode::Transcoder), for
//! programs that must know the meaning of each byte. Both have two interfaces that agree. One
//! converts a block up to the first ill-formed sequence. The other returns a single sequence, with
//! the reason if it is ill-formed. Their state changes only when the caller [passes](Decoder::pass)
//! a sequence.

pub(crate) mod apart;
pub(crate) mod charset;
pub(crate) mod coding;
pub(crate) mod decoder;
pub(crate) mod encoder;
mod hangul;
pub(crate) mod plain;
pub(crate) mod relatives;
pub(crate) mod step;
pub(crate) mod utf7;
#[cfg(feature = "alloc")]
pub mod wtf8;

pub use crate::{form::Encoded, simd::Progress};
pub use decoder::Decoder;
pub use encoder::Encoder;
pub use step::{MAX_BYTES, Step};
