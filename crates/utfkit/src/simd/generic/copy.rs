//! Copies a form to itself or to itself in the other byte order, and validates it.
//!
//! Text is validated and copied in pieces that stay in the first-level cache. A short UTF-8 text is
//! copied as a whole, and only its well-formed prefix counts. A short UTF-16 text is copied this
//! way if it has no surrogates.
//!
//! Correctness: a prefix of a text has the same well-formed sequences as the text, except the
//! sequence that it cuts. The next piece begins with that sequence. The copy ends if the start of a
//! piece is ill-formed, or if more bytes are left at its end than a cut sequence has. Cost:
//! validation, plus a load and a store per register. If the orders differ, there is also a look-up.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::{Utf8, Utf16},
    simd::{
        Progress,
        generic::{validate::utf16 as validate16, vector::Vector},
    },
};

/// The number of bytes that are validated before they are copied. They stay in the first-level
/// cache.
const PIECE: usize = 8 << 10;

/// The longest text that [`short8`] and [`put_short`] copy, in bytes.
pub(super) const SHORT: usize = 256;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) between forms that are the same or
/// differ only in byte order.
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
        // A sequence that begins in this piece may end in the next.
        if valid == 0 || piece.len() - valid > 3 || at == fitting {
            return Progress { read: at, written: at };
        }
    }
}

/// Implements [`convert`] for one to four registers of UTF-16 without surrogates, if there is room
/// for the whole text.
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

/// Implements [`convert`] for a short UTF-8 text, if there is room for the whole text. It copies
/// everything, but only the well-formed prefix counts.
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

/// Implements [`Swap`](crate::simd::shared::kernel::Swap) for whole units; `dst` is as long as
/// `src`.
#[inline(always)]
pub(super) fn swap16<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    if V::BYTES > V::Narrow::BYTES && src.len() < V::BYTES {
        return put::<V::Narrow, Utf16<false>, Utf16<true>>(v.narrow(), src, dst);
    }
    put::<V, Utf16<false>, Utf16<true>>(v, src, dst);
}

/// Copies whole units to `dst`, which is as long as `src`.
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

/// Copies bytes to `dst`, which is as long as `src`. The compiler turns the loop into a call of
/// `memcpy`.
#[inline(always)]
fn put_long(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (slot, &byte) in dst.iter_mut().zip(src) {
        slot.write(byte);
    }
}

/// Copies a few bytes to `dst`, which is as long as `src`. The last move overlaps the one before
/// it.
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

/// Copies the first `N` bytes and the last `N`. Returns `false` if either slice is shorter than
/// `N`.
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
