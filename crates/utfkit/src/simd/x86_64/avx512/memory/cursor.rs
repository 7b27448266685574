//! A conversion in progress: the rest of the input, and the rest of the room.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::machine::straddling_loads_cost,
        registers::{BLOCK, after_line, store, store_short},
    },
};

/// The number of remaining bytes from which on alignment pays.
const LONG: usize = 2048;

/// A conversion in progress.
pub(in crate::simd) struct Run<'r> {
    pub(in crate::simd) src: &'r [u8],
    pub(in crate::simd) dst: &'r mut [MaybeUninit<u8>],
    pub(in crate::simd) done: Progress,
}

impl<'r> Run<'r> {
    #[inline(always)]
    pub(in crate::simd) fn new(src: &'r [u8], dst: &'r mut [MaybeUninit<u8>]) -> Self {
        Self { src, dst, done: Progress::default() }
    }

    /// Returns the next `N` blocks, if enough text is left.
    #[inline(always)]
    pub(in crate::simd) fn blocks<const N: usize>(&self) -> Option<&'r [u8]> {
        self.src[self.done.read..].get(..N * BLOCK)
    }

    /// Returns the next block or the rest, in whole units of `unit` bytes.
    #[inline(always)]
    pub(in crate::simd) fn last_block(&self, unit: usize) -> &'r [u8] {
        let rest = &self.src[self.done.read..];
        &rest[..(rest.len() & !(unit - 1)).min(BLOCK)]
    }

    /// Returns the next `len` bytes of room, if enough is left.
    #[inline(always)]
    pub(in crate::simd) fn room(&mut self, len: usize) -> Option<&mut [MaybeUninit<u8>]> {
        self.dst[self.done.written..].get_mut(..len)
    }

    /// Returns the number of bytes of room that are left.
    #[inline(always)]
    pub(in crate::simd) fn room_left(&self) -> usize {
        self.dst.len() - self.done.written
    }

    #[inline(always)]
    pub(in crate::simd) fn advance(&mut self, read: usize, written: usize) {
        self.done.read += read;
        self.done.written += written;
    }

    /// Returns `true` if at least `bytes` bytes are left.
    #[inline(always)]
    pub(in crate::simd) fn has(&self, bytes: usize) -> bool {
        self.src.len() - self.done.read >= bytes
    }

    /// Returns the distance of the next store from the start of its cache line, in bytes, rounded
    /// down to whole units of `unit` bytes. Returns 0 if little text is left, because alignment
    /// does not matter then.
    ///
    /// In a loop that writes as many bytes as it reads, or half of them, a store that straddles two
    /// lines takes twice the time. If the first step is shorter by this distance, the next ones are
    /// aligned. This made UTF-16 to ASCII from the second-level cache 1.6 times as fast. Call it
    /// before the loop. Then each step waits only for an addition in the step before it, not for
    /// six operations.
    #[inline(always)]
    pub(in crate::simd) fn beyond_line(&self, unit: usize) -> usize {
        if self.has(LONG) { after_line(&self.dst[self.done.written..], unit) } else { 0 }
    }

    /// Implements [`beyond_line`](Self::beyond_line) for steps that read two bytes for each byte
    /// that they write. On a machine whose loops wait for such loads, it aligns the loads instead.
    #[inline(always)]
    pub(in crate::simd) fn beyond_line_of_half(&self, unit: usize) -> usize {
        if self.has(LONG) && straddling_loads_cost() {
            self.loads_beyond_line(2 * unit) / 2
        } else {
            self.beyond_line(unit)
        }
    }

    /// Returns the distance of the next load from the start of its cache line, like
    /// [`beyond_line`](Self::beyond_line) for a store.
    #[inline(always)]
    pub(in crate::simd) fn loads_beyond_line(&self, unit: usize) -> usize {
        if self.has(LONG) { after_line(&self.src[self.done.read..], unit) } else { 0 }
    }

    /// Writes the first `len` bytes of `block`, for which there is room.
    ///
    /// If there is room, it writes the whole block. A masked store costs a microcode assist of
    /// hundreds of cycles if masked-out lanes are in a page that does not exist or was never
    /// touched. (Such calls of 16 and 64 bytes took up to four times as long.)
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn put(&mut self, block: __m512i, len: usize) {
        let room = &mut self.dst[self.done.written..];
        if room.len() >= BLOCK {
            store(room, 0, block);
        } else {
            store_short(&mut room[..len], block);
        }
        self.done.written += len;
    }
}
