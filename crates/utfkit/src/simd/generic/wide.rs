//! UTF-16 to UTF-32 and back.
//!
//! Without surrogates words are widened or packed. With them, a code value is made at the place of the low
//! surrogate, from its unit and the one before, which is loaded again, in two planes of words; the place of the
//! high one is dropped. The other way, a double word becomes the two words of a pair, of which the second
//! is dropped where there is none. Tables drop words, sixteen octets at a time.
//!
//! Why it is right: pairing is a comparison of lanes, and a block with a surrogate that is alone is not
//! taken; a high one at its end has written nothing yet.

use core::mem::MaybeUninit;

use super::{compact, plain, validate16::Surrogates, validate32::no_scalars};
use crate::simd::{
    Progress, portable,
    vector::{Text, Vector},
};

/// [`Kernels::convert`](crate::simd::Kernels::convert) between UTF-16 and UTF-32, from where it is `done`.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    // Where a short text is not plain is known.
    let (begun, start) = (src.len() <= plain::LONG * F::UNIT, done.read);
    loop {
        let before = done.read;
        if src.len() - before >= V::BYTES * F::UNIT {
            // A step of plain characters that cannot be taken is taken whole by the other way, so that one branch
            // is mispredicted, and not one for each register.
            if !(begun && before == start) {
                plain::long_run::<V, F, T>(v, src, dst, &mut done);
            }
            if F::UNIT == 2 {
                join::<V, F, T, 2>(v, src, dst, &mut done);
            } else {
                split::<V, F, T, 4>(v, src, dst, &mut done);
            }
            if done.read == src.len() {
                return done;
            }
            if done.read > before {
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

/// Takes single registers, whatever is in them, as long as they are well-formed and there is room.
#[inline(always)]
fn singly<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    if F::UNIT == 2 {
        join::<V, F, T, 1>(v, src, dst, done);
    } else {
        split::<V, F, T, 1>(v, src, dst, done);
    }
}

/// Takes what is left of UTF-16 if that is less than a register, well-formed, and a register has room: with zeros behind it,
/// of which nothing is reported.
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
    let before = v.behind::<2>(units);
    // A high surrogate at the end does not go with the zero behind it.
    if v.any(Surrogates::<V, F>::wrong(v, units, before)) {
        return;
    }
    done.written += joined::<V, F, T>(v, units, before, room) - 2 * (V::BYTES - src.len());
    done.read += src.len();
}

/// Takes so many registers of UTF-16 at a time as long as their surrogates pair and there is room; more than one as long as
/// there are surrogates.
#[inline(always)]
fn join<V: Vector, F: Text, T: Text, const REGISTERS: usize>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    let step = REGISTERS * V::BYTES;
    while src.len() - at >= step && dst.len() - written >= 2 * step {
        let units = v.load(src, at);
        let before = if at == 0 { v.behind::<2>(units) } else { v.load(src, at - 2) };
        let mut any = Surrogates::<V, F>::any(v, units);
        let mut wrong = Surrogates::<V, F>::wrong(v, units, before);
        if REGISTERS > 1 {
            let second = v.load(src, at + V::BYTES);
            let before = v.load(src, at + V::BYTES - 2);
            any = v.or(any, Surrogates::<V, F>::any(v, second));
            wrong = v.or(wrong, Surrogates::<V, F>::wrong(v, second, before));
        }
        if REGISTERS > 1 && !v.any(any) || v.any(wrong) {
            break;
        }
        let room = &mut dst[written..][..2 * step];
        let mut to = joined::<V, F, T>(v, units, before, room);
        if REGISTERS > 1 {
            let second = v.load(src, at + V::BYTES);
            let before = v.load(src, at + V::BYTES - 2);
            to += joined::<V, F, T>(v, second, before, &mut room[to..]);
        }
        at += step;
        written += to;
    }
    if at > done.read && Surrogates::<V, F>::is_open(src, at) {
        at -= 2;
    }
    *done = Progress { read: at, written };
}

/// Stores the code values that end in a register of UTF-16; gives how many octets they are.
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
    // Of a low surrogate and the high one before: the lower word and the plane.
    let lower = v.or(v.and(units, v.splat16(0x03FF)), v.up16::<10>(before));
    let plane = v.and(v.down16::<6>(before), v.splat16(0x000F));
    let plane = v.and(v.add16(plane, v.splat16(1)), low);
    let lower = v.choose(low, lower, units);
    // Eight bits for the words of each sixteen octets.
    let keys = v.bits(v.pack16(v.down16::<8>(kept), v.splat8(0)));
    let rows = v.rows(&compact::WORDS, compact::apart(keys));
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

/// Takes one or four registers of UTF-32 at a time as long as they are well-formed and there is room; four as long as
/// there are supplementary characters.
#[inline(always)]
fn split<V: Vector, F: Text, T: Text, const REGISTERS: usize>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    let step = REGISTERS * V::BYTES;
    let upper = v.splat32(0xFFFF_0000);
    while src.len() - at >= step && dst.len() - written >= step {
        let block = &src[at..at + step];
        let mut units = [v.load(block, 0); 4];
        let mut number = 1;
        while number < REGISTERS {
            units[number] = v.load(block, number * V::BYTES);
            number += 1;
        }
        if F::BIG {
            units = [
                v.swap::<4>(units[0]),
                v.swap::<4>(units[1]),
                v.swap::<4>(units[2]),
                v.swap::<4>(units[3]),
            ];
        }
        let [a, b, c, d] = units;
        let any = v.or(v.or(a, b), v.or(c, d));
        let wrong = v
            .or(v.or(no_scalars(v, a), no_scalars(v, b)), v.or(no_scalars(v, c), no_scalars(v, d)));
        if REGISTERS > 1 && !v.any(v.and(any, upper)) || v.any(wrong) {
            break;
        }
        let room = &mut dst[written..][..step];
        let mut to = 0;
        if REGISTERS == 1 {
            to = split_one::<V, T>(v, a, room);
        } else {
            to = split_two::<V, T>(v, [a, b], room, to);
            to = split_two::<V, T>(v, [c, d], room, to);
        }
        at += step;
        written += to;
    }
    *done = Progress { read: at, written };
}

/// Stores a register of code points; gives how many octets they are.
#[inline(always)]
fn split_one<V: Vector, T: Text>(v: V, units: V::Register, room: &mut [MaybeUninit<u8>]) -> usize {
    let (words, dropped) = pair::<V, T>(v, units);
    let keys = !v.bits(v.pack16(v.down16::<8>(dropped), v.splat8(0)));
    compact::store_single(v, &compact::WORDS, words, keys, [0, 2], room, 0)
}

/// Stores two registers of code points at `to`; gives where the next go.
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

/// Double words as pairs of surrogates, the high one below, but where they are basic characters; in the order of the form.
/// And all ones in each upper word that is none then.
#[inline(always)]
fn pair<V: Vector, T: Text>(v: V, units: V::Register) -> (V::Register, V::Register) {
    let upper = v.splat32(0xFFFF_0000);
    let basic = v.eq32(v.and(units, upper), v.splat8(0));
    let high = v.add16(v.down32::<10>(units), v.splat32(0x0000_D7C0));
    let low = v.up32::<16>(v.and(units, v.splat32(0x03FF)));
    let words = v.choose(basic, units, v.or(v.or(high, low), v.splat32(0xDC00_0000)));
    (if T::BIG { v.swap::<2>(words) } else { words }, v.and(basic, upper))
}
