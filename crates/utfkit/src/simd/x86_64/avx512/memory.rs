//! Text too long for the caches: what is read is asked for early, and what is written goes past them.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::vector::{BLOCK, store};
use crate::simd::memory::AHEAD;
pub(super) use crate::simd::memory::FAR;

/// What `convert` gives of a text that no cache holds: apart from the rest, lest short calls pay for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
pub(super) fn apart<T>(convert: impl FnOnce() -> T) -> T {
    convert()
}

/// Asks for the line of memory that comes [`AHEAD`] octets behind `at` in `octets`, or behind them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn ahead(octets: &[u8], at: usize) {
    let line = octets.as_ptr().wrapping_add(at + AHEAD);
    // SAFETY: a hint, which never faults, whatever the address. (Newer compilers know that.)
    #[allow(unused_unsafe)]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
}

/// [`ahead`] for all lines of `step`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn ask_ahead(step: &[u8]) {
    for at in (0..step.len()).step_by(BLOCK) {
        ahead(step, at);
    }
}

/// Stores `block` in `room` at `at`, where a cache line must begin, past the caches: a store that
/// misses them would read the line first. [`end_stream`] must follow before `room` is given back.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn stream(room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
    let line = room[at..at + BLOCK].as_mut_ptr();
    assert!(line.addr().is_multiple_of(BLOCK), "a cache line begins here");
    // SAFETY: the line has 64 octets, and is aligned.
    unsafe { _mm512_stream_si512(line.cast(), block) };
}

/// Orders the stores of [`stream`] before all that follow.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn end_stream() {
    _mm_sfence();
}

/// How the blocks of an output are stored: by [`stream`] if it is too long for the caches (`PAST`).
pub(super) struct Stores<const PAST: bool>;

impl<const PAST: bool> Stores<PAST> {
    /// Stores `block` in `room` at `at`; past the caches only if a line begins there.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn put(&self, room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
        if PAST && room[at..].as_ptr().addr().is_multiple_of(BLOCK) {
            stream(room, at, block);
        } else {
            store(room, at, block);
        }
    }

    /// Orders what was stored before all that follows.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn end(self) {
        if PAST {
            end_stream();
        }
    }
}
