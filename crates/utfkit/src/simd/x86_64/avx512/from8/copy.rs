//! Copies well-formed UTF-8, as much as fits.
//!
//! Text is validated and copied in chunks that stay in the first-level cache. Correctness: a prefix
//! of the text has the same well-formed sequences as the text, except the sequence that it cuts.
//! The next chunk begins with that sequence. Cost per 64 bytes: validation, a load and a store.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    x86_64::avx512::{from_latin1::single, memory::ahead::FAR, validate::utf8 as validate8},
};

/// The number of bytes that are validated before they are copied.
const CHUNK: usize = 8 << 10;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let src = &src[..src.len().min(dst.len())];
    let mut done = 0;
    loop {
        let chunk = &src[done..src.len().min(done + CHUNK)];
        let valid = match src.len() {
            FAR.. => validate8::validate_from_memory(chunk),
            _ => validate8::validate(chunk),
        };
        single::copy(&chunk[..valid], &mut dst[done..]);
        done += valid;
        // A chunk that is not the last may lack the end of its last sequence.
        if chunk.len() < CHUNK || valid + 3 < CHUNK {
            return Progress { read: done, written: done };
        }
    }
}
