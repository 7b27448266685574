//! Converts UTF-32 with replacement: copies text with replacement and converts it with the strict
//! kernels.
//!
//! From an error on, each piece is copied with U+FFFD for each unit that is not a scalar value, and
//! converted from the first-level cache. This ends after a piece without errors. Short text is
//! always converted this way, because a test for errors would be unpredictable.

use core::mem::MaybeUninit;

use crate::{
    form::{Form, Sequence, unit},
    simd::{
        LossyProgress, Progress,
        shared::kernel::{Convert, Lossy},
    },
};

/// The number of bytes in a piece, enough to spread the cost of two calls.
const PIECE: usize = 1024;

/// The maximum number of bytes of a text that is not tried without a copy first.
const SHORT: usize = 256;

/// Implements [`Lossy`]. `convert` is the strict conversion,
/// and `fix` converts the source form to itself with replacement.
///
/// # Safety
///
/// Both must be kernels of a set that this machine can run.
pub(in crate::simd) unsafe fn convert_lossy(
    convert: Convert,
    fix: Lossy,
    [from, to]: [Form; 2],
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let mut done = LossyProgress::default();
    let mut is_damaged = src.len() <= SHORT;
    let mut copy = [MaybeUninit::uninit(); PIECE];
    while src.len() - done.read >= 4 {
        if !is_damaged {
            // SAFETY: the caller guarantees that the machine can run the kernel.
            done.add(unsafe { convert(&src[done.read..], &mut dst[done.written..]) });
            // The kernel may also have stopped at the end, or because of lack of room.
            if !matches!(from.first(&src[done.read..], true), Sequence::IllFormed { .. }) {
                return done;
            }
        }
        let rest = &src[done.read..];
        let piece = &rest[..rest.len().min(PIECE) & !3];
        if piece.is_empty() {
            break;
        }
        let mut replaced = 0;
        // SAFETY: as above.
        let copied = unsafe { fix(piece, &mut copy, &mut replaced) };
        let text = unit::written(&copy, copied.written);
        // SAFETY: as above.
        let more = unsafe { convert(text, &mut dst[done.written..]) };
        done.add(more);
        if more.read < piece.len() {
            // There is no more room. Count the replacements in the part that was converted.
            // SAFETY: as above.
            unsafe { fix(&piece[..more.read], &mut copy, &mut done.replaced) };
            return done;
        }
        done.replaced += replaced;
        is_damaged = replaced > 0;
    }
    done.with_part_of_unit(to, src, dst)
}

impl LossyProgress {
    fn add(&mut self, more: Progress) {
        self.read += more.read;
        self.written += more.written;
    }
}
