//! One decoder and one encoder for each encoding, which work a sequence or a block at a time.

pub(crate) mod charset;
pub(crate) mod decoder;
mod hangul;
pub(crate) mod plain;
pub(crate) mod relatives;
mod ucs;
mod utf1;
pub(crate) mod utf7;
mod utf8_family;
#[cfg(feature = "alloc")]
pub mod wtf8;
