//! A form to itself, or to itself in the other order of bytes: validation, and a copy.
//!
//! Text is validated and copied by pieces that stay in the first cache. Few bytes of UTF-8 are all
//! copied, and those that are well-formed count; few of UTF-16 are copied if they have no
//! surrogates.
//!
//! Why it is right: a prefix of the text has the same well-formed sequences, less the one that it
//! cuts; the next piece begins with that one. Where nothing at the start of a piece is well-formed,
//! or more is left at its end than a cut leaves, the copy ends. Cost: that of validation, and a
//! load and a store for a register; with the orders different a look-up, too.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::{Utf8, Utf16},
    simd::{
        Progress,
        generic::{validate::utf16 as validate16, vector::Vector},
    },
};

/// Bytes that are validated before they are copied: so few that they stay near.
const PIECE: usize = 8 << 10;

/// Bytes that are copied here, and of UTF-8 validated before all else.
pub(super) const SHORT: usize = 256;

/// [`Convert`](crate::simd::shared::kernel::Convert) between forms that differ in their order at
/// most.
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

/// [`convert`] of one to four registers of UTF-16 without surrogates, with room for all.
#[inline(always)]
pub(super) fn short16<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    if !(V::BYTES..=4 * V::BYTES).contains(&src.len()) || !src.len().is_multiple_of(2) {
        return None;
    }
    let room = dst.get_mut(..src.len())?;
    if validate16::has_surrogates::<V, F>(v, src) {
        return None;
    }
    put::<V, F, T>(v, src, room);
    Some(Progress { read: src.len(), written: src.len() })
}

/// [`convert`] of few bytes of UTF-8, with room for all: all are copied, and those that are
/// well-formed count.
#[inline(always)]
pub(super) fn short8<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<Progress> {
    if src.len() > SHORT {
        return None;
    }
    let room = dst.get_mut(..src.len())?;
    let valid = super::validate::<V, Utf8>(v, src);
    put_short(v, src, room);
    Some(Progress { read: valid, written: valid })
}

/// [`Swap`](crate::simd::shared::kernel::Swap) of whole units into as much room.
#[inline(always)]
pub(super) fn swap16<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    if V::BYTES > V::Narrow::BYTES && src.len() < V::BYTES {
        return put::<V::Narrow, Utf16<false>, Utf16<true>>(v.narrow(), src, dst);
    }
    put::<V, Utf16<false>, Utf16<true>>(v, src, dst);
}

/// Copies whole units to as much room.
#[inline(always)]
fn put<V: Vector, F: Text, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    if F::BIG == T::BIG {
        return if src.len() <= SHORT { put_short(v, src, dst) } else { put_long(src, dst) };
    }
    let mut at = 0;
    while src.len() - at >= 4 * V::BYTES {
        let (src, dst) = (&src[at..][..4 * V::BYTES], &mut dst[at..][..4 * V::BYTES]);
        let mut place = 0;
        while place < 4 * V::BYTES {
            v.store(dst, place, swapped::<V, F>(v, v.load(src, place)));
            place += V::BYTES;
        }
        at += 4 * V::BYTES;
    }
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

/// Copies bytes to as much room, by the copy that the machine has for many.
#[inline(always)]
fn put_long(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (slot, &byte) in dst.iter_mut().zip(src) {
        slot.write(byte);
    }
}

/// Copies few bytes to as much room: the last move overlaps the one before.
#[inline(always)]
pub(super) fn put_short<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    if let Some(last) = src.len().checked_sub(V::BYTES) {
        let mut at = 0;
        while at < last {
            v.store(dst, at, v.load(src, at));
            at += V::BYTES;
        }
        v.store(dst, last, v.load(src, last));
    } else if V::BYTES > V::Narrow::BYTES && src.len() >= V::Narrow::BYTES {
        put_short(v.narrow(), src, dst);
    } else if !put_ends::<8>(src, dst) && !put_ends::<4>(src, dst) && !put_ends::<2>(src, dst) {
        put_ends::<1>(src, dst);
    }
}

/// Copies the first `N` bytes and the last; `false` if there are fewer, or no room for them.
#[inline(always)]
fn put_ends<const N: usize>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let (Some(first), Some(last)) = (src.first_chunk::<N>(), src.last_chunk::<N>()) else {
        return false;
    };
    let Some(room) = dst.first_chunk_mut() else { return false };
    *room = first.map(MaybeUninit::new);
    let Some(room) = dst.last_chunk_mut() else { return false };
    *room = last.map(MaybeUninit::new);
    true
}

#[inline(always)]
fn swapped<V: Vector, F: Text>(v: V, units: V::Register) -> V::Register {
    if F::UNIT == 2 { v.swap::<2>(units) } else { v.swap::<4>(units) }
}
