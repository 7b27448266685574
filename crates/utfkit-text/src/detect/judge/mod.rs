//! Which encoding some bytes are in: candidates, and what each costs.

pub(crate) mod candidate;
#[cfg(feature = "charsets")]
pub(crate) mod charset;
pub(crate) mod ebcdic;
pub(crate) mod escapes;
pub(crate) mod noise;
pub(crate) mod opinion;
pub(crate) mod sample;
pub(crate) mod strange;
pub(crate) mod text;
pub(crate) mod unicode;
pub(crate) mod words;
