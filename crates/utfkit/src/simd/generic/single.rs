//! ASCII validation: four registers at a time.

use crate::simd::vector::Vector;

/// Octets that are tested at once before their places matter.
pub(super) const SHORT: usize = 256;

/// [`Kernels::validate`](crate::simd::Kernels::validate) for ASCII.
#[inline(always)]
pub(super) fn validate<V: Vector>(v: V, src: &[u8]) -> usize {
    if src.len() < V::BYTES {
        return validate_short(v, src);
    }
    if src.len() <= SHORT && is_ascii(v, src) {
        return src.len();
    }
    let bits = v.bits(v.load(src, 0));
    if bits != 0 {
        return bits.trailing_zeros() as usize;
    }
    // From there on loads do not straddle cache lines.
    let mut at = V::BYTES - src.as_ptr().addr() % V::BYTES;
    while let Some(window) = src[at..].get(..4 * V::BYTES) {
        let [a, b] = [v.load(window, 0), v.load(window, V::BYTES)];
        let [c, d] = [v.load(window, 2 * V::BYTES), v.load(window, 3 * V::BYTES)];
        if v.any_high(v.or(v.or(a, b), v.or(c, d))) {
            break;
        }
        at += 4 * V::BYTES;
    }
    while let Some(window) = src[at..].get(..V::BYTES) {
        let bits = v.bits(v.load(window, 0));
        if bits != 0 {
            return at + bits.trailing_zeros() as usize;
        }
        at += V::BYTES;
    }
    // The last register overlaps what was ASCII.
    let last = src.len() - V::BYTES;
    match v.bits(v.load(src, last)) {
        0 => src.len(),
        bits => last + bits.trailing_zeros() as usize,
    }
}

/// Whether text of a register at least is ASCII.
#[inline(always)]
pub(super) fn is_ascii<V: Vector>(v: V, src: &[u8]) -> bool {
    let mut any = v.load(src, src.len() - V::BYTES);
    if src.len() >= 2 * V::BYTES {
        any = v.or(any, v.load(src, src.len() - 2 * V::BYTES));
        for block in src.chunks_exact(2 * V::BYTES) {
            any = v.or(any, v.or(v.load(block, 0), v.load(block, V::BYTES)));
        }
    } else {
        any = v.or(any, v.load(src, 0));
    }
    !v.any_high(any)
}

/// Text of less than a register.
#[inline(always)]
fn validate_short<V: Vector>(v: V, src: &[u8]) -> usize {
    if src.len() < V::Narrow::BYTES {
        return first_high(v.narrow(), src).min(src.len());
    }
    first_high(v, src).min(src.len())
}

#[inline(always)]
fn first_high<V: Vector>(v: V, src: &[u8]) -> usize {
    v.bits(v.load_short(src)).trailing_zeros() as usize
}
