//! Conversion between the buffers of a program.
//!
//! The kernels write whole registers, also after the end of their result. Programs clear a buffer,
//! convert once, and read a string up to its NUL. So the output is copied, piece by piece, and all
//! other bytes of the buffer stay as they are.
//!
//! POSIX leaves it undefined if the buffers overlap, and programs do it: the output of a conversion
//! that does not grow can replace its input. References to memory that overlaps are not allowed in
//! Rust, so the input is copied then, too. Output that overtakes the input replaces text that was
//! not read yet.

use core::{mem::MaybeUninit, ptr, slice};

use crate::conversion::{Conversion, Outcome, Status};

/// The number of bytes of input that are copied at once.
const PIECE: usize = 4 << 10;

/// Returns `true` if the buffers share a byte.
fn overlap(input: *const u8, length: usize, output: *const u8, room: usize) -> bool {
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
    let mut text = [MaybeUninit::<u8>::uninit(); PIECE];
    let mut spelled = [MaybeUninit::uninit(); 2 * PIECE];
    let overlap = overlap(input, length, output, room);
    let mut all = Outcome::NONE;
    loop {
        let (rest, left) = (length - all.read, room - all.written);
        let size = if overlap { rest.min(text.len()) } else { rest };
        let limit = left.min(spelled.len());
        // SAFETY: the input has these bytes, and `text` is memory of its own. The reference to the
        // input ends before the output is written.
        let src = unsafe {
            let from = input.add(all.read);
            if overlap {
                ptr::copy_nonoverlapping(from, text.as_mut_ptr().cast(), size);
                slice::from_raw_parts(text.as_ptr().cast(), size)
            } else {
                slice::from_raw_parts(from, size)
            }
        };
        let part = conversion.convert(src, &mut spelled[..limit]);
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
