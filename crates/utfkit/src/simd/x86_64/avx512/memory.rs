//! Text too long for the caches: what is read is asked for early, and what is written goes past them.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::vector::{BLOCK, store};

/// Text from which on a kernel is taken to read or write memory: more than stays in the caches.
pub(super) const FAR: usize = 16 << 20;

/// How far ahead [`ahead`] asks: a page, for what prefetchers of the machine ask for ends with theirs.
const AHEAD: usize = 4096;

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

/// How the blocks of an output are stored: past the caches if it is long, for a store that misses them
/// would read the line first.
pub(super) struct Stores {
    streamed: bool,
}

impl Stores {
    /// Into so many octets.
    #[inline]
    pub(super) fn of(octets: usize) -> Self {
        Self { streamed: octets >= FAR }
    }

    /// Stores `block` in `room` at `at`; past the caches only if a line begins there.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn put(&self, room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
        let line = room[at..at + BLOCK].as_mut_ptr();
        if self.streamed && line.addr().is_multiple_of(BLOCK) {
            // SAFETY: the line has 64 octets, and is aligned.
            unsafe { _mm512_stream_si512(line.cast(), block) };
        } else {
            store(room, at, block);
        }
    }
}

impl Drop for Stores {
    /// Orders what was written past the caches before all that follows.
    #[inline]
    fn drop(&mut self) {
        if self.streamed {
            // SAFETY: every x86-64 has SSE.
            unsafe { _mm_sfence() };
        }
    }
}
