//! Support for text that is larger than the caches: prefetching as the machine requires, and stores
//! that bypass the caches.

use core::{arch::x86_64::*, mem::MaybeUninit};

pub(in crate::simd) use crate::simd::shared::cache::FAR;
use crate::simd::{
    shared::cache::AHEAD,
    x86_64::avx512::{
        memory::machine::by_bytes,
        registers::{BLOCK, byte, store},
    },
};

/// Calls `convert` for a text that is larger than the caches. It is a separate function, so that
/// short calls do not pay for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
pub(in crate::simd) fn out_of_line<T>(convert: impl FnOnce() -> T) -> T {
    convert()
}

/// Loads a byte of each cache line of `step`, without waiting for any. These are the last bytes of
/// blocks: in a step that is not aligned, the previous step has already loaded the first line.
#[inline]
fn touch(step: &[u8]) {
    for at in (BLOCK - 1..step.len()).step_by(BLOCK) {
        byte(step, at);
    }
}

/// Prefetches the cache line that is [`AHEAD`] bytes after `at` in `bytes`, also past the end of
/// `bytes`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn prefetch_line(bytes: &[u8], at: usize) {
    let line = bytes.as_ptr().wrapping_add(at + AHEAD);
    // SAFETY: this is a hint, which never faults at any address. (Newer compilers know that.)
    #[allow(unused_unsafe)]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
}

/// Prefetches the lines [`AHEAD`] bytes after those of `step`, or [touches](touch) the lines of
/// `step` if that is faster on this machine.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn prefetch(step: &[u8]) {
    if by_bytes() {
        return touch(step);
    }
    for at in (0..step.len()).step_by(BLOCK) {
        prefetch_line(step, at);
    }
}

/// Stores of whole cache lines that bypass the caches. A store that misses the caches would read
/// the line first. Dropping the value orders these stores before all later ones.
pub(in crate::simd) struct Stream(());

impl Stream {
    #[inline]
    pub(in crate::simd) const fn new() -> Self {
        Self(())
    }

    /// Stores `block` in `room` at `at`, where a cache line must begin.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn put(&self, room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
        let line = room[at..at + BLOCK].as_mut_ptr();
        assert!(line.addr().is_multiple_of(BLOCK), "a cache line must begin here");
        // SAFETY: the line has 64 bytes and is aligned, as asserted above. The drop of `self`
        // issues the fence.
        unsafe { _mm512_stream_si512(line.cast(), block) };
    }
}

impl Drop for Stream {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: all x86-64 processors have the instruction. (Newer compilers know that.)
        #[allow(unused_unsafe)]
        unsafe {
            _mm_sfence();
        }
    }
}

/// Stores for the blocks of an output. If `PAST`, they bypass the caches.
pub(in crate::simd) struct Stores<const PAST: bool>(Option<Stream>);

impl<const PAST: bool> Stores<PAST> {
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self(PAST.then(Stream::new))
    }

    /// Stores `block` in `room` at `at`. It bypasses the caches only if a cache line begins there.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn put(&self, room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
        match &self.0 {
            Some(stream) if room[at..].as_ptr().addr().is_multiple_of(BLOCK) => {
                stream.put(room, at, block);
            }
            _ => store(room, at, block),
        }
    }
}
