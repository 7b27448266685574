//! Decides which encoding some bytes are in: the candidates, and the cost of each.

mod alone;
pub(crate) mod candidate;
#[cfg(feature = "charsets")]
pub(crate) mod charset;
pub mod confidence;
pub(crate) mod ebcdic;
pub(crate) mod escapes;
pub(crate) mod family;
pub(crate) mod opinion;
pub(crate) mod sample;
pub(crate) mod strange;
pub(crate) mod text;
pub(crate) mod unicode;
pub(crate) mod words;
