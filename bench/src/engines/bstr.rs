//! bstr: UTF-8 by convention.

use bstr::ByteSlice;
use utfkit::simd::Form::{Utf8, Utf32Le};

use super::{Engine, offer};
use crate::operations::Task;

/// The functions of bstr for text that may be ill-formed.
pub fn engine() -> Engine {
    Engine::peer("bstr", |task| match task {
        Task::Validate(Utf8) | Task::ErrorPosition(Utf8) => {
            offer(|src, _| src.to_str().map_or_else(|error| error.valid_up_to(), |text| text.len()))
        }
        Task::Length(Utf8, Utf32Le) => offer(|src, _| src.chars().count()),
        Task::Lossy(Utf8, Utf8) => offer(|src, dst| {
            let mut at = 0;
            let mut put = |bytes: &[u8]| {
                dst[at..at + bytes.len()].copy_from_slice(bytes);
                at += bytes.len();
            };
            for chunk in src.utf8_chunks() {
                put(chunk.valid().as_bytes());
                if !chunk.invalid().is_empty() {
                    put("\u{FFFD}".as_bytes());
                }
            }
            at
        }),
        _ => None,
    })
}
