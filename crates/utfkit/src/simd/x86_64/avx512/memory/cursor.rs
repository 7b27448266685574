//! A conversion under way: what is left of the input, and of the room.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::machine::straddling_loads_cost,
        registers::{BLOCK, behind_line, store, store_short},
    },
};

/// So many bytes left are many enough for it to matter where lines begin.
const LONG: usize = 2048;

/// A conversion under way.
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

    /// The next `N` blocks, if so much is left.
    #[inline(always)]
    pub(in crate::simd) fn blocks<const N: usize>(&self) -> Option<&'r [u8]> {
        self.src[self.done.read..].get(..N * BLOCK)
    }

    /// As much of the next block as is left, in whole units of `unit` bytes.
    #[inline(always)]
    pub(in crate::simd) fn last_block(&self, unit: usize) -> &'r [u8] {
        let rest = &self.src[self.done.read..];
        &rest[..(rest.len() & !(unit - 1)).min(BLOCK)]
    }

    /// The next `len` bytes of room, if so much is left.
    #[inline(always)]
    pub(in crate::simd) fn room(&mut self, len: usize) -> Option<&mut [MaybeUninit<u8>]> {
        self.dst[self.done.written..].get_mut(..len)
    }

    /// How many bytes of room are left.
    #[inline(always)]
    pub(in crate::simd) fn room_left(&self) -> usize {
        self.dst.len() - self.done.written
    }

    #[inline(always)]
    pub(in crate::simd) fn advance(&mut self, read: usize, written: usize) {
        self.done.read += read;
        self.done.written += written;
    }

    /// Whether so many bytes are left.
    #[inline(always)]
    pub(in crate::simd) fn has(&self, bytes: usize) -> bool {
        self.src.len() - self.done.read >= bytes
    }

    /// By how many bytes the next store is behind the start of a cache line, in whole units of
    /// `unit` bytes; 0 if it does not matter, as little is left.
    ///
    /// In a loop that writes as much as it reads, or half of it, a store that lies across two lines
    /// takes twice its time: a step that ends so much earlier, where the next one can take up, made
    /// UTF-16 to ASCII out of the second-level cache 1.6 times as fast. Ask before the loop: what a
    /// step waits for in the one before is then an addition, not six operations.
    #[inline(always)]
    pub(in crate::simd) fn beyond_line(&self, unit: usize) -> usize {
        if self.has(LONG) { behind_line(&self.dst[self.done.written..], unit) } else { 0 }
    }

    /// [`beyond_line`](Self::beyond_line) of steps that read two bytes for each that they write:
    /// on a machine where their loads are what they wait for, so that those are of whole lines.
    #[inline(always)]
    pub(in crate::simd) fn beyond_line_of_half(&self, unit: usize) -> usize {
        if self.has(LONG) && straddling_loads_cost() {
            self.loads_beyond_line(2 * unit) / 2
        } else {
            self.beyond_line(unit)
        }
    }

    /// By how many bytes the next load is behind the start of a cache line, as
    /// [`beyond_line`](Self::beyond_line) says it of a store.
    #[inline(always)]
    pub(in crate::simd) fn loads_beyond_line(&self, unit: usize) -> usize {
        if self.has(LONG) { behind_line(&self.src[self.done.read..], unit) } else { 0 }
    }

    /// Writes the first `len` bytes of `block`, for which there is room.
    ///
    /// The whole block, if there is room for it: a masked store is an assist of the processor, of
    /// hundreds of cycles, each time that lanes left out are in a page that is not there or was
    /// never touched. (Such calls of 16 and 64 bytes took up to four times as long.)
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
