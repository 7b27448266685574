//! Conversion between any two forms.

use core::mem::MaybeUninit;

use crate::{
    form::{Encoded, Sequence},
    scalar,
    simd::{
        LossyProgress, Progress,
        portable::plain::{self, Plain},
    },
};

/// [`Convert`](crate::simd::shared::kernel::Convert): runs of plain characters by blocks, the
/// rest by single sequences.
pub(in crate::simd) fn convert<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        let units = plain::convert_run::<F, T>(&src[done.read..], &mut dst[done.written..]);
        done.read += units * F::UNIT;
        done.written += units * T::UNIT;
        // Behind a character that is not plain more of its kind are likely: some steps before the
        // next try of a block.
        for _ in 0..plain::STEPS {
            if !step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// Converts one sequence; `false` if that is not possible.
#[inline(always)]
pub(in crate::simd) fn step<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Sequence::Value { value, len } = F::first(&src[done.read..], false) else { return false };
    take::<T>(value, len, dst, done)
}

/// Writes U+FFFD for what is ill-formed next; `false` if nothing is, or there is no room.
#[inline(always)]
pub(in crate::simd) fn replace<F: Plain, T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Sequence::IllFormed { len, .. } = F::first(&src[done.read..], true) else { return false };
    take::<T>(scalar::REPLACEMENT, len, dst, done)
}

/// [`replace`], so often at most; `false` if not even once.
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

/// Takes `len` bytes, and writes `value` for them; `false` if that is not possible.
#[inline(always)]
fn take<T: Plain>(
    value: u32,
    len: usize,
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Some(encoded) = T::encode(value) else { return false };
    if !put(&encoded, &mut dst[done.written..]) {
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
        // One store of a fixed size; what is behind the sequence will be written over.
        *room = encoded.padded().map(MaybeUninit::new);
        return true;
    }
    let Some(room) = dst.get_mut(..encoded.len()) else { return false };
    for (slot, &byte) in room.iter_mut().zip(encoded.bytes()) {
        slot.write(byte);
    }
    true
}
