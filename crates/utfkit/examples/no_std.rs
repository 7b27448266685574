//! Reads a field of a packet into fixed memory, without `std` and without allocation.
//!
//! ```text
//! cargo build -p utfkit --example no_std --no-default-features
//! ```
#![no_std]

use utfkit::{
    Encoding, Status,
    transcode::{Policy, Transcoder},
};

/// Returns the text of `field`, UTF-16LE that is filled up with NULs, in `buffer`. Returns `None` if
/// the buffer is too small.
pub fn text<'b>(field: &[u8], buffer: &'b mut [u8]) -> Option<&'b str> {
    let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8).policy(Policy::Replace);
    let (text, outcome) = transcoder.transcode_to_str(field, buffer, true);
    (outcome.status == Status::Done).then(|| text.trim_end_matches('\0'))
}
