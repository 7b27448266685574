//! A checked copy of UTF-8: what is well-formed, as much as fits.
//!
//! Text is validated and copied by chunks that stay in L1. Why it is right: a prefix of the text
//! has the same well-formed sequences, less the one that it cuts; the next chunk begins with that
//! one. Cost: of validation, and a load and a store for 64 bytes.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    x86_64::avx512::{from_latin1::single, memory::ahead::FAR, validate::utf8 as validate8},
};

/// Bytes that are validated before they are copied.
const CHUNK: usize = 8 << 10;

/// [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-8.
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
