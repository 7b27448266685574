//! Whole texts in a legacy charset, without the settings and buffers of a transcoder.
//!
//! The results are those of a transcoder. A program that decodes only as browsers do contains
//! neither a transcoder nor the kernels for other forms.

use alloc::{borrow::Cow, string::String};
use core::{convert::Infallible, mem::MaybeUninit};

use crate::{
    codec::{
        charset::{self, name::Charset},
        step::Step,
    },
    error::Finding,
    form::unit::written,
    scalar,
    slices::unchecked,
    transcode::append,
};

/// The maximum number of bytes of a short text, which is converted on the stack. So its result has
/// no spare capacity.
const SHORT: usize = 160;

/// The maximum number of bytes of UTF-8 for a byte of a charset.
const MAX: usize = 4;

/// The number of bytes of ASCII that are worth a kernel.
const FAR: usize = 64;

/// The number of bytes that are tested for ASCII before they are converted: they stay in the
/// first-level cache.
const STRETCH: usize = 16 << 10;

/// Implements [`decode`](super::decode).
pub(super) fn decode(charset: Charset, bytes: &[u8]) -> Result<Cow<'_, str>, Finding> {
    decode_with(charset, bytes, Err)
}

/// Implements [`decode_lossy`](super::decode_lossy).
pub(super) fn decode_lossy(charset: Charset, bytes: &[u8]) -> (Cow<'_, str>, usize) {
    let mut replaced = 0;
    let Ok(text) = decode_with(charset, bytes, |_| {
        replaced += 1;
        Ok::<_, Infallible>(())
    });
    (text, replaced)
}

/// Decodes `bytes`, with U+FFFD for each ill-formed sequence that `accept` accepts.
fn decode_with<E>(
    charset: Charset,
    bytes: &[u8],
    mut accept: impl FnMut(Finding) -> Result<(), E>,
) -> Result<Cow<'_, str>, E> {
    let is_short = bytes.len() <= SHORT;
    if charset.is_ascii_compatible() && (!is_short || bytes.is_ascii()) {
        let (text, rest) = unchecked::split_ascii(bytes);
        if rest.is_empty() {
            return Ok(Cow::Borrowed(text));
        }
    }
    if is_short {
        let mut room = [MaybeUninit::uninit(); MAX * SHORT];
        let (text, read) =
            append::decode_into(&mut room, &mut charset::Decoder::new(charset), bytes);
        if read == bytes.len() {
            return Ok(Cow::Owned(text.into()));
        }
    }
    let mut decoder = charset::Decoder::new(charset);
    // Most characters beyond ASCII are longer in UTF-8.
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut read = 0;
    loop {
        read += decode_prefix(&mut decoder, &bytes[read..], &mut text);
        let rest = &bytes[read..];
        let len = match decoder.first(rest, true) {
            Step::Incomplete => return Ok(Cow::Owned(text)),
            Step::Value { value, len } => {
                text.push(scalar::to_char(value));
                len
            }
            Step::Shift { len } => len,
            Step::IllFormed { kind, len } => {
                accept(Finding::new(read as u64, kind, &rest[..len]))?;
                text.push(char::REPLACEMENT_CHARACTER);
                len
            }
        };
        decoder.pass(&rest[..len]);
        read += len;
    }
}

/// Decodes a prefix of `src`, and returns its length. The next sequence may have an error.
fn decode_prefix(decoder: &mut charset::Decoder, src: &[u8], text: &mut String) -> usize {
    let has_plain_text = decoder.base().is_some();
    let mut read = 0;
    loop {
        let rest = &src[read..];
        let rest = &rest[..rest.len().min(STRETCH)];
        if has_plain_text && rest.len() >= FAR {
            let (ascii, _) = unchecked::split_ascii(rest);
            if ascii.len() >= FAR {
                text.push_str(ascii);
                read += ascii.len();
                continue;
            }
        }
        text.reserve(rest.len().max(MAX));
        let more = append::append_decoded(text, decoder, rest);
        read += more;
        if more == 0 {
            return read;
        }
    }
}

/// Implements [`encode`](super::encode), except for long texts and errors, which are `None`.
pub(super) fn encode(charset: Charset, text: &str) -> Option<Cow<'_, [u8]>> {
    if charset.is_ascii_compatible() && text.is_ascii() {
        return Some(Cow::Borrowed(text.as_bytes()));
    }
    if text.len() > SHORT {
        return None;
    }
    let mut room = [MaybeUninit::uninit(); MAX * SHORT];
    let len = charset::Encoder::new(charset).encode_text(text, &mut room)?;
    Some(Cow::Owned(written(&room, len).to_vec()))
}
