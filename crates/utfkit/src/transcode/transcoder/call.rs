//! The data of one call of a transcoder: the piece, the room, and the bytes left from an earlier
//! piece.

use core::mem::MaybeUninit;

use crate::{codec::decoder::Decoder, form::cut};

/// Bytes of the input that are read but not settled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carry {
    bytes: [u8; Self::MAX],
    len: u8,
}

impl Carry {
    /// Enough for a backslash, shifts, and a possible `x`. The characters have at most five bytes.
    pub(super) const MAX: usize = 16;

    /// The number of bytes in shifts between a backslash and a possible `x` for which to wait. No
    /// writer needs more, but SCSU and BOCU-1 allow any number.
    pub(super) const MAX_SHIFTS: usize = 5;

    pub(super) fn bytes(&self) -> &[u8] {
        cut::prefix(&self.bytes, self.len())
    }

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Drops the first `len` bytes, or all of them if there are fewer. Returns their number.
    pub(super) fn drop_first(&mut self, len: usize) -> usize {
        let dropped = len.min(self.len());
        if dropped > 0 {
            let old = self.bytes;
            for (slot, &byte) in self.bytes.iter_mut().zip(cut::rest(&old, dropped)) {
                *slot = byte;
            }
            self.len -= dropped as u8;
        }
        dropped
    }

    /// Appends as much of `bytes` as fits. Returns the number of bytes.
    pub(super) fn append(&mut self, bytes: &[u8]) -> usize {
        let room = cut::rest_mut(&mut self.bytes, self.len.into());
        let more = bytes.len().min(room.len());
        for (slot, &byte) in room.iter_mut().zip(bytes) {
            *slot = byte;
        }
        self.len += more as u8;
        more
    }
}

/// The carry and the bytes after it that a decision can need.
pub(super) struct Window {
    pub(super) bytes: [u8; 2 * Carry::MAX],
    pub(super) len: usize,
}

/// The input and the output of one call.
pub(super) struct Call<'c> {
    pub(super) src: &'c [u8],
    pub(super) read: usize,
    pub(super) dst: &'c mut [MaybeUninit<u8>],
    pub(super) written: usize,
    pub(super) last: bool,
    /// No byte of `src` from `read` up to here can be a backslash, or hide one.
    pub(super) plain: usize,
}

impl Call<'_> {
    pub(super) fn rest(&self) -> &[u8] {
        cut::rest(self.src, self.read)
    }

    pub(super) fn room(&mut self) -> &mut [MaybeUninit<u8>] {
        cut::rest_mut(self.dst, self.written)
    }

    /// Returns the offset of the first byte that may be a backslash, or hide one.
    ///
    /// The search is limited by the room in the output, so that little room does not cause a long
    /// search. A call looks at no byte twice, no matter how often the kernel stops.
    pub(super) fn before_backslash(&mut self, decoder: &Decoder) -> usize {
        let room = self.dst.len() - self.written;
        let reach = self.src.len().min(self.read.saturating_add(room.saturating_mul(4)));
        self.plain = self.plain.max(self.read);
        if let Some(more) = self.src.get(self.plain..reach) {
            self.plain += decoder.before_backslash(more);
        }
        self.plain
    }
}

impl Window {
    pub(super) fn bytes(&self) -> &[u8] {
        cut::prefix(&self.bytes, self.len)
    }
}
