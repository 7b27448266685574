//! Results of a transcoder that are known to be initialized or well-formed because it wrote them.
//!
//! Both functions are safe to call; each block gives its reason.

use alloc::{string::String, vec::Vec};

use super::Transcoder;
use crate::error::outcome::Outcome;

/// Appends to `out`, within its capacity, what `transcoder` makes of `src`.
pub(super) fn append_transcoded(
    out: &mut Vec<u8>,
    transcoder: &mut Transcoder<'_>,
    src: &[u8],
    last: bool,
) -> Outcome {
    let outcome = transcoder.transcode(src, out.spare_capacity_mut(), last);
    // SAFETY: a transcoder initializes the bytes that it reports, all within the spare
    // capacity.
    unsafe { out.set_len(out.len() + outcome.written) };
    outcome
}

/// Appends to `out`, within its capacity, what `transcoder` makes of `src`; `None`, and nothing is
/// read, if that does not write UTF-8.
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
