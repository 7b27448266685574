//! Memory as an allocator gives it, and views of it as code units.

use std::mem::MaybeUninit;

/// Octets that begin at 16 modulo 64, where a general allocator puts them.
pub struct Buffer {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// `len` zeros.
    pub fn new(len: usize) -> Self {
        let memory = vec![0; len + 128];
        let start = (64 - memory.as_ptr().addr() % 64) % 64 + 16;
        Self { memory, start, len }
    }

    /// The octets.
    pub fn octets(&self) -> &[u8] {
        &self.memory[self.start..][..self.len]
    }

    /// The octets, to write.
    pub fn octets_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..][..self.len]
    }
}

/// `octets` as UTF-16 code units; they are aligned, as all buffers and pieces are.
#[inline(always)]
pub fn units16(octets: &[u8]) -> &[u16] {
    bytemuck::cast_slice(octets)
}

/// `octets` as UTF-32 code units.
#[inline(always)]
pub fn units32(octets: &[u8]) -> &[u32] {
    bytemuck::cast_slice(octets)
}

/// Room for UTF-16 code units.
#[inline(always)]
pub fn room16(octets: &mut [u8]) -> &mut [u16] {
    let whole = octets.len() / 2 * 2;
    bytemuck::cast_slice_mut(&mut octets[..whole])
}

/// Room for UTF-32 code units.
#[inline(always)]
pub fn room32(octets: &mut [u8]) -> &mut [u32] {
    let whole = octets.len() / 4 * 4;
    bytemuck::cast_slice_mut(&mut octets[..whole])
}

/// Room that a kernel takes as uninitialized.
#[inline(always)]
pub fn room(octets: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same layout; kernels write only initialized octets.
    unsafe { &mut *(octets as *mut [u8] as *mut [MaybeUninit<u8>]) }
}
