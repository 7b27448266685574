//! What a call of a transcoder works on: the piece, the room, and the bytes that an earlier piece
//! left.

use core::mem::MaybeUninit;

use crate::codec::decoder::Decoder;

/// Bytes of the input that are read and not settled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carry {
    pub(super) bytes: [u8; Self::MAX],
    pub(super) len: usize,
}

impl Carry {
    /// A backslash, a shift and what may be an `x`, seven bytes each at most.
    pub(super) const MAX: usize = 16;

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The carry and the bytes behind it, as far as a decision can need them.
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
    /// No byte of `src` from `read` up to here may be a backslash, or hide one.
    pub(super) plain: usize,
}

impl Call<'_> {
    pub(super) fn rest(&self) -> &[u8] {
        &self.src[self.read..]
    }

    pub(super) fn room(&mut self) -> &mut [MaybeUninit<u8>] {
        &mut self.dst[self.written..]
    }

    /// Where the first byte is that may be a backslash, or hide one; no farther than can matter
    /// for the output, so that a short one does not make the search long. No byte is looked at
    /// twice in a call, however often the kernel stops.
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
        &self.bytes[..self.len]
    }
}
