//! Text too long for the caches: what is read is asked for as suits the machine, and what is
//! written goes past them.

use core::{arch::x86_64::*, mem::MaybeUninit};

pub(in crate::simd) use crate::simd::shared::cache::FAR;
use crate::simd::{
    shared::cache::AHEAD,
    x86_64::avx512::{
        memory::machine::by_bytes,
        registers::{BLOCK, byte, store},
    },
};

/// What `convert` gives of a text that no cache holds: apart from the rest, lest short calls pay
/// for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
pub(in crate::simd) fn apart<T>(convert: impl FnOnce() -> T) -> T {
    convert()
}

/// Loads a byte of each line of `step`, and waits for none. The last ones of blocks are loaded:
/// of a step across lines, the first line is there since the step before.
#[inline]
fn touch(step: &[u8]) {
    for at in (BLOCK - 1..step.len()).step_by(BLOCK) {
        byte(step, at);
    }
}

/// Asks for the line of memory that comes [`AHEAD`] bytes behind `at` in `bytes`, or behind them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ahead(bytes: &[u8], at: usize) {
    let line = bytes.as_ptr().wrapping_add(at + AHEAD);
    // SAFETY: a hint, which never faults, whatever the address. (Newer compilers know that.)
    #[allow(unused_unsafe)]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
}

/// Asks for lines [`ahead`] of `step`, or [touches](touch) its own if those come sooner so.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn ask_ahead(step: &[u8]) {
    if by_bytes() {
        return touch(step);
    }
    for at in (0..step.len()).step_by(BLOCK) {
        ahead(step, at);
    }
}

/// Stores past the caches, each of a cache line: one that misses them would read the line first.
/// They are ordered before all that follows the end of this.
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
        assert!(line.addr().is_multiple_of(BLOCK), "a cache line begins here");
        // SAFETY: the line has 64 bytes, and is aligned. The fence follows when this is dropped.
        unsafe { _mm512_stream_si512(line.cast(), block) };
    }
}

impl Drop for Stream {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: all processors of this architecture have the instruction. (Newer compilers know
        // that.)
        #[allow(unused_unsafe)]
        unsafe {
            _mm_sfence();
        }
    }
}

/// How the blocks of an output are stored: past the caches if it is too long for them.
pub(in crate::simd) struct Stores<const PAST: bool>(Option<Stream>);

impl<const PAST: bool> Stores<PAST> {
    #[inline]
    pub(in crate::simd) fn new() -> Self {
        Self(PAST.then(Stream::new))
    }

    /// Stores `block` in `room` at `at`; past the caches only if a line begins there.
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
