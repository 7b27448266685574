//! Conversion of UTF-32 with replacement, by the strict kernels: of copies in which it was done.
//!
//! From an error on, a piece is copied with U+FFFD for each unit that is no scalar value, and
//! converted out of the nearest cache, until a piece had none. Short text is converted so in any
//! case, for whether something is wrong with it cannot be predicted.

use core::mem::MaybeUninit;

use crate::{
    form::{Form, Sequence, unit},
    simd::{
        LossyProgress, Progress,
        shared::kernel::{Convert, Lossy},
    },
};

/// Bytes in a piece: enough to spread the cost of two calls.
const PIECE: usize = 1024;

/// Bytes of text that is not tried as it is.
const SHORT: usize = 256;

/// [`Lossy`](crate::simd::shared::kernel::Lossy) by `convert`, the conversion, and
/// `fix`, that of the form that is read to itself with replacement.
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
            // SAFETY: the machine can, as the caller says.
            done.add(unsafe { convert(&src[done.read..], &mut dst[done.written..]) });
            // It may have stopped for want of room, or at the end.
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
            // There is no room for more. What was replaced in that much?
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
