//! UTF-16 validation.
//!
//! Text without surrogates takes an `and` and a comparison for a register. With surrogates, each unit is
//! compared with the one before it, which is loaded again: it must be a low surrogate exactly if that is
//! a high one. Blocks depend on memory only, so the last one may overlap.

use core::marker::PhantomData;

use crate::simd::vector::{Text, Vector};

/// The comparisons, for units in the order of `F`.
pub(super) struct Surrogates<V, F>(PhantomData<(V, F)>);

impl<V: Vector, F: Text> Surrogates<V, F> {
    #[inline(always)]
    fn constant(v: V, word: u16) -> V::Register {
        if F::BIG { v.splat16_in::<true>(word) } else { v.splat16_in::<false>(word) }
    }

    /// The units that are surrogates.
    #[inline(always)]
    pub(super) fn any(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, Self::constant(v, 0xF800)), Self::constant(v, 0xD800))
    }

    /// The units that are high surrogates.
    #[inline(always)]
    pub(super) fn high(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, Self::constant(v, 0xFC00)), Self::constant(v, 0xD800))
    }

    /// The units that are low surrogates.
    #[inline(always)]
    pub(super) fn low(v: V, units: V::Register) -> V::Register {
        v.eq16(v.and(units, Self::constant(v, 0xFC00)), Self::constant(v, 0xDC00))
    }

    /// The units that do not go with those `before` them.
    #[inline(always)]
    fn wrong(v: V, units: V::Register, before: V::Register) -> V::Register {
        v.xor(Self::low(v, units), Self::high(v, before))
    }

    /// Whether the halves of a pair stand before and behind `at`, with a unit behind it.
    #[inline(always)]
    pub(super) fn is_pair(src: &[u8], at: usize) -> bool {
        Self::is_open(src, at) && F::unit(&src[at..at + 2]) & 0xFC00 == 0xDC00
    }

    /// Whether a high surrogate stands before `at`.
    #[inline(always)]
    pub(super) fn is_open(src: &[u8], at: usize) -> bool {
        at >= 2 && F::unit(&src[at - 2..at]) & 0xFC00 == 0xD800
    }
}

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-16.
#[inline(always)]
pub(super) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() & !1];
    let at = if src.len() <= V::Narrow::BYTES {
        wrong_in_short::<V::Narrow, F>(v.narrow(), src)
    } else if src.len() <= V::BYTES {
        wrong_in_short::<V, F>(v, src)
    } else {
        first_wrong::<V, F>(v, src)
    };
    if Surrogates::<V, F>::is_open(src, at) { at - 2 } else { at }
}

/// The first unit of text of at most a register that does not go with the one before it.
#[inline(always)]
fn wrong_in_short<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let units = v.load_short(src);
    v.first(Surrogates::<V, F>::wrong(v, units, v.behind::<2>(units))).min(src.len())
}

/// [`wrong_in_short`] of longer text.
#[inline(always)]
fn first_wrong<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let first = v.load(src, 0);
    let wrong = Surrogates::<V, F>::wrong(v, first, v.behind::<2>(first));
    if v.any(wrong) {
        return v.first(wrong);
    }
    let step = 4 * V::BYTES;
    let mut at = V::BYTES;
    while let Some(window) = src[at - 2..].get(..2 + step) {
        let a = Surrogates::<V, F>::any(v, v.load(window, 2));
        let b = Surrogates::<V, F>::any(v, v.load(window, 2 + V::BYTES));
        let c = Surrogates::<V, F>::any(v, v.load(window, 2 + 2 * V::BYTES));
        let d = Surrogates::<V, F>::any(v, v.load(window, 2 + 3 * V::BYTES));
        if v.any(v.or(v.or(a, b), v.or(c, d))) || Surrogates::<V, F>::is_open(window, 2) {
            let a = wrong_in::<V, F>(v, window, 2);
            let b = wrong_in::<V, F>(v, window, 2 + V::BYTES);
            let c = wrong_in::<V, F>(v, window, 2 + 2 * V::BYTES);
            let d = wrong_in::<V, F>(v, window, 2 + 3 * V::BYTES);
            if v.any(v.or(v.or(a, b), v.or(c, d))) {
                break;
            }
        }
        at += step;
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

/// What does not go with the unit before it in the block of `window` at `at`.
#[inline(always)]
fn wrong_in<V: Vector, F: Text>(v: V, window: &[u8], at: usize) -> V::Register {
    Surrogates::<V, F>::wrong(v, v.load(window, at), v.load(window, at - 2))
}
