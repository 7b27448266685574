//! Converts any UTF-32 to every UTF, with U+FFFD for each unit that is not a scalar value.
//!
//! Replacement does not move any unit, so a unit is replaced in the register that copies it. To
//! other forms, [`copies32`] copies pieces with replacement and converts them with the strict
//! kernels.
//!
//! Correctness: the result for a unit does not depend on any other unit. Cost, per register: 9
//! operations, plus a look-up for each byte order that differs from the machine's.

use crate::simd::generic::set::Set;
use crate::simd::generic::vector::in_machine_order;
use crate::simd::generic::wrong;
use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::simd::{
    LossyProgress,
    generic::{into8, vector::Vector, wide},
    shared::by_copies as copies32,
};

/// At most this number of bytes is converted in registers instead of being copied.
const FEW: usize = 64;

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-8 or UTF-16.
#[inline(always)]
pub(in crate::simd) fn convert<S: Set, F: Text, T: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    // A wider set leaves these texts to the narrower one.
    if S::BYTES == 16 && src.len() <= FEW {
        let done = match T::UNIT {
            1 => into8::few_lossy::<S, F>(v, src, dst),
            _ => wide::split_few::<S, F, T>(v, src, dst),
        };
        if let Some(done) = done {
            return done;
        }
    }
    let (convert, fix) = (S::convert::<F, T>, S::lossy::<F, F>);
    // SAFETY: the token `v` proves that the machine has the instructions of the set.
    unsafe { copies32::convert_lossy(convert, fix, [F::FORM, T::FORM], src, dst) }
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-32 to UTF-32.
#[inline(always)]
pub(in crate::simd) fn copy<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let mut done = LossyProgress::default();
    registers::<V, F, T>(v, src, dst, &mut done);
    if V::BYTES > V::Narrow::BYTES {
        registers::<V::Narrow, F, T>(v.narrow(), src, dst, &mut done);
    }
    if done.read < src.len() {
        done = done.with_rest::<F, T>(src, dst);
    }
    done
}

/// Implements [`copy`] for whole registers, as long as there is room for them.
#[inline(always)]
fn registers<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut LossyProgress,
) {
    let blocks = src[done.read..].chunks_exact(V::BYTES);
    let mut bytes = 0;
    let mut registers = 0;
    for (block, room) in blocks.zip(dst[done.written..].chunks_exact_mut(V::BYTES)) {
        let units = in_machine_order::<V, F>(v, v.load(block, 0));
        let (units, replaced) = wrong::fixed(v, units);
        bytes += replaced.count_ones() as usize;
        v.store(room, 0, in_machine_order::<V, T>(v, units));
        registers += 1;
    }
    done.read += registers * V::BYTES;
    done.written += registers * V::BYTES;
    done.replaced += bytes / 4;
}
