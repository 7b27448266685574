//! Reads a block of UTF-8 for [`subparts8`](crate::simd::shared::utf8_subparts). The tables of
//! [`validate8`](crate::simd::generic::validate::utf8) decide whether a byte may follow a lead.

use crate::simd::{
    generic::{
        validate::{ascii as single, utf8::Checker},
        vector::Vector,
    },
    shared::utf8_subparts::{Carry, Seen, Structure},
};

/// The number of bytes in a block.
pub(super) const BLOCK: usize = 64;

/// Reads the structure of the block that `bytes` begins with. One byte must follow the block.
#[inline(always)]
pub(super) fn read<V: Vector>(
    v: V,
    checker: Checker<V>,
    bytes: &[u8],
    carry: &mut Carry,
) -> Structure {
    let bytes = &bytes[..BLOCK + 1];
    let mut seen = Seen::default();
    let mut at = 0;
    while at < BLOCK {
        see(v, checker, [v.load(bytes, at), v.load(bytes, at + 1)], at, &mut seen);
        at += V::BYTES;
    }
    carry.read(seen)
}

/// Reads the structure of a whole text of one byte to [`BLOCK`] bytes, in place. A sequence that is
/// open at its end is ill-formed. In the lanes after the text, the structure has only ends.
#[inline(always)]
pub(super) fn read_whole<V: Vector>(v: V, checker: Checker<V>, src: &[u8]) -> Structure {
    let mut seen = Seen::default();
    if src.len() <= V::BYTES {
        see(v, checker, [v.load_short(src), v.load_short(&src[1..])], 0, &mut seen);
        return Carry::default().read(seen);
    }
    // The last register that has a byte after it overlaps those before it.
    let end = src.len() - 1;
    let last = end - V::BYTES;
    let mut at = 0;
    while at < last {
        see(v, checker, [v.load(src, at), v.load(src, at + 1)], at, &mut seen);
        at += V::BYTES;
    }
    see(v, checker, [v.load(src, last), v.load(src, last + 1)], last, &mut seen);
    seen.multi |= u64::from(src[end] >= 0x80) << end;
    seen.long |= u64::from(src[end] >= 0xE0) << end;
    seen.longest |= u64::from(src[end] >= 0xF0) << end;
    Carry::default().read(seen)
}

/// Adds the register at byte `at` of a block. `next` is the register one byte later.
#[inline(always)]
fn see<V: Vector>(
    v: V,
    checker: Checker<V>,
    [block, next]: [V::Register; 2],
    at: usize,
    seen: &mut Seen,
) {
    let continuation = v.gt8(v.splat8(0xC0), next);
    // The tables accept a continuation only after a lead.
    let fits = v.eq8(checker.pair(v, next, block), v.splat8(0));
    seen.multi |= bits(v, block, at);
    seen.long |= bits(v, v.saturating_sub8(block, v.splat8(0xE0 - 0x80)), at);
    seen.longest |= bits(v, v.saturating_sub8(block, v.splat8(0xF0 - 0x80)), at);
    seen.second_follows |= bits(v, v.and(fits, continuation), at);
    seen.continued |= bits(v, continuation, at);
}

/// Returns the sign bits of a register that begins at byte `at` of a block.
#[inline(always)]
fn bits<V: Vector>(v: V, signs: V::Register, at: usize) -> u64 {
    u64::from(v.bits(signs)) << at
}

/// Returns `true` if the block at the start of `bytes` is ASCII.
#[inline(always)]
pub(super) fn is_ascii<V: Vector>(v: V, bytes: &[u8]) -> bool {
    !v.any_high(single::union::<V, BLOCK>(v, bytes))
}
