//! Memory aligned like that of a general allocator, and views of it as code units.

use std::{mem::MaybeUninit, slice};

const PAGE: usize = 4096;

/// The maximum output of a short call. All calls of a cell write to the same address. If that range
/// crossed the end of a page, the figure would mostly measure the crossing.
const SHORT: usize = 1024;

/// Bytes whose address is 16 modulo 64, as from a general allocator.
pub struct Buffer {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// Creates `len` zeros.
    pub fn new(len: usize) -> Self {
        let memory = vec![0; len + 128 + SHORT];
        let addr = memory.as_ptr().addr();
        let start = (64 - addr % 64) % 64 + 16;
        let short_is_in_one_page = (addr + start) % PAGE <= PAGE - SHORT;
        let start = if short_is_in_one_page { start } else { start + SHORT };
        Self { memory, start, len }
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.memory[self.start..][..self.len]
    }

    /// Returns the bytes, for writing.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..][..self.len]
    }
}

/// Returns `bytes` as UTF-16 code units.
///
/// Cost: callers whose text is code units already do not pay for a check of the alignment. So no
/// call here checks it, except in builds with debug assertions.
#[inline(always)]
pub fn units16(bytes: &[u8]) -> &[u16] {
    aligned(bytes.as_ptr(), 2);
    // SAFETY: all buffers and pieces are aligned, and any bytes make a unit.
    unsafe { slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / 2) }
}

/// Returns `bytes` as UTF-32 code units.
#[inline(always)]
pub fn units32(bytes: &[u8]) -> &[u32] {
    aligned(bytes.as_ptr(), 4);
    // SAFETY: as above.
    unsafe { slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / 4) }
}

/// Returns space for UTF-16 code units.
#[inline(always)]
pub fn room16(bytes: &mut [u8]) -> &mut [u16] {
    aligned(bytes.as_ptr(), 2);
    // SAFETY: as above.
    unsafe { slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len() / 2) }
}

/// Returns space for UTF-32 code units.
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

/// Asserts the alignment of buffers and pieces, in builds with debug assertions.
#[inline(always)]
fn aligned(bytes: *const u8, to: usize) {
    debug_assert!(bytes.addr().is_multiple_of(to), "pieces begin where a unit may");
}

/// Returns space in the type that a kernel takes: uninitialized bytes.
#[inline(always)]
pub fn room(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the layout is the same, and kernels write only initialized bytes.
    unsafe { &mut *(bytes as *mut [u8] as *mut [MaybeUninit<u8>]) }
}
