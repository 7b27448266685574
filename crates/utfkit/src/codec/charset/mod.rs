//! Legacy charsets, as decoders and encoders over code values.
//!
//! Only ISO-2022-JP, Big5, EBCDIC with shifts, the charsets of `sets` and `replacement` have a
//! [`State`].

#![cfg_attr(
    not(feature = "legacy-charsets"),
    allow(dead_code, reason = "charsets that browsers lack use more of the engines")
)]

#[cfg(feature = "whatwg-charsets")]
mod cells;
#[cfg(feature = "whatwg-charsets")]
mod decoder;
#[cfg(feature = "whatwg-charsets")]
mod double;
#[cfg(feature = "whatwg-charsets")]
mod encoder;
#[cfg(feature = "whatwg-charsets")]
mod engine;
pub(crate) mod name;
#[cfg(not(feature = "whatwg-charsets"))]
mod none;
#[cfg(feature = "whatwg-charsets")]
mod rows;
#[cfg(feature = "whatwg-charsets")]
mod sets;
#[cfg(feature = "whatwg-charsets")]
mod state;
#[cfg(feature = "whatwg-charsets")]
mod table;
#[cfg(feature = "whatwg-charsets")]
mod variant;

#[cfg(feature = "whatwg-charsets")]
pub(crate) use {
    cells::{FromUtf8, SharedCells},
    decoder::Decoder,
    encoder::Encoder,
    state::State,
};

#[cfg(not(feature = "whatwg-charsets"))]
pub(crate) use none::{Decoder, Encoder, FromUtf8, SharedCells};
