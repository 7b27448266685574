//! Legacy charsets, as decoders and encoders over code values.
//!
//! Only ISO-2022-JP, Big5, EBCDIC with shifts, the charsets of `sets` and `replacement` have a
//! [`State`].

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

#[cfg(feature = "legacy-charsets")]
pub(crate) use {
    cells::{FromUtf8, SharedCells},
    decoder::Decoder,
    encoder::Encoder,
    state::State,
};

#[cfg(not(feature = "legacy-charsets"))]
pub(crate) use none::{Decoder, Encoder, FromUtf8, SharedCells};
