//! Memory as an allocator gives it, and views of it as code units.

use std::{mem::MaybeUninit, slice};

const PAGE: usize = 4096;

/// What a short call writes at most. All calls of a cell write at the same place: across the end of
/// a page it would tell of that alone.
const SHORT: usize = 1024;

/// Bytes that begin at 16 modulo 64, where a general allocator puts them.
pub struct Buffer {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// `len` zeros.
    pub fn new(len: usize) -> Self {
        let memory = vec![0; len + 128 + SHORT];
        let addr = memory.as_ptr().addr();
        let start = (64 - addr % 64) % 64 + 16;
        let short_is_in_one_page = (addr + start) % PAGE <= PAGE - SHORT;
        let start = if short_is_in_one_page { start } else { start + SHORT };
        Self { memory, start, len }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.memory[self.start..][..self.len]
    }

    /// The bytes, to write.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..][..self.len]
    }
}

/// `bytes` as UTF-16 code units. Whose text is units pays for no look at where it lies, so no call
/// here does.
#[inline(always)]
pub fn units16(bytes: &[u8]) -> &[u16] {
    aligned(bytes.as_ptr(), 2);
    // SAFETY: aligned, as all buffers and pieces are; any bytes make a unit.
    unsafe { slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / 2) }
}

/// `bytes` as UTF-32 code units.
#[inline(always)]
pub fn units32(bytes: &[u8]) -> &[u32] {
    aligned(bytes.as_ptr(), 4);
    // SAFETY: as above.
    unsafe { slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / 4) }
}

/// Room for UTF-16 code units.
#[inline(always)]
pub fn room16(bytes: &mut [u8]) -> &mut [u16] {
    aligned(bytes.as_ptr(), 2);
    // SAFETY: as above.
    unsafe { slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len() / 2) }
}

/// Room for UTF-32 code units.
#[inline(always)]
pub fn room32(bytes: &mut [u8]) -> &mut [u32] {
    aligned(bytes.as_ptr(), 4);
    // SAFETY: as above.
    unsafe { slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len() / 4) }
}

/// Swaps the bytes of each UTF-16 code unit.
pub fn swap16(bytes: &mut [u8]) {
    bytes.as_chunks_mut::<2>().0.iter_mut().for_each(|unit| unit.reverse());
}

/// Holds builds with assertions to what buffers and pieces promise.
#[inline(always)]
fn aligned(bytes: *const u8, to: usize) {
    debug_assert!(bytes.addr().is_multiple_of(to), "pieces begin where a unit may");
}

/// Room that a kernel takes as uninitialized.
#[inline(always)]
pub fn room(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same layout; kernels write only initialized bytes.
    unsafe { &mut *(bytes as *mut [u8] as *mut [MaybeUninit<u8>]) }
}
