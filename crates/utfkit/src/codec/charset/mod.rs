//! Legacy charsets, as decoders and encoders over code values.
//!
//! `encoding_rs` hides its state, and its decoders cannot be copied. So each block gets a new
//! decoder, which is brought to the [`State`] that we keep. Only ISO-2022-JP, Big5,
//! EBCDIC with shifts, the charsets of `sets` and `replacement` have a state.

#[cfg(feature = "legacy-charsets")]
mod cells;
#[cfg(feature = "legacy-charsets")]
mod decoder;
#[cfg(feature = "legacy-charsets")]
mod double;
#[cfg(feature = "legacy-charsets")]
mod encoder;
#[cfg(feature = "legacy-charsets")]
mod engine;
pub(crate) mod name;
#[cfg(not(feature = "legacy-charsets"))]
mod none;
#[cfg(feature = "legacy-charsets")]
mod rows;
#[cfg(feature = "legacy-charsets")]
mod sets;
#[cfg(feature = "legacy-charsets")]
mod state;
#[cfg(feature = "legacy-charsets")]
mod table;
#[cfg(feature = "legacy-charsets")]
mod variant;
#[cfg(all(feature = "alloc", feature = "legacy-charsets"))]
pub(crate) mod whole;

#[cfg(feature = "legacy-charsets")]
pub(crate) use {
    cells::{FromUtf8, SharedCells},
    decoder::Decoder,
    encoder::Encoder,
    state::State,
};

#[cfg(all(feature = "alloc", not(feature = "legacy-charsets")))]
pub(crate) use none::whole;
#[cfg(not(feature = "legacy-charsets"))]
pub(crate) use none::{Decoder, Encoder, FromUtf8, SharedCells};

/// The number of code units that are converted at once.
#[cfg(feature = "legacy-charsets")]
const BLOCK: usize = 256;
