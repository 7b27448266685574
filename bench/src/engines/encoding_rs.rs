//! encoding_rs: its functions for text in memory, and its streaming decoder.
//!
//! If encoding_rs has only a conversion that replaces errors, that conversion also serves as the
//! strict one (UTF-16 to UTF-8), or runs after the check of encoding_rs (Latin-1).

use encoding_rs::{CoderResult, Encoding, UTF_8, mem};
use utfkit::simd::Form::{self, Latin1, Utf8, Utf16Le};

use super::{Engine, Offer, offer};
use crate::{
    buffer::{room16, units16},
    operations::{CHUNK, Task},
};

/// The functions of encoding_rs for each task.
pub fn engine() -> Engine {
    Engine::peer("encoding_rs", |task| match task {
        Task::Ascii | Task::AsciiPosition => offer(|src, _| Encoding::ascii_valid_up_to(src)),
        Task::Validate(Utf8) | Task::ErrorPosition(Utf8) => {
            offer(|src, _| Encoding::utf8_valid_up_to(src))
        }
        Task::Validate(Utf16Le) | Task::ErrorPosition(Utf16Le) => {
            offer(|src, _| mem::utf16_valid_up_to(units16(src)) * 2)
        }
        Task::Convert(from, to) => convert(from, to),
        Task::Lossy(from, to) => lossy(from, to),
        Task::Stream(Utf8, Utf16Le) => offer(stream),
        _ => None,
    })
}

fn convert(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf16Le) => offer(|src, dst| {
            let written = mem::convert_utf8_to_utf16_without_replacement(src, room16(dst));
            written.unwrap_or_default() * 2
        }),
        (Utf16Le, Utf8) => offer(|src, dst| mem::convert_utf16_to_utf8(units16(src), dst)),
        (Utf8, Latin1) => offer(|src, dst| {
            if mem::is_utf8_latin1(src) { mem::convert_utf8_to_latin1_lossy(src, dst) } else { 0 }
        }),
        (Utf16Le, Latin1) => offer(|src, dst| {
            let units = units16(src);
            if !mem::is_utf16_latin1(units) {
                return 0;
            }
            mem::convert_utf16_to_latin1_lossy(units, dst);
            units.len()
        }),
        (Latin1, Utf8) => offer(mem::convert_latin1_to_utf8),
        (Latin1, Utf16Le) => offer(|src, dst| {
            mem::convert_latin1_to_utf16(src, room16(dst));
            src.len() * 2
        }),
        _ => None,
    }
}

fn lossy(from: Form, to: Form) -> Offer {
    match (from, to) {
        (Utf8, Utf8) => offer(|src, dst| {
            let mut decoder = UTF_8.new_decoder_without_bom_handling();
            decoder.decode_to_utf8(src, dst, true).2
        }),
        (Utf8, Utf16Le) => offer(|src, dst| mem::convert_utf8_to_utf16(src, room16(dst)) * 2),
        (Utf16Le, Utf8) => offer(|src, dst| mem::convert_utf16_to_utf8(units16(src), dst)),
        (Utf16Le, Utf16Le) => offer(|src, dst| {
            dst[..src.len()].copy_from_slice(src);
            mem::ensure_utf16_validity(&mut room16(dst)[..src.len() / 2]);
            src.len()
        }),
        _ => None,
    }
}

fn stream(src: &[u8], dst: &mut [u8]) -> usize {
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let room = room16(dst);
    let mut at = 0;
    for (index, chunk) in src.chunks(CHUNK).enumerate() {
        let last = (index + 1) * CHUNK >= src.len();
        let (result, _, written, bad) = decoder.decode_to_utf16(chunk, &mut room[at..], last);
        if bad || result == CoderResult::OutputFull {
            return 0;
        }
        at += written;
    }
    at * 2
}
