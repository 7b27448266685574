//! Converts UTF-16 to UTF-32 and back.
//!
//! Without surrogates, words are widened or packed. With surrogates, a code value is computed at
//! the position of the low surrogate, in two planes of words. It comes from that unit and the one
//! before it, which is loaded again. The position of the high surrogate is dropped. In the other
//! direction, a double word becomes the two words of a pair, and the second is dropped if there is
//! no pair. Tables drop words, sixteen bytes at a time. Each step is first written as if it had no
//! surrogates. If it turns out to have one pair, the pair is put in its place, and the text after
//! it is written again.
//!
//! Correctness: pairing is a comparison of lanes, and a block with an unpaired surrogate is not
//! converted. A high one at the end of a block has not written anything yet. Cost: that of
//! [`plain`] without surrogates. Several surrogates cost 26 operations more per register of UTF-16,
//! and 20 per register of UTF-32.

use crate::simd::generic::vector::in_machine_order;
use crate::simd::generic::wrong;
use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::simd::{
    LossyProgress, Progress,
    generic::{
        lossy::utf16 as lossy16,
        plain,
        tables::compact,
        validate::{utf16::Surrogates, utf32::no_scalars},
        vector::Vector,
    },
    portable,
};

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) between UTF-16 and UTF-32, starting
/// at `done`.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    // The caller already knows where a short text stops being plain.
    let (begun, start) = (src.len() <= plain::LONG * F::UNIT, done.read);
    loop {
        let before = done.read;
        if src.len() - before >= V::BYTES * F::UNIT {
            if !(begun && before == start) {
                plain::long_run::<V, F, T>(v, src, dst, &mut done);
            }
            if F::UNIT == 2 {
                join::<V, F, T>(v, src, dst, &mut done);
            } else {
                split::<V, F, T>(v, src, dst, &mut done);
            }
            if done.read == src.len() {
                return done;
            }
            if done.read - before >= CALM {
                continue;
            }
        }
        if V::BYTES > V::Narrow::BYTES {
            singly::<V, F, T>(v, src, dst, &mut done);
        }
        singly::<V::Narrow, F, T>(v.narrow(), src, dst, &mut done);
        if F::UNIT == 2 && src.len() > V::Narrow::BYTES {
            join_rest::<V::Narrow, F, T>(v.narrow(), src, dst, &mut done);
        }
        if done.read == src.len() {
            return done;
        }
        for _ in 0..portable::STEPS {
            if !portable::step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// Implements [`plain::run`] for the start of a short text. A text of sixteen bytes may also have
/// surrogate pairs.
#[inline(always)]
pub(super) fn start<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let units = if V::BYTES == 16 && F::UNIT > 1 && src.len() == 16 {
        if plain::sixteen::<V, F, T>(v, src, dst, 0) {
            16 / F::UNIT
        } else if T::UNIT > 1
            && let Some(done) = sixteen::<V, F, T>(v, src, dst)
        {
            return done;
        } else {
            0
        }
    } else {
        // Nothing here may panic, because a function that can panic would align the stack at each
        // call.
        let count = (src.len() / F::UNIT).min(dst.len() / T::UNIT);
        match (src.get(..count * F::UNIT), dst.get_mut(..count * T::UNIT)) {
            (Some(src), Some(dst)) if count <= plain::LONG => {
                plain::near_steps::<V, F, T>(v, src, dst)
            }
            _ => 0,
        }
    };
    Progress { read: units * F::UNIT, written: units * T::UNIT }
}

/// Implements [`convert`] for sixteen bytes, if they are well-formed and the largest result fits.
#[inline(always)]
pub(super) fn sixteen<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let mut done = Progress::default();
    singly::<V, F, T>(v, src, dst, &mut done);
    (done.read == src.len()).then_some(done)
}

/// Converts a whole text of one register of UTF-16 to UTF-32, with U+FFFD for unpaired surrogates,
/// if the largest result fits.
#[inline(always)]
pub(super) fn join_one<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<LossyProgress> {
    let room = dst.get_mut(..2 * V::BYTES)?;
    let (units, alone) = lossy16::fixed::<V, F>(v, src, 0);
    let written = joined::<V, F, T>(v, units, v.shift_up::<2>(units), room);
    Some(LossyProgress { read: V::BYTES, written, replaced: alone.count_ones() as usize / 2 })
}

/// Converts whole registers of UTF-32 to UTF-16, with U+FFFD for values that are not scalar values,
/// if the largest result fits.
#[inline(always)]
pub(super) fn split_few<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<LossyProgress> {
    if !src.len().is_multiple_of(V::BYTES) || dst.len() < src.len() {
        return None;
    }
    let mut done = LossyProgress::default();
    for block in src.chunks_exact(V::BYTES) {
        let units = in_machine_order::<V, F>(v, v.load(block, 0));
        let (fixed, wrong) = wrong::fixed(v, units);
        done.written += split_one::<V, T>(v, fixed, &mut dst[done.written..]);
        done.replaced += wrong.count_ones() as usize / 4;
        done.read += V::BYTES;
    }
    Some(done)
}

/// Converts single registers with any contents, as long as they are well-formed and there is room.
#[inline(always)]
fn singly<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    if F::UNIT == 2 {
        join_singly::<V, F, T>(v, src, dst, done);
    } else {
        split_singly::<V, F, T>(v, src, dst, done);
    }
}

/// Converts the rest of UTF-16, if it is shorter than a register and well-formed, and a whole
/// register has room. The zeros after it are not counted.
#[inline(always)]
fn join_rest<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let src = &src[done.read..];
    let src = &src[..src.len() & !1];
    if src.is_empty() || src.len() >= V::BYTES {
        return;
    }
    let Some(room) = dst[done.written..].get_mut(..2 * V::BYTES) else { return };
    let units = v.load_short(src);
    let before = v.shift_up::<2>(units);
    // A high surrogate at the end does not match the zero after it.
    if v.any(Surrogates::<V, F>::wrong(v, units, before)) {
        return;
    }
    done.written += joined::<V, F, T>(v, units, before, room) - 2 * (V::BYTES - src.len());
    done.read += src.len();
}

/// The number of bytes without a surrogate or a supplementary character after which the next one is
/// not expected soon.
const CALM: usize = 8 << 10;

/// Converts two registers of UTF-16 at a time, as long as their surrogates are paired and there is
/// room. It ends after a long run without surrogates.
#[inline(always)]
fn join<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    let step = 2 * V::BYTES;
    let mut last = at;
    while src.len() - at >= step && dst.len() - written >= 2 * step {
        // Write the block as if it had no surrogates.
        let block = plain::put_all::<V, F, T>(v, &src[at..], &mut dst[written..]);
        let mut most = v.splat8(0);
        // A double word has nonzero bytes only in one of its words, which looks like UTF-16 in the
        // same byte order. The other word is 0.
        for units in block {
            most = Surrogates::<V, T>::like(v, most, units);
        }
        if !Surrogates::<V, T>::among(v, most) {
            at += step;
            written += 2 * step;
            if at - last >= CALM {
                break;
            }
            continue;
        }
        last = at;
        let units = [v.load(src, at), v.load(src, at + V::BYTES)];
        let surrogates =
            [Surrogates::<V, F>::any(v, units[0]), Surrogates::<V, F>::any(v, units[1])];
        let places =
            u64::from(v.bits(surrogates[0])) | u64::from(v.bits(surrogates[1])) << V::BYTES;
        let first = places.trailing_zeros() as usize;
        if places >> first == 0b1111
            && src.len() - at >= 2 * step
            && dst.len() - written >= 4 * step
        {
            // There is one pair. Only the pair is joined, and the text after it moves up.
            let mut pair = Progress { read: at + first, written: written + 2 * first };
            if !portable::step::<F, T>(src, dst, &mut pair) {
                break;
            }
            plain::put_all::<V, F, T>(v, &src[pair.read..], &mut dst[pair.written..]);
            at += step;
            written += 2 * step - 4;
            continue;
        }
        let before = [before::<V>(v, src, at), v.load(src, at + V::BYTES - 2)];
        let wrong = [
            Surrogates::<V, F>::wrong(v, units[0], before[0]),
            Surrogates::<V, F>::wrong(v, units[1], before[1]),
        ];
        if v.any(v.or(wrong[0], wrong[1])) {
            break;
        }
        let room = &mut dst[written..][..2 * step];
        let to = joined::<V, F, T>(v, units[0], before[0], room);
        written += to + joined::<V, F, T>(v, units[1], before[1], &mut room[to..]);
        at += step;
        // A high surrogate at the end has not written anything yet.
        at -= 2 * usize::from(Surrogates::<V, F>::is_open(src, at));
    }
    *done = Progress { read: at, written };
}

/// Converts single registers of UTF-16, as long as their surrogates are paired and there is room.
#[inline(always)]
fn join_singly<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    while src.len() - at >= V::BYTES && dst.len() - written >= 2 * V::BYTES {
        let units = v.load(src, at);
        let before = before::<V>(v, src, at);
        if v.any(Surrogates::<V, F>::wrong(v, units, before)) {
            break;
        }
        written += joined::<V, F, T>(v, units, before, &mut dst[written..]);
        at += V::BYTES;
    }
    if at > done.read && Surrogates::<V, F>::is_open(src, at) {
        at -= 2;
    }
    *done = Progress { read: at, written };
}

/// Loads the register of `src` that begins one unit before `at`.
#[inline(always)]
fn before<V: Vector>(v: V, src: &[u8], at: usize) -> V::Register {
    if at == 0 { v.shift_up::<2>(v.load(src, 0)) } else { v.load(src, at - 2) }
}

/// Stores the code values that end in a register of UTF-16. Returns the number of bytes.
#[inline(always)]
fn joined<V: Vector, F: Text, T: Text>(
    v: V,
    units: V::Register,
    before: V::Register,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let low = Surrogates::<V, F>::low(v, units);
    let kept = v.xor(Surrogates::<V, F>::high(v, units), v.splat8(0xFF));
    let [units, before] =
        if F::BIG { [v.swap::<2>(units), v.swap::<2>(before)] } else { [units, before] };
    // Compute the lower word and the plane of a pair from the low surrogate and the high one before
    // it.
    let lower = v.or(v.and(units, v.splat16(0x03FF)), v.up16::<10>(before));
    let plane = v.and(v.down16::<6>(before), v.splat16(0x000F));
    let plane = v.and(v.add16(plane, v.splat16(1)), low);
    let lower = v.choose(low, lower, units);
    // There are eight bits for the words of each sixteen bytes.
    let keys = v.bits(v.pack16(v.down16::<8>(kept), v.splat8(0)));
    let rows = v.rows(&compact::WORDS, compact::space_out(keys));
    let (lower, plane) = (v.lookup(lower, rows), v.lookup(plane, rows));
    let [a, b] = [v.zip16_low(lower, plane), v.zip16_high(lower, plane)];
    let [a, b] = if T::BIG { [v.swap::<4>(a), v.swap::<4>(b)] } else { [a, b] };
    let room = &mut room[..2 * V::BYTES];
    let mut to = 0;
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        v.store_lane(room, to, a, lane);
        v.store_lane(room, to + 16, b, lane);
        to += 4 * compact::count(keys >> (8 * lane));
        lane += 1;
    }
    to
}

/// Converts four registers of UTF-32 at a time, as long as they are well-formed and there is room.
/// It ends after a long run without supplementary characters.
#[inline(always)]
fn split<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    let step = 4 * V::BYTES;
    let mut last = at;
    while src.len() - at >= step && dst.len() - written >= step {
        let block = plain::load::<V, F>(v, &src[at..]);
        // Write the block as if it had no supplementary characters.
        plain::put::<V, F, T, false>(v, &src[at..], block, &mut dst[written..]);
        if !v.any(plain::beyond::<V, F, T>(v, block)) {
            at += step;
            written += step / 2;
            if at - last >= CALM {
                break;
            }
            continue;
        }
        last = at;
        let [a, b, c, d] = plain::in_order::<V, F>(v, block);
        let wrong = v
            .or(v.or(no_scalars(v, a), no_scalars(v, b)), v.or(no_scalars(v, c), no_scalars(v, d)));
        if v.any(wrong) {
            break;
        }
        let basic = [basic(v, a), basic(v, b), basic(v, c), basic(v, d)];
        let places = v.bits(v.pack32_twice([
            v.down32::<24>(basic[0]),
            v.down32::<24>(basic[1]),
            v.down32::<24>(basic[2]),
            v.down32::<24>(basic[3]),
        ]));
        let all = !0 >> (32 - V::BYTES);
        let places = !places & all;
        if places == all {
            let run = supplementary::<V, F, T>(v, &src[at..], &mut dst[written..]);
            at += run;
            written += run;
            continue;
        }
        let first = places.trailing_zeros() as usize;
        if places & places.wrapping_sub(1) == 0
            && src.len() - at >= 2 * step
            && dst.len() - written >= 2 * step
        {
            // There is one pair. Only the pair is split, and the text after it moves down.
            let mut pair = Progress { read: at + 4 * first, written: written + 2 * first };
            if !portable::step::<F, T>(src, dst, &mut pair) {
                break;
            }
            plain::put_all::<V, F, T>(v, &src[pair.read..], &mut dst[pair.written..]);
            at += step;
            written += step / 2 + 2;
            continue;
        }
        let room = &mut dst[written..][..step];
        let to = split_two::<V, T>(v, [a, b], room, 0);
        written += split_two::<V, T>(v, [c, d], room, to);
        at += step;
    }
    *done = Progress { read: at, written };
}

/// Converts single registers of UTF-32, as long as they are well-formed and there is room.
#[inline(always)]
fn split_singly<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    while src.len() - at >= V::BYTES && dst.len() - written >= V::BYTES {
        let units = in_machine_order::<V, F>(v, v.load(src, at));
        if v.any(no_scalars(v, units)) {
            break;
        }
        written += split_one::<V, T>(v, units, &mut dst[written..]);
        at += V::BYTES;
    }
    *done = Progress { read: at, written };
}

/// Returns all ones in each code point of the Basic Multilingual Plane.
#[inline(always)]
fn basic<V: Vector>(v: V, units: V::Register) -> V::Register {
    v.eq32(v.and(units, v.splat32(0xFFFF_0000)), v.splat8(0))
}

/// Stores a register of code points. Returns the number of bytes.
#[inline(always)]
fn split_one<V: Vector, T: Text>(v: V, units: V::Register, room: &mut [MaybeUninit<u8>]) -> usize {
    let (words, dropped) = pair::<V, T>(v, units);
    let keys = !v.bits(v.pack16(v.down16::<8>(dropped), v.splat8(0)));
    compact::store_single(v, &compact::WORDS, words, keys, [0, 2], room, 0)
}

/// Converts four registers at a time, as long as all units are supplementary characters, which keep
/// their size. Returns the number of bytes.
#[inline(always)]
fn supplementary<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let step = 4 * V::BYTES;
    let mut at = 0;
    for (src, dst) in src.chunks_exact(step).zip(dst.chunks_exact_mut(step)) {
        // After subtracting 0x10000, only supplementary characters are below 0x100000.
        let block = plain::in_order::<V, F>(v, plain::load::<V, F>(v, src));
        let first = v.splat32(0x0001_0000);
        let [a, b] = [v.sub32(block[0], first), v.sub32(block[1], first)];
        let [c, d] = [v.sub32(block[2], first), v.sub32(block[3], first)];
        let any = v.or(v.or(a, b), v.or(c, d));
        if v.any(v.and(any, v.splat32(0xFFF0_0000))) {
            break;
        }
        let pairs = [halves(v, a), halves(v, b), halves(v, c), halves(v, d)];
        let pairs = plain::in_order::<V, T>(v, pairs);
        let mut number = 0;
        while number < 4 {
            v.store(dst, number * V::BYTES, pairs[number]);
            number += 1;
        }
        at += step;
    }
    at
}

/// Splits supplementary characters, minus 0x10000, into surrogate pairs, with the high one in the
/// lower word.
#[inline(always)]
fn halves<V: Vector>(v: V, beyond: V::Register) -> V::Register {
    let low = v.up32::<16>(v.and(beyond, v.splat32(0x03FF)));
    v.or(v.or(v.down32::<10>(beyond), low), v.splat32(0xDC00_D800))
}

/// Stores two registers of code points at `to`. Returns the offset for the next ones.
#[inline(always)]
fn split_two<V: Vector, T: Text>(
    v: V,
    [a, b]: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
    mut to: usize,
) -> usize {
    let [(a, no_a), (b, no_b)] = [pair::<V, T>(v, a), pair::<V, T>(v, b)];
    let keys = !v.bits(v.pack16(v.down16::<8>(no_a), v.down16::<8>(no_b)));
    to = compact::store_single(v, &compact::WORDS, a, keys, [0, 2], room, to);
    compact::store_single(v, &compact::WORDS, b, keys >> (V::BYTES / 2), [0, 2], room, to)
}

/// Splits double words into surrogate pairs, with the high one in the lower word, in the byte order
/// of the form. Basic characters stay as they are. The second result has all ones in each upper
/// word that is not part of a pair.
#[inline(always)]
fn pair<V: Vector, T: Text>(v: V, units: V::Register) -> (V::Register, V::Register) {
    let basic = basic(v, units);
    let high = v.add16(v.down32::<10>(units), v.splat32(0x0000_D7C0));
    let low = v.up32::<16>(v.and(units, v.splat32(0x03FF)));
    let words = v.choose(basic, units, v.or(v.or(high, low), v.splat32(0xDC00_0000)));
    (if T::BIG { v.swap::<2>(words) } else { words }, v.and(basic, v.splat32(0xFFFF_0000)))
}
