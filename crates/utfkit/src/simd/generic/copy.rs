//! A form to itself, or to itself in the other order of octets: validation, and a copy.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    vector::{Text, Vector},
};

/// Octets that are validated before they are copied: so few that they stay near.
const PIECE: usize = 8 << 10;

/// [`Kernels::convert`](crate::simd::Kernels::convert) between forms that differ in their order at most.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let fitting = src.len().min(dst.len());
    let (src, dst) = (&src[..fitting], &mut dst[..fitting]);
    let mut at = 0;
    loop {
        let piece = &src[at..fitting.min(at + PIECE)];
        let valid = super::validate::<V, F>(v, piece);
        put::<V, F, T>(v, &piece[..valid], &mut dst[at..][..valid]);
        at += valid;
        // A sequence that begins in a piece may end in the next.
        if valid == 0 || piece.len() - valid > 3 || at == fitting {
            return Progress { read: at, written: at };
        }
    }
}

/// Copies whole units to as much room.
#[inline(always)]
fn put<V: Vector, F: Text, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    if F::BIG == T::BIG {
        for (slot, &octet) in dst.iter_mut().zip(src) {
            slot.write(octet);
        }
        return;
    }
    let mut at = 0;
    while src.len() - at >= V::BYTES {
        v.store(dst, at, swapped::<V, F>(v, v.load(src, at)));
        at += V::BYTES;
    }
    if at > 0 && at < src.len() {
        at = src.len() - V::BYTES;
        v.store(dst, at, swapped::<V, F>(v, v.load(src, at)));
        return;
    }
    let units = src[at..].chunks_exact(F::UNIT).zip(dst[at..].chunks_exact_mut(T::UNIT));
    for (unit, slot) in units {
        T::put_unit(F::unit(unit), slot);
    }
}

#[inline(always)]
fn swapped<V: Vector, F: Text>(v: V, units: V::Register) -> V::Register {
    if F::UNIT == 2 { v.swap::<2>(units) } else { v.swap::<4>(units) }
}
