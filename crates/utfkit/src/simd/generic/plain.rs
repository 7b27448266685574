//! Converts runs of *plain* characters, which are one code unit in both forms: widens, narrows, or
//! copies them.
//!
//! A step converts as many units as a register has bytes. The last step of a run overlaps the one
//! before it, which is possible because units do not move. A run that is shorter than a register
//! uses one of sixteen bytes.
//!
//! Correctness: a code point that takes one unit in both forms and is not a surrogate has the same
//! number in both. A step is stored only if all of its units are plain. Cost, per step:
//!
//! - From bytes: 2 operations, and a widening for each stored register.
//! - To bytes: 4 operations from words, 8 from double words.
//! - From words to double words: 7 operations and 4 widenings. From double words to words: 13
//!   operations.
//! - If the byte order differs: a look-up per register, for units that keep their width and for
//!   narrowed double words. Widened units cost two or three operations per two registers.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::{Codec, Utf16},
    simd::{
        Progress,
        generic::{validate::utf16::Surrogates, vector::Vector},
        portable,
        shared::cache::FAR,
    },
};

/// The number of units from which on alignment pays.
pub(super) const LONG: usize = 256;

/// The registers of a step: as many as a unit has bytes.
type Block<V> = [<V as Vector>::Register; 4];

/// Converts the plain characters at `done`, as long as there are enough of them.
#[inline(always)]
pub(super) fn run<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let (src, room) = (&src[done.read..], &mut dst[done.written..]);
    let (src, dst, count) = as_many::<F, T>(src, room);
    let mut units = steps::<V, F, T, true>(v, src, dst);
    if V::BYTES > V::Narrow::BYTES && units < V::BYTES {
        let (src, dst) = (&src[units * F::UNIT..], &mut dst[units * T::UNIT..]);
        units += near_steps::<V::Narrow, F, T>(v.narrow(), src, dst);
    }
    done.read += units * F::UNIT;
    done.written += units * T::UNIT;
    if F::UNIT > 1 {
        while units < count && sixteen::<V::Narrow, F, T>(v.narrow(), src, room, units) {
            let more = 16 / F::UNIT;
            units += more;
            done.read += more * F::UNIT;
            done.written += more * T::UNIT;
        }
    }
}

/// Implements [`run`] with whole steps only, for text in which a character that is not plain may
/// come soon. Narrowing has few stores per test, so it still makes two steps at a time.
#[inline(always)]
pub(super) fn long_run<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let (src, dst) = (&src[done.read..], &mut dst[done.written..]);
    let (src, dst, _) = as_many::<F, T>(src, dst);
    let units = if F::UNIT > T::UNIT {
        steps::<V, F, T, true>(v, src, dst)
    } else {
        steps::<V, F, T, false>(v, src, dst)
    };
    done.read += units * F::UNIT;
    done.written += units * T::UNIT;
}

/// Cuts both sides to the same number of units, and returns that number.
#[inline(always)]
fn as_many<'s, 'd, F: Text, T: Text>(
    src: &'s [u8],
    dst: &'d mut [MaybeUninit<u8>],
) -> (&'s [u8], &'d mut [MaybeUninit<u8>], usize) {
    let count = (src.len() / F::UNIT).min(dst.len() / T::UNIT);
    (&src[..count * F::UNIT], &mut dst[..count * T::UNIT], count)
}

/// Implements [`run`] from the start of `src` and `dst`, which have the same number of units.
/// Returns the number of converted units. `TWO` steps at a time are faster, unless the run is
/// likely to end soon: which of the two steps ends it is unpredictable.
#[inline(always)]
fn steps<V: Vector, F: Text, T: Text, const TWO: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let mut units = 0;
    if src.len() / F::UNIT > LONG {
        if !step::<V, F, T, false>(v, src, dst) {
            return 0;
        }
        units = until_aligned::<V, F, T>(src, dst);
        if T::UNIT > F::UNIT && dst.len() >= FAR {
            let (src, dst) = (&src[units * F::UNIT..], &mut dst[units * T::UNIT..]);
            units += far_steps::<V, F, T>(v, src, dst);
        } else if TWO {
            let (src, dst) = (&src[units * F::UNIT..], &mut dst[units * T::UNIT..]);
            units += double_steps::<V, F, T>(v, src, dst);
        }
    }
    units + near_steps::<V, F, T>(v, &src[units * F::UNIT..], &mut dst[units * T::UNIT..])
}

/// Implements [`whole_steps`] for output that is larger than the caches. Once a run turns out to be
/// long, its stores bypass the caches. For short runs they do not, because a cache line of which
/// only a part is stored costs more than the bypass gains.
#[inline(always)]
fn far_steps<V: Vector, F: Text, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    const TRIED: usize = 4096;
    let tried = TRIED.min(src.len() / F::UNIT);
    let (near, far) = src.split_at(tried * F::UNIT);
    let (to_near, to_far) = dst.split_at_mut(tried * T::UNIT);
    let mut units = whole_steps::<V, F, T, false>(v, near, to_near);
    if units < TRIED {
        return units;
    }
    units += whole_steps::<V, F, T, true>(v, far, to_far);
    v.end_past();
    units
}

/// Implements [`whole_steps`] with two steps at a time and one test for both.
#[inline(always)]
fn double_steps<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let mut units = 0;
    let steps = src.chunks_exact(2 * V::BYTES * F::UNIT);
    for (src, dst) in steps.zip(dst.chunks_exact_mut(2 * V::BYTES * T::UNIT)) {
        let (first, second) = src.split_at(V::BYTES * F::UNIT);
        let blocks = [load::<V, F>(v, first), load::<V, F>(v, second)];
        let [a, b] = [beyond::<V, F, T>(v, blocks[0]), beyond::<V, F, T>(v, blocks[1])];
        if v.any(v.or(a, b)) {
            break;
        }
        let (to_first, to_second) = dst.split_at_mut(V::BYTES * T::UNIT);
        put::<V, F, T, false>(v, first, blocks[0], to_first);
        put::<V, F, T, false>(v, second, blocks[1], to_second);
        units += 2 * V::BYTES;
    }
    units
}

/// Implements [`steps`] without alignment.
#[inline(always)]
pub(super) fn near_steps<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let count = src.len() / F::UNIT;
    let units = whole_steps::<V, F, T, false>(v, src, dst);
    if (1..V::BYTES).contains(&(count - units))
        && units > 0
        && let Some(from) = src.len().checked_sub(V::BYTES * F::UNIT)
        && let Some(to) = dst.len().checked_sub(V::BYTES * T::UNIT)
        && step::<V, F, T, false>(v, &src[from..], &mut dst[to..])
    {
        return count;
    }
    units
}

/// Converts as many units as a register has bytes at a time, as long as all are plain. Returns the
/// number of converted units. If `PAST`, the stores bypass the caches.
#[inline(always)]
pub(super) fn whole_steps<V: Vector, F: Text, T: Text, const PAST: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let mut units = 0;
    let steps = src.chunks_exact(V::BYTES * F::UNIT);
    for (src, dst) in steps.zip(dst.chunks_exact_mut(V::BYTES * T::UNIT)) {
        if !step::<V, F, T, PAST>(v, src, dst) {
            break;
        }
        units += V::BYTES;
    }
    units
}

/// Converts sixteen bytes after the first `units` units. Returns `false` if there are fewer, if
/// some are not plain, or if registers of sixteen bytes have no room.
#[inline(always)]
pub(super) fn sixteen<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    units: usize,
) -> bool {
    let most = if T::UNIT > F::UNIT { 32 } else { 16 };
    let Some(src) = src[units * F::UNIT..].get(..16) else { return false };
    let Some(dst) = dst[units * T::UNIT..].get_mut(..most) else { return false };
    let block = [v.load(src, 0); 4];
    if v.any(beyond::<V, F, T>(v, block)) {
        return false;
    }
    let block = if F::UNIT == 2 && T::UNIT == 4 {
        let [a, b] = v.load_widened::<F, T>(src, 0);
        [a, b, a, b]
    } else {
        in_units::<V, F, T>(v, block)
    };
    v.store(dst, 0, block[0]);
    if T::UNIT > F::UNIT {
        v.store(dst, 16, block[1]);
    }
    true
}

/// Returns the number of units after which the side with more bytes per unit is aligned to a
/// register. It is at most the units of a step, and more than those of a step without its last
/// register. Accesses that straddle cache lines cost twice as much.
#[inline(always)]
fn until_aligned<V: Vector, F: Text, T: Text>(src: &[u8], dst: &[MaybeUninit<u8>]) -> usize {
    let (at, unit) = if T::UNIT >= F::UNIT {
        (dst.as_ptr().addr(), T::UNIT)
    } else {
        (src.as_ptr().addr(), F::UNIT)
    };
    let bytes = unit * V::BYTES - at % V::BYTES;
    if bytes.is_multiple_of(unit) { bytes / unit } else { V::BYTES }
}

/// Converts as many units as a register has bytes, if all are plain. If `PAST`, the stores bypass
/// the caches.
#[inline(always)]
fn step<V: Vector, F: Text, T: Text, const PAST: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let block = load::<V, F>(v, src);
    if v.any(beyond::<V, F, T>(v, block)) {
        return false;
    }
    put::<V, F, T, PAST>(v, src, block, dst);
    true
}

/// Loads the first units of `src`.
#[inline(always)]
pub(super) fn load<V: Vector, F: Text>(v: V, src: &[u8]) -> Block<V> {
    let src = &src[..V::BYTES * F::UNIT];
    let mut block = [v.load(src, 0); 4];
    if F::UNIT > 1 {
        block[1] = v.load(src, V::BYTES);
    }
    if F::UNIT > 2 {
        block[2] = v.load(src, 2 * V::BYTES);
        block[3] = v.load(src, 3 * V::BYTES);
    }
    block
}

/// Stores `block`, which is the start of `src` and plain. If `PAST`, the stores bypass the caches.
/// Returns the stored registers.
#[inline(always)]
pub(super) fn put<V: Vector, F: Text, T: Text, const PAST: bool>(
    v: V,
    src: &[u8],
    block: Block<V>,
    dst: &mut [MaybeUninit<u8>],
) -> Block<V> {
    let dst = &mut dst[..V::BYTES * T::UNIT];
    let block =
        if T::UNIT > F::UNIT { widened::<V, F, T>(v, src) } else { in_units::<V, F, T>(v, block) };
    let mut at = 0;
    while at < T::UNIT {
        let place = at * V::BYTES;
        if PAST {
            v.store_past(dst, place, block[at]);
        } else {
            v.store(dst, place, block[at]);
        }
        at += 1;
    }
    block
}

/// Widens the first units of `src` to units of `T`. It reads them again, because many machines
/// widen during a load at no extra cost.
#[inline(always)]
fn widened<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> Block<V> {
    if F::UNIT == 2 {
        let src = &src[..2 * V::BYTES];
        let [a, b] = v.load_widened::<F, T>(src, 0);
        let [c, d] = v.load_widened::<F, T>(src, V::BYTES);
        return [a, b, c, d];
    }
    if T::UNIT == 2 {
        let [a, b] =
            if T::BIG { v.load_as_words::<true>(src) } else { v.load_as_words::<false>(src) };
        return [a, b, a, b];
    }
    in_order::<V, T>(v, v.load_as_double_words(src))
}

/// Converts as many units as a register has bytes as if all were plain. Returns the stored
/// registers.
#[inline(always)]
pub(super) fn put_all<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Block<V> {
    put::<V, F, T, false>(v, src, load::<V, F>(v, src), dst)
}

/// Returns nonzero bits if and only if some unit is not a plain character in both forms.
#[inline(always)]
pub(super) fn beyond<V: Vector, F: Text, T: Text>(v: V, [a, b, c, d]: Block<V>) -> V::Register {
    let most = const { portable::most::<F, T>() };
    match F::UNIT {
        1 if most > 0x7F => v.splat8(0),
        1 => v.and(a, v.splat8(0x80)),
        2 if most <= 0xFF => {
            let beyond = !most as u16;
            let beyond = if F::BIG { beyond.swap_bytes() } else { beyond };
            v.and(v.or(a, b), v.splat16(beyond))
        }
        2 => {
            let most = Surrogates::<V, F>::like(v, v.splat8(0), a);
            Surrogates::<V, F>::seen(v, Surrogates::<V, F>::like(v, most, b))
        }
        _ => {
            let any = v.or(v.or(a, b), v.or(c, d));
            let beyond = if F::BIG { (!most).swap_bytes() } else { !most };
            let beyond = v.and(any, v.splat32(beyond));
            if most <= 0xFF {
                return beyond;
            }
            // Units beyond a word were found above, so it does not matter that packing changes
            // them.
            let [a, b, c, d] = in_order::<V, F>(v, [a, b, c, d]);
            let [a, b] = [v.pack32(a, b), v.pack32(c, d)];
            let surrogate = v.or(
                Surrogates::<V, Utf16<false>>::any(v, a),
                Surrogates::<V, Utf16<false>>::any(v, b),
            );
            v.or(beyond, surrogate)
        }
    }
}

/// Converts plain units of one form to units of the other.
#[inline(always)]
fn in_units<V: Vector, F: Text, T: Text>(v: V, block: Block<V>) -> Block<V> {
    if T::UNIT == 1 {
        return [narrowed::<V, F>(v, block); 4];
    }
    let [a, b, c, d] = in_order::<V, F>(v, block);
    let block = match (F::UNIT, T::UNIT) {
        (4, 2) => {
            let [a, b] = [v.pack32(a, b), v.pack32(c, d)];
            [a, b, a, b]
        }
        _ => [a, b, c, d],
    };
    in_order::<V, T>(v, block)
}

/// Narrows units below 0x100 to bytes. Big-endian units have their value in the top byte. A shift
/// brings it down, because a change of byte order would compete with the packing for the shuffle
/// port.
#[inline(always)]
fn narrowed<V: Vector, F: Text>(v: V, [a, b, c, d]: Block<V>) -> V::Register {
    match (F::UNIT, F::BIG) {
        (2, false) => v.pack16(a, b),
        (2, true) => v.pack16(v.down16::<8>(a), v.down16::<8>(b)),
        (4, false) => v.pack32_twice([a, b, c, d]),
        (4, true) => v.pack32_twice([
            v.down32::<24>(a),
            v.down32::<24>(b),
            v.down32::<24>(c),
            v.down32::<24>(d),
        ]),
        _ => a,
    }
}

/// Converts units from the byte order of the machine to that of `F`, or back.
#[inline(always)]
pub(super) fn in_order<V: Vector, F: Text>(v: V, block: Block<V>) -> Block<V> {
    if !F::BIG {
        return block;
    }
    let [a, b, c, d] = block;
    [swapped::<V, F>(v, a), swapped::<V, F>(v, b), swapped::<V, F>(v, c), swapped::<V, F>(v, d)]
}

#[inline(always)]
fn swapped<V: Vector, F: Codec>(v: V, units: V::Register) -> V::Register {
    match F::UNIT {
        2 => v.swap::<2>(units),
        4 => v.swap::<4>(units),
        _ => units,
    }
}
