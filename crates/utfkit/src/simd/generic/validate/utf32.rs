//! Validates UTF-32, with three operations per register.
//!
//! XOR with the first surrogate makes surrogates the smallest numbers. Subtracting their count
//! makes them the largest, because they wrap around. Then every wrong unit is above a single limit,
//! and the maximum of many registers shows whether there is one.

use crate::simd::generic::vector::Vector;
use crate::simd::shared::text::Text;

/// The largest number that a scalar value becomes.
const LIMIT: u32 = 0x0010_FFFF - 0x800;

/// The number of bytes that have one test: enough that the test costs little, and few enough that
/// an error is near.
const PART: usize = 1024;

/// The number of bytes from which on alignment pays.
const LONG: usize = 512;

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-32.
#[inline(always)]
pub(in crate::simd) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() & !3];
    let at = if src.len() > 4 * V::BYTES {
        first_wrong::<V, F>(v, src)
    } else if src.len() >= V::BYTES {
        first_wrong_of_few::<V, F>(v, src)
    } else if src.len() >= V::Narrow::BYTES {
        first_wrong_of_few::<V::Narrow, F>(v.narrow(), src)
    } else {
        let v = v.narrow();
        v.first(wrong(v, number::<V::Narrow, F>(v, v.load_short(src)))).min(src.len())
    };
    at & !3
}

/// Turns units into numbers that are above [`LIMIT`] if the unit is wrong.
#[inline(always)]
fn number<V: Vector, F: Text>(v: V, units: V::Register) -> V::Register {
    let units = if F::BIG { v.swap::<4>(units) } else { units };
    v.sub32(v.xor(units, v.splat32(0xD800)), v.splat32(0x800))
}

/// Returns all ones in each unit whose number is wrong.
#[inline(always)]
fn wrong<V: Vector>(v: V, numbers: V::Register) -> V::Register {
    let right = v.eq32(v.max32(numbers, v.splat32(LIMIT)), v.splat32(LIMIT));
    v.xor(right, v.splat8(0xFF))
}

/// Returns a mask of the double words, in the byte order of the machine, that are surrogates or too
/// large. For a single register, this takes fewer operations than [`number`] and [`wrong`].
#[inline(always)]
pub(in crate::simd) fn no_scalars<V: Vector>(v: V, units: V::Register) -> V::Register {
    let surrogate = v.eq32(v.and(units, v.splat32(!0x7FF)), v.splat32(0xD800));
    v.or(v.saturating_sub8(units, v.splat32(0x0010_FFFF)), surrogate)
}

/// Returns the offset of the first wrong unit of `src`, which has one to four registers.
#[inline(always)]
fn first_wrong_of_few<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    // The registers may overlap.
    let last = src.len() - V::BYTES;
    let first = number::<V, F>(v, v.load(src, 0));
    let mut greatest = v.max32(first, number::<V, F>(v, v.load(src, last)));
    if src.len() > 2 * V::BYTES {
        let second = number::<V, F>(v, v.load(src, V::BYTES));
        let third = number::<V, F>(v, v.load(src, last - V::BYTES));
        greatest = v.max32(greatest, v.max32(second, third));
    }
    if v.any(wrong(v, greatest)) { place::<V, F>(v, src, 0) } else { src.len() }
}

/// Does the work of [`first_wrong_of_few`] for longer texts.
#[inline(always)]
fn first_wrong<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let mut greatest = number::<V, F>(v, v.load(src, 0));
    let (mut at, mut right) = (0, 0);
    if src.len() >= LONG {
        // From here on, loads do not straddle cache lines.
        at = (V::BYTES - src.as_ptr().addr() % V::BYTES) & !3;
    }
    loop {
        let part = &src[at..];
        let part = &part[..part.len().min(PART)];
        let fours = part.chunks_exact(4 * V::BYTES);
        let left = fours.remainder();
        for four in fours {
            let a = number::<V, F>(v, v.load(four, 0));
            let b = number::<V, F>(v, v.load(four, V::BYTES));
            let c = number::<V, F>(v, v.load(four, 2 * V::BYTES));
            let d = number::<V, F>(v, v.load(four, 3 * V::BYTES));
            greatest = v.max32(greatest, v.max32(v.max32(a, b), v.max32(c, d)));
        }
        for register in left.chunks_exact(V::BYTES) {
            greatest = v.max32(greatest, number::<V, F>(v, v.load(register, 0)));
        }
        let end = at + part.len();
        if end == src.len() {
            let last = number::<V, F>(v, v.load(src, end - V::BYTES));
            greatest = v.max32(greatest, last);
        }
        if v.any(wrong(v, greatest)) {
            return place::<V, F>(v, src, right);
        }
        if end == src.len() {
            return end;
        }
        (at, right) = (end, end);
    }
}

/// Returns the offset of the first wrong unit from `at` on.
#[inline(always)]
fn place<V: Vector, F: Text>(v: V, src: &[u8], mut at: usize) -> usize {
    loop {
        let start = at.min(src.len() - V::BYTES);
        let wrong = wrong(v, number::<V, F>(v, v.load(src, start)));
        if v.any(wrong) || at >= src.len() {
            return start + v.first(wrong);
        }
        at += V::BYTES;
    }
}
