//! Validates ASCII, several registers at a time.
//!
//! A byte beyond ASCII has its highest bit set, which the union of all bytes keeps. So one test
//! covers 128 bytes, or a whole text of up to [`BRIEF`] bytes, which is read from both ends without
//! a loop. If the test fails, registers are tested one by one.
//!
//! Correctness: bytes do not depend on each other, so registers may overlap, and the last one ends
//! with the text. Cost: a load and an `or` per register, and one test per 128 bytes.

use crate::simd::generic::vector::Vector;

/// The number of bytes that are tested at once before their positions matter.
pub(in crate::simd) const BRIEF: usize = 256;

/// The number of bytes of a longer text that are tested at once.
const BLOCK: usize = 128;

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for ASCII.
#[inline(always)]
pub(in crate::simd) fn validate<V: Vector>(v: V, src: &[u8]) -> usize {
    if src.len() < V::BYTES {
        return validate_short(v, src);
    }
    if src.len() <= BRIEF && !v.any_high(brief_union(v, src)) {
        return src.len();
    }
    let bits = v.bits(v.load(src, 0));
    if bits != 0 {
        return bits.trailing_zeros() as usize;
    }
    // From here on, loads do not straddle cache lines.
    let mut at = V::BYTES - src.as_ptr().addr() % V::BYTES;
    for block in src[at..].chunks_exact(BLOCK) {
        if v.any_high(union::<V, BLOCK>(v, block)) {
            break;
        }
        at += BLOCK;
    }
    while let Some(window) = src[at..].get(..V::BYTES) {
        let bits = v.bits(v.load(window, 0));
        if bits != 0 {
            return at + bits.trailing_zeros() as usize;
        }
        at += V::BYTES;
    }
    // The last register overlaps bytes that are ASCII.
    let last = src.len() - V::BYTES;
    match v.bits(v.load(src, last)) {
        0 => src.len(),
        bits => last + bits.trailing_zeros() as usize,
    }
}

/// Returns the union of all bytes of a text between one register and [`BRIEF`] bytes long. It reads
/// from both ends, without a loop.
#[inline(always)]
pub(in crate::simd) fn brief_union<V: Vector>(v: V, src: &[u8]) -> V::Register {
    let mut any = ends(v, src, 0);
    if src.len() > 2 * V::BYTES {
        any = v.or(any, ends(v, src, 1));
    }
    if src.len() > 4 * V::BYTES {
        any = v.or(any, v.or(ends(v, src, 2), ends(v, src, 3)));
    }
    if V::BYTES < BRIEF / 8 && src.len() > 8 * V::BYTES {
        any = v.or(any, v.or(ends(v, src, 4), ends(v, src, 5)));
        any = v.or(any, v.or(ends(v, src, 6), ends(v, src, 7)));
    }
    any
}

/// Returns the union of two registers: number `nth` from the start, and number `nth` from the end.
#[inline(always)]
fn ends<V: Vector>(v: V, src: &[u8], nth: usize) -> V::Register {
    v.or(v.load(src, nth * V::BYTES), v.load(src, src.len() - (nth + 1) * V::BYTES))
}

/// Returns the union of the first `BYTES` bytes, which must be whole registers.
#[inline(always)]
pub(in crate::simd) fn union<V: Vector, const BYTES: usize>(v: V, bytes: &[u8]) -> V::Register {
    let bytes = &bytes[..BYTES];
    let mut any = v.load(bytes, 0);
    let mut at = V::BYTES;
    while at < BYTES {
        any = v.or(any, v.load(bytes, at));
        at += V::BYTES;
    }
    any
}

/// Validates a text that is shorter than a register.
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
