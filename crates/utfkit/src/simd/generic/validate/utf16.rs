//! Validates UTF-16.
//!
//! With some bits inverted, the high bytes of surrogates are the largest, so the maximum of many
//! registers shows whether there are any. If there are, each unit is compared with the one before
//! it, which is loaded again. It must be a low surrogate exactly if that unit is a high one.
//!
//! Correctness: a text is well-formed if its low surrogates are exactly at the positions after high
//! ones, and it does not end with a high one. A high one at the end is taken back. Blocks depend
//! only on memory, so the last one may overlap. Cost: 2 operations per register without surrogates,
//! plus 3 per 128 bytes; 6 per register with surrogates.

use crate::simd::shared::text::Text;
use core::marker::PhantomData;

use crate::simd::generic::vector::Vector;

/// Comparisons of units in the byte order of `F`.
pub(in crate::simd) struct Surrogates<V, F>(PhantomData<(V, F)>);

impl<V: Vector, F: Text> Surrogates<V, F> {
    /// Returns a mask of the units that are surrogates.
    #[inline(always)]
    pub(in crate::simd) fn any(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, v.splat16_of::<F>(0xF800)), v.splat16_of::<F>(0xD800))
    }

    /// Adds a register to `most`, which collects the similarity of many registers to surrogates for
    /// one test. For each lane, it keeps the unit most similar to a surrogate. A zero is the least
    /// similar.
    #[inline(always)]
    pub(in crate::simd) fn like(v: V, most: V::Register, units: V::Register) -> V::Register {
        // The five bits that identify a surrogate become ones; the lower byte of a unit does not
        // matter.
        v.max8(most, v.xor(units, v.splat16_of::<F>(0x2700)))
    }

    /// Returns `true` if one of the units collected by [`Self::like`] is a surrogate.
    #[inline(always)]
    pub(in crate::simd) fn among(v: V, most: V::Register) -> bool {
        v.any(Self::seen(v, most))
    }

    /// Does the work of [`Self::among`], but returns the result as a mask.
    #[inline(always)]
    pub(in crate::simd) fn seen(v: V, most: V::Register) -> V::Register {
        let five = v.splat16_of::<F>(0xF800);
        v.eq16(v.and(most, five), five)
    }

    /// Returns a mask of the units that are high surrogates.
    #[inline(always)]
    pub(in crate::simd) fn high(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, v.splat16_of::<F>(0xFC00)), v.splat16_of::<F>(0xD800))
    }

    /// Returns a mask of the units that are low surrogates.
    #[inline(always)]
    pub(in crate::simd) fn low(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, v.splat16_of::<F>(0xFC00)), v.splat16_of::<F>(0xDC00))
    }

    /// Returns a mask of the unpaired surrogates among the units; `before` and `after` are the
    /// neighbours of each.
    #[inline(always)]
    pub(in crate::simd) fn alone(
        v: V,
        units: V::Register,
        before: V::Register,
        after: V::Register,
    ) -> V::Register {
        let low = v.and_not(Self::low(v, units), Self::high(v, before));
        let high = v.and_not(Self::high(v, units), Self::low(v, after));
        v.or(low, high)
    }

    /// Returns a mask of the units that do not match the units `before` them.
    #[inline(always)]
    pub(in crate::simd) fn wrong(v: V, units: V::Register, before: V::Register) -> V::Register {
        v.xor(Self::low(v, units), Self::high(v, before))
    }

    /// Returns `true` if the two units around `at` are a surrogate pair.
    #[inline(always)]
    pub(in crate::simd) fn is_pair(src: &[u8], at: usize) -> bool {
        Self::is_open(src, at) && Self::begins_low(src, at)
    }

    /// Returns `true` if the unit at `at` is a low surrogate.
    #[inline(always)]
    pub(in crate::simd) fn begins_low(src: &[u8], at: usize) -> bool {
        src.len() - at >= 2 && F::unit(&src[at..]) & 0xFC00 == 0xDC00
    }

    /// Returns `true` if the unit before `at` is a high surrogate.
    #[inline(always)]
    pub(in crate::simd) fn is_open(src: &[u8], at: usize) -> bool {
        at >= 2 && F::unit(&src[at - 2..at]) & 0xFC00 == 0xD800
    }
}

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-16.
#[inline(always)]
pub(in crate::simd) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    match begin::<V, F>(v, src) {
        Some(valid) => valid,
        None => rest::<V, F>(v, src),
    }
}

/// Implements [`validate`] for at most one register, or for a short text without surrogates.
#[inline(always)]
pub(in crate::simd) fn begin<V: Vector, F: Text>(v: V, src: &[u8]) -> Option<usize> {
    let src = &src[..src.len() & !1];
    let at = if src.len() <= V::Narrow::BYTES {
        wrong_in_short::<V::Narrow, F>(v.narrow(), src)
    } else if src.len() <= V::BYTES {
        wrong_in_short::<V, F>(v, src)
    } else if src.len() <= SHORT && !has_surrogates::<V, F>(v, src) {
        return Some(src.len());
    } else {
        return None;
    };
    Some(before_open::<V, F>(src, at))
}

/// Implements [`validate`] for the texts that [`begin`] leaves.
#[inline(always)]
pub(in crate::simd) fn rest<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() & !1];
    before_open::<V, F>(src, first_wrong::<V, F>(v, src))
}

/// Returns `at`, or the offset before a high surrogate that is open there.
#[inline(always)]
fn before_open<V: Vector, F: Text>(src: &[u8], at: usize) -> usize {
    if Surrogates::<V, F>::is_open(src, at) { at - 2 } else { at }
}

/// Returns the offset of the first unit that does not match the one before it, in a text of at most
/// one register.
#[inline(always)]
fn wrong_in_short<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let units = v.load_short(src);
    v.first(Surrogates::<V, F>::wrong(v, units, v.shift_up::<2>(units))).min(src.len())
}

/// The maximum number of bytes of a text that is tested first for any surrogates.
pub(in crate::simd) const SHORT: usize = 256;

/// The number of bytes that have one test.
pub(in crate::simd) const ROUND: usize = 128;

/// Does the work of [`wrong_in_short`] for a longer text.
#[inline(always)]
fn first_wrong<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let first = v.load(src, 0);
    let wrong = Surrogates::<V, F>::wrong(v, first, v.shift_up::<2>(first));
    if v.any(wrong) {
        return v.first(wrong);
    }
    let mut at = V::BYTES;
    loop {
        if !Surrogates::<V, F>::is_open(src, at) {
            at += plain_rounds::<V, F>(v, &src[at..]);
        }
        let paired = paired_rounds::<V, F>(v, &src[at - 2..]);
        if paired == 0 {
            break;
        }
        at += paired;
    }
    while let Some(window) = src[at - 2..].get(..2 + V::BYTES) {
        let wrong = wrong_in::<V, F>(v, window, 2);
        if v.any(wrong) {
            return at + v.first(wrong);
        }
        at += V::BYTES;
    }
    if at == src.len() {
        return at;
    }
    let last = src.len() - V::BYTES;
    let wrong = wrong_in::<V, F>(v, &src[last - 2..], 2);
    if v.any(wrong) { last + v.first(wrong) } else { src.len() }
}

/// Returns the number of bytes in the leading rounds without surrogates.
#[inline(always)]
fn plain_rounds<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let mut at = 0;
    while let Some(round) = src[at..].get(..ROUND) {
        if round_has_surrogates::<V, F>(v, round) {
            break;
        }
        at += ROUND;
    }
    at
}

/// Returns `true` if the first [`ROUND`] bytes of `src` have surrogates.
#[inline(always)]
pub(in crate::simd) fn round_has_surrogates<V: Vector, F: Text>(v: V, src: &[u8]) -> bool {
    let round = &src[..ROUND];
    let mut most = v.splat8(0);
    let mut place = 0;
    while place < ROUND {
        most = Surrogates::<V, F>::like(v, most, v.load(round, place));
        place += V::BYTES;
    }
    Surrogates::<V, F>::among(v, most)
}

/// Returns the number of bytes, after a first unit, in the leading rounds in which each unit
/// matches the one before it. It ends after a round whose last register has no low surrogate.
#[inline(always)]
fn paired_rounds<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let mut at = 0;
    while let Some(window) = src[at..].get(..2 + ROUND) {
        let (mut wrong, mut low) = (v.splat8(0), v.splat8(0));
        let mut place = 0;
        while place < ROUND {
            low = Surrogates::<V, F>::low(v, v.load(window, place + 2));
            wrong = v.or(wrong, v.xor(low, Surrogates::<V, F>::high(v, v.load(window, place))));
            place += V::BYTES;
        }
        if v.any(wrong) {
            break;
        }
        at += ROUND;
        if !v.any(low) {
            break;
        }
    }
    at
}

/// Returns `true` if a text of at least one register has surrogates.
#[inline(always)]
pub(in crate::simd) fn has_surrogates<V: Vector, F: Text>(v: V, src: &[u8]) -> bool {
    let last = src.len() - V::BYTES;
    let mut most = v.splat8(0);
    // The registers overlap if there are fewer than four.
    for place in [0, last.min(V::BYTES), last.saturating_sub(V::BYTES), last] {
        most = Surrogates::<V, F>::like(v, most, v.load(src, place));
    }
    let mut place = 2 * V::BYTES;
    while place + V::BYTES < last {
        most = Surrogates::<V, F>::like(v, most, v.load(src, place));
        place += V::BYTES;
    }
    Surrogates::<V, F>::among(v, most)
}

/// Returns a mask of the units in the block of `window` at `at` that do not match the units before
/// them.
#[inline(always)]
fn wrong_in<V: Vector, F: Text>(v: V, window: &[u8], at: usize) -> V::Register {
    Surrogates::<V, F>::wrong(v, v.load(window, at), v.load(window, at - 2))
}
