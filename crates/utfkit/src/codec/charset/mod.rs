//! Charsets that are not Unicode's, as decoders and encoders over code values.
//!
//! `encoding_rs` keeps what it remembers of a stream to itself, and its decoders cannot be copied.
//! So there is a fresh one for each block, brought to the [`State`] that we keep: nothing, for all
//! but two.

#[cfg(feature = "legacy-charsets")]
mod decoder;
#[cfg(feature = "legacy-charsets")]
mod encoder;
#[cfg(feature = "legacy-charsets")]
mod johab;
pub(crate) mod name;
#[cfg(not(feature = "legacy-charsets"))]
mod no_table;
#[cfg(not(feature = "legacy-charsets"))]
mod none;
#[cfg(feature = "legacy-charsets")]
mod page;
#[cfg(feature = "legacy-charsets")]
mod single;
#[cfg(feature = "legacy-charsets")]
mod state;
#[cfg(feature = "legacy-charsets")]
mod table;

#[cfg(feature = "legacy-charsets")]
pub(crate) use {decoder::Decoder, encoder::Encoder, state::State};

#[cfg(not(feature = "legacy-charsets"))]
pub(crate) use none::{Decoder, Encoder};

/// How many code units are converted at once.
#[cfg(feature = "legacy-charsets")]
const BLOCK: usize = 256;
