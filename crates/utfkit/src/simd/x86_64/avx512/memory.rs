//! Text too long for the caches: what is read is asked for as suits the machine, and what is
//! written goes past them.

use core::{
    arch::x86_64::*,
    mem::MaybeUninit,
    sync::atomic::{AtomicU8, Ordering},
};

use super::vector::{BLOCK, octet, store};
use crate::simd::memory::AHEAD;
pub(super) use crate::simd::memory::FAR;

/// What `convert` gives of a text that no cache holds: apart from the rest, lest short calls pay
/// for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
pub(super) fn apart<T>(convert: impl FnOnce() -> T) -> T {
    convert()
}

/// What suits this machine; 0 until that is known.
static MACHINE: AtomicU8 = AtomicU8::new(0);
const KNOWN: u8 = 1;
const BY_OCTETS: u8 = 2;
const PAST: u8 = 4;

#[inline]
fn machine() -> u8 {
    match MACHINE.load(Ordering::Relaxed) {
        0 => find_out(),
        known => known,
    }
}

/// Whether lines come sooner if one octet of each is loaded first, and later if they are asked for
/// ahead.
///
/// So it is on AMD's fourth generation, which takes a register in two halves: out of memory, ASCII
/// was validated at 33 GB/s so, at 25 by whole registers alone, and at 26 asked for a page ahead.
/// On others, asking ahead gains.
#[inline]
pub(super) fn by_octets() -> bool {
    machine() & BY_OCTETS != 0
}

/// Whether text that becomes as much, or half of it, is stored past the caches the faster.
///
/// So it is on AMD's fourth and fifth generations, by 1.15 to 1.5 times, and taken to be on those
/// behind them. Of others it is not known.
#[inline]
pub(super) fn gains_past() -> bool {
    machine() & PAST != 0
}

/// From now on this holds of the machine, whatever it is.
#[cfg(all(test, feature = "std"))]
pub(in crate::simd) fn take_for(by_octets: bool, gains_past: bool) {
    let kind = if by_octets { BY_OCTETS } else { 0 } | if gains_past { PAST } else { 0 };
    MACHINE.store(KNOWN | kind, Ordering::Relaxed);
}

/// [`machine`], for the first time. AMD's family 19 (hexadecimal) has registers of 512 bits in its
/// fourth generation only.
#[cold]
fn find_out() -> u8 {
    // SAFETY: all processors of this architecture have the instruction. (Newer compilers know
    // that.)
    #[allow(unused_unsafe)]
    let [vendor, version] = unsafe { [__cpuid(0), __cpuid(1)] };
    let vendor = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    let family = (version.eax >> 8 & 0xF) + (version.eax >> 20 & 0xFF);
    let kind = match family {
        _ if vendor.as_flattened() != b"AuthenticAMD" => 0,
        ..0x19 => 0,
        0x19 => BY_OCTETS | PAST,
        0x1A.. => PAST,
    };
    MACHINE.store(KNOWN | kind, Ordering::Relaxed);
    KNOWN | kind
}

/// Loads an octet of each line of `step`, and waits for none. The last ones of blocks are loaded:
/// of a step across lines, the first line is there since the step before.
#[inline]
fn touch(step: &[u8]) {
    for at in (BLOCK - 1..step.len()).step_by(BLOCK) {
        octet(step, at);
    }
}

/// Asks for the line of memory that comes [`AHEAD`] octets behind `at` in `octets`, or behind them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ahead(octets: &[u8], at: usize) {
    let line = octets.as_ptr().wrapping_add(at + AHEAD);
    // SAFETY: a hint, which never faults, whatever the address. (Newer compilers know that.)
    #[allow(unused_unsafe)]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
}

/// Asks for lines [`ahead`] of `step`, or [touches](touch) its own if those come sooner so.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn ask_ahead(step: &[u8]) {
    if by_octets() {
        return touch(step);
    }
    for at in (0..step.len()).step_by(BLOCK) {
        ahead(step, at);
    }
}

/// Stores past the caches, each of a cache line: one that misses them would read the line first.
/// They are ordered before all that follows the end of this.
pub(super) struct Stream(());

impl Stream {
    #[inline]
    pub(super) const fn new() -> Self {
        Self(())
    }

    /// Stores `block` in `room` at `at`, where a cache line must begin.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn put(&self, room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
        let line = room[at..at + BLOCK].as_mut_ptr();
        assert!(line.addr().is_multiple_of(BLOCK), "a cache line begins here");
        // SAFETY: the line has 64 octets, and is aligned. The fence follows when this is dropped.
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
pub(super) struct Stores<const PAST: bool>(Option<Stream>);

impl<const PAST: bool> Stores<PAST> {
    #[inline]
    pub(super) fn new() -> Self {
        Self(PAST.then(Stream::new))
    }

    /// Stores `block` in `room` at `at`; past the caches only if a line begins there.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn put(&self, room: &mut [MaybeUninit<u8>], at: usize, block: __m512i) {
        match &self.0 {
            Some(stream) if room[at..].as_ptr().addr().is_multiple_of(BLOCK) => {
                stream.put(room, at, block);
            }
            _ => store(room, at, block),
        }
    }
}
