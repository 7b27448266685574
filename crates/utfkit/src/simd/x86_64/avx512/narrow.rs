//! Converts UTF-16 and UTF-32 to ISO-8859-1 and US-ASCII: packs units to bytes.
//!
//! Four blocks are tested at once for bits beyond a byte, or beyond ASCII. From the second step on,
//! stores fill whole cache lines. Correctness: a unit that passes the test is one character and
//! becomes one byte. Surrogates do not pass. Big-endian units are tested as they are and packed by
//! shifts. Cost, for 64 units: 2 operations on port 5 from UTF-16, 4 from UTF-32, and the test.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::{ahead::FAR, cursor::Run, non_temporal as past},
        registers::{
            BLOCK, WordOrder, load_all, load_short, narrow_dwords, store_all, store_first, union,
            units16, units32,
        },
    },
};

/// The bits that characters may not have.
pub(in crate::simd) const BEYOND_ASCII: u8 = 0x80;
pub(in crate::simd) const BEYOND_LATIN1: u8 = 0;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn utf16<const BIG: bool, const BEYOND: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    match src.len() {
        0..=BLOCK => match short16::<BIG, BEYOND>(src, dst) {
            Some(done) => done,
            None => units_of_16::<BIG, BEYOND>(src, dst),
        },
        FAR.. => far16::<BIG, BEYOND>(src, dst),
        _ => units_of_16::<BIG, BEYOND>(src, dst),
    }
}

/// Packs at most one block of units, if all of them fit the target and there is room. Most short
/// calls are like this, and need only a few registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn short16<const BIG: bool, const BEYOND: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let read = src.len() & !1;
    let done = Progress { read, written: read / 2 };
    let block = load_short(&src[..read]);
    if units16::any_has::<BIG>(block, beyond16(BEYOND)) || done.written > dst.len() {
        return None;
    }
    let bytes = _mm512_cvtepi16_epi8(WordOrder::<BIG>::new().narrow(block));
    store_first(dst, [_mm512_castsi256_si512(bytes)], done.written, done.written);
    Some(done)
}

/// Returns the bits that units of UTF-16 may not have.
pub(super) const fn beyond16(beyond: u8) -> u16 {
    0xFF00 | beyond as u16
}

/// Packs four blocks of units of UTF-16, if none has a bit that characters may not have.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn packed16<const BIG: bool, const BEYOND: u8>(
    order: WordOrder<BIG>,
    blocks: [__m512i; 4],
) -> Option<[__m512i; 2]> {
    if units16::any_has::<BIG>(union(&blocks), beyond16(BEYOND)) {
        return None;
    }
    let [a, b, c, d] = blocks;
    Some([order.narrow_both(a, b), order.narrow_both(c, d)])
}

/// Implements [`utf16`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far16<const BIG: bool, const BEYOND: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    // The closure captures nothing, because a captured value has a place in memory, and short calls
    // would set up a stack frame for it.
    let plain = |blocks| packed16::<BIG, BEYOND>(WordOrder::new(), blocks);
    past::convert(src, dst, 1, plain, |src, len, dst| units_of_16::<BIG, BEYOND>(&src[..len], dst))
}

/// Packs units of UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn units_of_16<const BIG: bool, const BEYOND: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let beyond = beyond16(BEYOND);
    let order = WordOrder::<BIG>::new();
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.beyond_line_of_half(1);
    while let Some(bytes) = run.blocks::<4>() {
        let Some(packed) = packed16::<BIG, BEYOND>(order, load_all::<4>(bytes)) else { break };
        let Some(room) = run.room(2 * BLOCK) else { break };
        store_all(room, packed);
        run.advance(4 * BLOCK - 2 * beyond_line, 2 * BLOCK - beyond_line);
        beyond_line = 0;
    }
    while run.has(2) {
        let bytes = run.last_block(2);
        let block = load_short(bytes);
        let wrong = units16::with::<BIG>(block, beyond).trailing_zeros() as usize;
        let len = (bytes.len() / 2).min(wrong).min(run.room_left());
        run.put(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(order.narrow(block))), len);
        run.done.read += 2 * len;
        if len < BLOCK / 2 {
            break;
        }
    }
    run.done
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn utf32<const BIG: bool, const BEYOND: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    match src.len() {
        0..=BLOCK => match short32::<BIG, BEYOND>(src, dst) {
            Some(done) => done,
            None => units_of_32::<BIG, BEYOND>(src, dst),
        },
        FAR.. => far32::<BIG, BEYOND>(src, dst),
        _ => units_of_32::<BIG, BEYOND>(src, dst),
    }
}

/// Does the work of [`short16`] for UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn short32<const BIG: bool, const BEYOND: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let read = src.len() & !3;
    let done = Progress { read, written: read / 4 };
    let block = load_short(&src[..read]);
    if units32::any_has::<BIG>(block, beyond32(BEYOND)) || done.written > dst.len() {
        return None;
    }
    let bytes = _mm512_cvtepi32_epi8(low::<BIG>(block));
    store_first(dst, [_mm512_castsi128_si512(bytes)], done.written, done.written);
    Some(done)
}

/// Returns the bits that units of UTF-32 may not have.
const fn beyond32(beyond: u8) -> u32 {
    0xFFFF_FF00 | beyond as u32
}

/// Moves units that fit a byte into the lowest byte of their lane.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn low<const BIG: bool>(block: __m512i) -> __m512i {
    if BIG { _mm512_srli_epi32::<24>(block) } else { block }
}

/// Packs four blocks of units of UTF-32, if none has a bit that characters may not have.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn packed32<const BIG: bool, const BEYOND: u8>(
    blocks: [__m512i; 4],
) -> Option<[__m512i; 1]> {
    if units32::any_has::<BIG>(union(&blocks), beyond32(BEYOND)) {
        return None;
    }
    Some([narrow_dwords(blocks.map(|block| low::<BIG>(block)))])
}

/// Implements [`utf32`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far32<const BIG: bool, const BEYOND: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let plain = |blocks| packed32::<BIG, BEYOND>(blocks);
    past::convert(src, dst, 1, plain, |src, len, dst| units_of_32::<BIG, BEYOND>(&src[..len], dst))
}

/// Packs units of UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn units_of_32<const BIG: bool, const BEYOND: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let beyond = beyond32(BEYOND);
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.loads_beyond_line(4);
    while let Some(bytes) = run.blocks::<4>() {
        let Some(packed) = packed32::<BIG, BEYOND>(load_all::<4>(bytes)) else { break };
        let Some(room) = run.room(BLOCK) else { break };
        store_all(room, packed);
        run.advance(4 * BLOCK - beyond_line, BLOCK - beyond_line / 4);
        beyond_line = 0;
    }
    while run.has(4) {
        let bytes = run.last_block(4);
        let block = load_short(bytes);
        let wrong = units32::with::<BIG>(block, beyond).trailing_zeros() as usize;
        let len = (bytes.len() / 4).min(wrong).min(run.room_left());
        run.put(_mm512_castsi128_si512(_mm512_cvtepi32_epi8(low::<BIG>(block))), len);
        run.done.read += 4 * len;
        if len < BLOCK / 4 {
            break;
        }
    }
    run.done
}
