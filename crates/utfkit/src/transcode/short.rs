//! Short texts of a charset, without the settings and buffers of a transcoder.
//!
//! These functions decide nothing: if a text has an error, or its charset has a state, the result is
//! `None`, and the transcoder handles the text.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::mem::MaybeUninit;

use crate::{
    encoding::{ByteOrder, Encoding},
    form::unit::written,
    slices::utf8,
};

/// The maximum number of bytes or characters of a short text.
const SHORT: usize = 160;

/// The maximum number of bytes of a character in UTF-8, or of a byte in it, or in a charset.
const MAX: usize = 4;

/// Decodes `bytes`, a whole text.
pub(super) fn decode(encoding: Encoding, bytes: &[u8]) -> Option<String> {
    // Without a table that is kept, making it takes longer than the transcoder.
    if !cfg!(feature = "std") || bytes.len() > SHORT || !matches!(encoding, Encoding::Charset(_)) {
        return None;
    }
    let mut decoder = encoding.decoder(ByteOrder::Big);
    let mut room = [MaybeUninit::uninit(); MAX * SHORT];
    let done = match decoder.utf8_cells() {
        Some(cells) => cells.convert(bytes, &mut room),
        None => decoder.decode_utf8(bytes, &mut room),
    };
    let text = utf8::validate(written(&room, done.written)).ok()?;
    (done.read == bytes.len()).then(|| text.to_owned())
}

/// Encodes `text`, a whole text.
pub(super) fn encode(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    if text.len() > SHORT || !matches!(encoding, Encoding::Charset(_)) {
        return None;
    }
    let mut encoder = encoding.encoder(ByteOrder::Big);
    if encoder.has_states() {
        return None;
    }
    let mut values = [0; SHORT];
    let mut len = 0;
    for (slot, character) in values.iter_mut().zip(text.chars()) {
        *slot = character.into();
        len += 1;
    }
    let mut room = [MaybeUninit::uninit(); MAX * SHORT];
    let done = encoder.encode_all(&values[..len], &mut room);
    (done.read == len).then(|| written(&room, done.written).to_vec())
}
