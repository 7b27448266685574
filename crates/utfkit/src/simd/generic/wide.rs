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

use super::{compact, plain, validate16::Surrogates};
use crate::simd::{
    Progress, portable,
    vector::{Text, Vector},
};

/// [`Kernels::convert`](crate::simd::Kernels::convert) between UTF-16 and UTF-32.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        plain::run::<V, F, T>(v, src, dst, &mut done);
        if done.read == src.len() {
            return done;
        }
        if F::UNIT == 2 {
            join::<V, F, T>(v, src, dst, &mut done);
            if V::BYTES > V::Narrow::BYTES {
                join::<V::Narrow, F, T>(v.narrow(), src, dst, &mut done);
            }
        } else {
            split::<V, F, T>(v, src, dst, &mut done);
            if V::BYTES > V::Narrow::BYTES {
                split::<V::Narrow, F, T>(v.narrow(), src, dst, &mut done);
            }
        }
        for _ in 0..portable::STEPS {
            if !portable::step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// Takes registers of UTF-16 as long as their surrogates pair and there is room.
#[inline(always)]
fn join<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    let most = 2 * V::BYTES;
    while src.len() - at >= V::BYTES && dst.len() - written >= most {
        let units = v.load(src, at);
        let before = if at == 0 { v.behind::<2>(units) } else { v.load(src, at - 2) };
        let any = v.or(Surrogates::<V, F>::any(v, units), Surrogates::<V, F>::high(v, before));
        if !v.any(any) {
            let mut run = Progress { read: at, written };
            plain::run::<V, F, T>(v, src, dst, &mut run);
            if run.read > at {
                Progress { read: at, written } = run;
                continue;
            }
            let room = &mut dst[written..][..most];
            let units = if F::BIG { v.swap::<2>(units) } else { units };
            let [a, b] = v.widen16(units);
            let [a, b] = if T::BIG { [v.swap::<4>(a), v.swap::<4>(b)] } else { [a, b] };
            v.store(room, 0, a);
            v.store(room, V::BYTES, b);
            at += V::BYTES;
            written += most;
            continue;
        }
        let room = &mut dst[written..][..most];
        let low = Surrogates::<V, F>::low(v, units);
        if v.any(v.xor(low, Surrogates::<V, F>::high(v, before))) {
            break;
        }
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
        let mut to = 0;
        let mut lane = 0;
        while lane < V::BYTES / 16 {
            v.store_lane(room, to, a, lane);
            v.store_lane(room, to + 16, b, lane);
            to += 4 * compact::count(keys >> (8 * lane));
            lane += 1;
        }
        at += V::BYTES;
        written += to;
    }
    if at > done.read && Surrogates::<V, F>::is_open(src, at) {
        at -= 2;
    }
    *done = Progress { read: at, written };
}

/// Takes pairs of registers of UTF-32 as long as they are well-formed and there is room.
#[inline(always)]
fn split<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    let step = 2 * V::BYTES;
    while src.len() - at >= step && dst.len() - written >= step {
        let block = &src[at..at + step];
        let [a, b] = [v.load(block, 0), v.load(block, V::BYTES)];
        let [a, b] = if F::BIG { [v.swap::<4>(a), v.swap::<4>(b)] } else { [a, b] };
        if v.any(v.or(wrong(v, a), wrong(v, b))) {
            break;
        }
        let upper = v.splat32(0xFFFF_0000);
        let zero = v.splat8(0);
        if !v.any(v.and(v.or(a, b), upper)) {
            let mut run = Progress { read: at, written };
            plain::run::<V, F, T>(v, src, dst, &mut run);
            if run.read > at {
                Progress { read: at, written } = run;
                continue;
            }
        }
        let room = &mut dst[written..][..step];
        let basic = [v.eq32(v.and(a, upper), zero), v.eq32(v.and(b, upper), zero)];
        let words = [pair::<V, T>(v, a, basic[0]), pair::<V, T>(v, b, basic[1])];
        // The lower word, and the upper if there is a pair: eight bits for each sixteen octets.
        let dropped = [v.and(basic[0], upper), v.and(basic[1], upper)];
        let keys = !v.bits(v.pack16(v.down16::<8>(dropped[0]), v.down16::<8>(dropped[1])));
        let mut to = 0;
        let mut number = 0;
        while number < 2 {
            let keys = keys >> (number * V::BYTES / 2);
            to = compact::store_single(v, &compact::WORDS, words[number], keys, [0, 2], room, to);
            number += 1;
        }
        at += step;
        written += to;
    }
    *done = Progress { read: at, written };
}

/// What is wrong with double words as code points.
#[inline(always)]
fn wrong<V: Vector>(v: V, units: V::Register) -> V::Register {
    let surrogate = v.eq32(v.and(units, v.splat32(!0x7FF)), v.splat32(0xD800));
    v.or(v.saturating_sub8(units, v.splat32(0x0010_FFFF)), surrogate)
}

/// Double words as pairs of surrogates, the high one below, but where `basic`; in the order of the form.
#[inline(always)]
fn pair<V: Vector, T: Text>(v: V, units: V::Register, basic: V::Register) -> V::Register {
    let high = v.add16(v.down32::<10>(units), v.splat32(0x0000_D7C0));
    let low = v.up32::<16>(v.and(units, v.splat32(0x03FF)));
    let words = v.choose(basic, units, v.or(v.or(high, low), v.splat32(0xDC00_0000)));
    if T::BIG { v.swap::<2>(words) } else { words }
}
