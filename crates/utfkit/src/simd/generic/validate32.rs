//! UTF-32 validation: three operations for a register.
//!
//! What is greater than U+10FFFF shows octet by octet, by one saturating subtraction: the highest octet
//! must be 0, the next at most 10.

use crate::simd::vector::{Text, Vector};

/// In each unit what is wrong with it, 0 if nothing is.
#[inline(always)]
fn wrong<V: Vector, F: Text>(v: V, units: V::Register) -> V::Register {
    let most = 0x0010_FFFF;
    let (most, kept, surrogate) = if F::BIG {
        (v.splat32_in::<true>(most), v.splat32_in::<true>(!0x7FF), v.splat32_in::<true>(0xD800))
    } else {
        (v.splat32_in::<false>(most), v.splat32_in::<false>(!0x7FF), v.splat32_in::<false>(0xD800))
    };
    v.or(v.saturating_sub8(units, most), v.eq32(v.and(units, kept), surrogate))
}

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-32.
#[inline(always)]
pub(super) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() & !3];
    let at = if src.len() <= V::Narrow::BYTES {
        wrong_in_short::<V::Narrow, F>(v.narrow(), src)
    } else if src.len() <= V::BYTES {
        wrong_in_short::<V, F>(v, src)
    } else {
        first_wrong::<V, F>(v, src)
    };
    at & !3
}

/// The first octet of text of at most a register that shows as wrong.
#[inline(always)]
fn wrong_in_short<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    v.first(wrong::<V, F>(v, v.load_short(src))).min(src.len())
}

/// [`wrong_in_short`] of longer text.
#[inline(always)]
fn first_wrong<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    let step = 4 * V::BYTES;
    let mut at = 0;
    while let Some(window) = src[at..].get(..step) {
        let a = wrong::<V, F>(v, v.load(window, 0));
        let b = wrong::<V, F>(v, v.load(window, V::BYTES));
        let c = wrong::<V, F>(v, v.load(window, 2 * V::BYTES));
        let d = wrong::<V, F>(v, v.load(window, 3 * V::BYTES));
        if v.any(v.or(v.or(a, b), v.or(c, d))) {
            break;
        }
        at += step;
    }
    while let Some(window) = src[at..].get(..V::BYTES) {
        let wrong = wrong::<V, F>(v, v.load(window, 0));
        if v.any(wrong) {
            return at + v.first(wrong);
        }
        at += V::BYTES;
    }
    let last = src.len() - V::BYTES;
    let wrong = wrong::<V, F>(v, v.load(src, last));
    if v.any(wrong) { last + v.first(wrong) } else { src.len() }
}
