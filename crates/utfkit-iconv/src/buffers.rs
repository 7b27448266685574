//! Conversion between buffers that overlap.
//!
//! POSIX leaves this undefined, and programs do it: the output of a conversion that does not grow
//! can replace its input. References to memory that overlaps are not allowed in Rust, so both
//! buffers are copied, piece by piece. Output that overtakes the input replaces text that was not
//! read yet.

use core::{mem::MaybeUninit, ptr};

use crate::conversion::{Conversion, Outcome, Status};

/// The number of bytes of input that are copied at once.
const PIECE: usize = 4 << 10;

/// Returns `true` if the buffers share a byte.
pub(crate) fn overlap(input: *const u8, length: usize, output: *const u8, room: usize) -> bool {
    let (from, to) = (input.addr(), output.addr());
    length > 0 && room > 0 && from < to.saturating_add(room) && to < from.saturating_add(length)
}

/// Converts the `length` bytes at `input` into the `room` bytes at `output`.
///
/// # Safety
/// Both buffers exist. They may overlap.
pub(crate) unsafe fn convert(
    conversion: &mut Conversion,
    input: *const u8,
    length: usize,
    output: *mut u8,
    room: usize,
) -> Outcome {
    let (mut text, mut spelled) = ([0; PIECE], [MaybeUninit::uninit(); 2 * PIECE]);
    let mut all = Outcome::NONE;
    loop {
        let (rest, left) = (length - all.read, room - all.written);
        let (size, limit) = (rest.min(text.len()), left.min(spelled.len()));
        // SAFETY: the input has these bytes, and `text` is memory of its own.
        unsafe { ptr::copy_nonoverlapping(input.add(all.read), text.as_mut_ptr(), size) };
        let part = conversion.convert(&text[..size], &mut spelled[..limit]);
        // SAFETY: the output has room for these bytes, which were written, and `spelled` is memory of
        // its own.
        unsafe {
            let from = spelled.as_ptr().cast::<u8>();
            ptr::copy_nonoverlapping(from, output.add(all.written), part.written);
        }
        all.read += part.read;
        all.written += part.written;
        all.non_identical += part.non_identical;
        all.is_lossy |= part.is_lossy;
        all.status = part.status;
        // A piece is much longer than a sequence, so each round makes progress.
        let has_more = match part.status {
            Status::Done | Status::Incomplete => size < rest,
            Status::OutputFull => limit < left,
            Status::IllFormed => false,
        };
        if !has_more {
            return all;
        }
    }
}
