//! Values that are known to be initialized or well-formed because a transcoder or a decoder
//! wrote them.
//!
//! All functions are safe to call, and each block gives its reason.

use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

use super::Transcoder;
use crate::{codec::charset, error::outcome::Outcome, form::unit::written};

/// Converts `src` with `transcoder`, and appends the result to `out` within its capacity.
pub(super) fn append_transcoded(
    out: &mut Vec<u8>,
    transcoder: &mut Transcoder<'_>,
    src: &[u8],
    last: bool,
) -> Outcome {
    let outcome = transcoder.transcode(src, out.spare_capacity_mut(), last);
    // SAFETY: a transcoder initializes the bytes that it reports, all within the spare capacity.
    unsafe { out.set_len(out.len() + outcome.written) };
    outcome
}

/// Converts `src` with `transcoder`, and appends the result to `out` within its capacity. If the
/// target is not UTF-8, it reads nothing and returns `None`.
pub(super) fn append_transcoded_str(
    out: &mut String,
    transcoder: &mut Transcoder<'_>,
    src: &[u8],
    last: bool,
) -> Option<Outcome> {
    transcoder.writes_utf8().then(|| {
        // SAFETY: a transcoder that writes UTF-8 writes whole well-formed sequences.
        append_transcoded(unsafe { out.as_mut_vec() }, transcoder, src, last)
    })
}

/// Converts `src` with `transcoder`, which writes UTF-8, and appends at most `room` bytes to `out`,
/// within its capacity.
pub(super) fn append_within(
    out: &mut String,
    transcoder: &mut Transcoder<'_>,
    src: &[u8],
    room: usize,
    last: bool,
) -> Outcome {
    debug_assert!(transcoder.writes_utf8(), "the caller checks the target");
    // SAFETY: a transcoder that writes UTF-8 writes whole well-formed sequences.
    let bytes = unsafe { out.as_mut_vec() };
    let spare = bytes.spare_capacity_mut();
    let room = room.min(spare.len());
    let outcome = transcoder.transcode(src, &mut spare[..room], last);
    // SAFETY: a transcoder initializes the bytes that it reports, all within the spare capacity.
    unsafe { bytes.set_len(bytes.len() + outcome.written) };
    outcome
}

/// Decodes a prefix of `src`, and appends it to `out` within its capacity. Returns the number of
/// bytes read.
pub(super) fn append_decoded(
    out: &mut String,
    decoder: &mut charset::Decoder,
    src: &[u8],
) -> usize {
    // SAFETY: the decoder writes whole well-formed sequences of UTF-8.
    let bytes = unsafe { out.as_mut_vec() };
    let done = decoder.decode_text(src, bytes.spare_capacity_mut());
    // SAFETY: the decoder initializes the bytes that it reports, all within the spare capacity.
    unsafe { bytes.set_len(bytes.len() + done.written) };
    done.read
}

/// Decodes a prefix of `src` into `room`. Returns the text and the number of bytes read.
pub(super) fn decode_into<'r>(
    room: &'r mut [MaybeUninit<u8>],
    decoder: &mut charset::Decoder,
    src: &[u8],
) -> (&'r str, usize) {
    let done = decoder.decode_text(src, room);
    // SAFETY: the decoder writes whole well-formed sequences of UTF-8.
    (unsafe { core::str::from_utf8_unchecked(written(room, done.written)) }, done.read)
}
