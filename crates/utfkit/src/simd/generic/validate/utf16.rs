//! UTF-16 validation.
//!
//! With some bits turned over, the high bytes of surrogates are the greatest, so the maximum of
//! many registers tells whether there are any. With surrogates, each unit is compared with the one
//! before it, which is loaded again: it must be a low surrogate exactly if that is a high one.
//!
//! Why it is right: text is well-formed if low surrogates stand behind high ones and nowhere else,
//! and no high one ends it, which is taken back if it does. Blocks depend on memory only, so the
//! last one may overlap. Cost: 2 operations for a register without surrogates, and 3 for 128
//! bytes; 6 for a register with them.

use crate::simd::shared::text::Text;
use core::marker::PhantomData;

use crate::simd::generic::vector::Vector;

/// The comparisons, for units in the order of `F`.
pub(in crate::simd) struct Surrogates<V, F>(PhantomData<(V, F)>);

impl<V: Vector, F: Text> Surrogates<V, F> {
    /// The units that are surrogates.
    #[inline(always)]
    pub(in crate::simd) fn any(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, v.splat16_of::<F>(0xF800)), v.splat16_of::<F>(0xD800))
    }

    /// What many registers of units have in common with surrogates, to be asked for once: of each
    /// place the unit that is most like one. 0 is like none.
    #[inline(always)]
    pub(in crate::simd) fn like(v: V, most: V::Register, units: V::Register) -> V::Register {
        // The five bits that say it become ones; the lower bytes of units say nothing.
        v.max8(most, v.xor(units, v.splat16_of::<F>(0x2700)))
    }

    /// Whether one of the units that [`Self::like`] has seen is a surrogate.
    #[inline(always)]
    pub(in crate::simd) fn among(v: V, most: V::Register) -> bool {
        v.any(Self::seen(v, most))
    }

    /// [`Self::among`]: bits, if one was.
    #[inline(always)]
    pub(in crate::simd) fn seen(v: V, most: V::Register) -> V::Register {
        let five = v.splat16_of::<F>(0xF800);
        v.eq16(v.and(most, five), five)
    }

    /// The units that are high surrogates.
    #[inline(always)]
    pub(in crate::simd) fn high(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, v.splat16_of::<F>(0xFC00)), v.splat16_of::<F>(0xD800))
    }

    /// The units that are low surrogates.
    #[inline(always)]
    pub(in crate::simd) fn low(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, v.splat16_of::<F>(0xFC00)), v.splat16_of::<F>(0xDC00))
    }

    /// The surrogates that stand alone among the units `before` each and `after` it.
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

    /// The units that do not go with those `before` them.
    #[inline(always)]
    pub(in crate::simd) fn wrong(v: V, units: V::Register, before: V::Register) -> V::Register {
        v.xor(Self::low(v, units), Self::high(v, before))
    }

    /// Whether the halves of a pair stand before and behind `at`.
    #[inline(always)]
    pub(in crate::simd) fn is_pair(src: &[u8], at: usize) -> bool {
        Self::is_open(src, at) && Self::begins_low(src, at)
    }

    /// Whether a low surrogate stands behind `at`.
    #[inline(always)]
    pub(in crate::simd) fn begins_low(src: &[u8], at: usize) -> bool {
        src.len() - at >= 2 && F::unit(&src[at..]) & 0xFC00 == 0xDC00
    }

    /// Whether a high surrogate stands before `at`.
    #[inline(always)]
    pub(in crate::simd) fn is_open(src: &[u8], at: usize) -> bool {
        at >= 2 && F::unit(&src[at - 2..at]) & 0xFC00 == 0xD800
    }
}

/// [`Validate`](crate::simd::shared::kernel::Validate) for UTF-16.
#[inline(always)]
pub(in crate::simd) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    match begin::<V, F>(v, src) {
        Some(valid) => valid,
        None => rest::<V, F>(v, src),
    }
}

/// [`validate`] of a register at most, or of short text that has no surrogates.
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

/// [`validate`] of what [`begin`] leaves.
#[inline(always)]
pub(in crate::simd) fn rest<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() & !1];
    before_open::<V, F>(src, first_wrong::<V, F>(v, src))
}

/// `at`, or what is before a high surrogate that is open there.
#[inline(always)]
fn before_open<V: Vector, F: Text>(src: &[u8], at: usize) -> usize {
    if Surrogates::<V, F>::is_open(src, at) { at - 2 } else { at }
}

/// The first unit of text of at most a register that does not go with the one before it.
#[inline(always)]
fn wrong_in_short<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let units = v.load_short(src);
    v.first(Surrogates::<V, F>::wrong(v, units, v.behind::<2>(units))).min(src.len())
}

/// Bytes of text that is asked first whether it has surrogates at all.
pub(in crate::simd) const SHORT: usize = 256;

/// Bytes that are asked at once.
pub(in crate::simd) const ROUND: usize = 128;

/// [`wrong_in_short`] of longer text.
#[inline(always)]
fn first_wrong<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let first = v.load(src, 0);
    let wrong = Surrogates::<V, F>::wrong(v, first, v.behind::<2>(first));
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

/// How many bytes are rounds without surrogates.
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

/// Whether the first [`ROUND`] bytes of `src` have surrogates.
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

/// How many bytes behind a unit are rounds in which each unit goes with the one before it, up to
/// one that seems to be the last with surrogates.
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

/// Whether text of a register or more has surrogates.
#[inline(always)]
pub(in crate::simd) fn has_surrogates<V: Vector, F: Text>(v: V, src: &[u8]) -> bool {
    let last = src.len() - V::BYTES;
    let mut most = v.splat8(0);
    // They overlap where there are fewer.
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

/// What does not go with the unit before it in the block of `window` at `at`.
#[inline(always)]
fn wrong_in<V: Vector, F: Text>(v: V, window: &[u8], at: usize) -> V::Register {
    Surrogates::<V, F>::wrong(v, v.load(window, at), v.load(window, at - 2))
}
