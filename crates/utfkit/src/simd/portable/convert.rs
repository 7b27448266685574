//! Conversion between any two forms.

use core::mem::MaybeUninit;

use crate::{
    form::{Encoded, Sequence, cut},
    scalar,
    simd::{
        LossyProgress, Progress,
        portable::plain::{self, Plain},
    },
};

/// Implements [`Convert`](crate::simd::shared::kernel::Convert): runs of plain characters in
/// blocks, and single sequences otherwise.
pub(in crate::simd) fn convert<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        let units =
            plain::convert_run::<F, T>(cut::rest(src, done.read), cut::rest_mut(dst, done.written));
        done.read += units * F::UNIT;
        done.written += units * T::UNIT;
        // After a character that is not plain, more of its kind are likely, so make some steps
        // before the next block is tried.
        for _ in 0..plain::STEPS {
            if !step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// Converts one sequence. Returns `false` if that is not possible.
#[inline(always)]
pub(in crate::simd) fn step<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Sequence::Value { value, len } = F::first(cut::rest(src, done.read), false) else {
        return false;
    };
    take::<T>(value, len, dst, done)
}

/// Writes U+FFFD for the next subpart. Returns `false` if it is not ill-formed, or if there is no
/// room.
#[inline(always)]
pub(in crate::simd) fn replace<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Sequence::IllFormed { len, .. } = F::first(cut::rest(src, done.read), true) else {
        return false;
    };
    take::<T>(scalar::REPLACEMENT, len, dst, done)
}

/// Calls [`replace`] at most `most` times. Returns `false` if not even the first call replaced
/// anything.
#[inline(always)]
pub(in crate::simd) fn replace_some<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut LossyProgress,
    most: usize,
) -> bool {
    let mut at = Progress { read: done.read, written: done.written };
    let mut count = 0;
    while count < most && replace::<F, T>(src, dst, &mut at) {
        count += 1;
    }
    *done = LossyProgress { read: at.read, written: at.written, replaced: done.replaced + count };
    count > 0
}

/// Reads `len` bytes, and writes `value` for them. Returns `false` if that is not possible.
#[inline(always)]
fn take<T: Plain>(
    value: u32,
    len: usize,
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Some(encoded) = T::encode(value) else { return false };
    if !put(&encoded, cut::rest_mut(dst, done.written)) {
        return false;
    }
    done.read += len;
    done.written += encoded.len();
    true
}

/// Writes `encoded` at the start of `dst` if it fits.
#[inline(always)]
fn put(encoded: &Encoded, dst: &mut [MaybeUninit<u8>]) -> bool {
    if let Some(room) = dst.first_chunk_mut() {
        // This is one store of a fixed size. The bytes after the sequence will be overwritten.
        *room = encoded.padded().map(MaybeUninit::new);
        return true;
    }
    let Some(room) = dst.get_mut(..encoded.len()) else { return false };
    for (slot, &byte) in room.iter_mut().zip(encoded.bytes()) {
        slot.write(byte);
    }
    true
}
