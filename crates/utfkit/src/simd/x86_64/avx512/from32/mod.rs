//! Converts UTF-32 to UTF-8, 64 units at a time.
//!
//! ASCII is packed. Units below 0x800 are packed to words and become at most two bytes each, as
//! from UTF-16. All other text goes through the encoder in
//! [`encode8`](crate::simd::x86_64::avx512::registers::encode8), which takes units of UTF-32 as
//! they are, including supplementary characters.
//!
//! Correctness: [`units32`](crate::simd::x86_64::avx512::registers::units32) checks that units are
//! scalar values, and the encoder is correct for each of these. Cost, for 16 units: 5 operations on
//! port 5, 3 on port 0, and 3 on either.

pub(in crate::simd) mod lossy;
pub(in crate::simd) mod to16;
use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::{ahead::FAR, cursor::Run, non_temporal as past},
        narrow,
        registers::{
            BLOCK,
            encode8::{Encoder, Slots, up_to_two},
            load_all, load_short, narrow_dwords, store, swap_dwords, union,
            units32::{any_has, any_wrong, any_wrong_in, in_words, native, wrong},
        },
    },
};

/// The number of units in a block.
const UNITS: usize = BLOCK / 4;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-32 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    match src.len() {
        0..=BLOCK => match narrow::short32::<BIG, { narrow::BEYOND_ASCII }>(src, dst) {
            Some(done) => done,
            None => short::<BIG>(src, dst),
        },
        FAR.. => far::<BIG>(src, dst),
        _ => long::<BIG>(src, dst),
    }
}

/// Implements [`convert`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let ascii = |blocks| narrow::packed32::<BIG, { narrow::BEYOND_ASCII }>(blocks);
    past::convert(src, dst, 1, ascii, |src, len, dst| long::<BIG>(&src[..len], dst))
}

/// Implements [`convert`] for more than one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run::new(src, dst);
    while step::<BIG>(&mut run) {}
    while run.has(4) && last_block::<BIG>(&mut run) {}
    run.done
}

/// Implements [`convert`] for at most one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn short<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let read = src.len() & !3;
    let units = swap_dwords::<BIG>(load_short(&src[..read]));
    if dst.len() < BLOCK || any_wrong(&[units]) {
        let mut run = Run::new(src, dst);
        last_block::<BIG>(&mut run);
        return run.done;
    }
    Progress { read, written: put(units, read / 4, dst) }
}

/// Stores the first `count` of `units`, which are scalar values; `dst` has room for a block.
/// Returns the number of bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn put(units: __m512i, count: usize, dst: &mut [MaybeUninit<u8>]) -> usize {
    let slots = Encoder::new().points(units).first(count);
    store(dst, 0, slots.compressed());
    slots.len()
}

/// Converts four blocks. Returns `false` if there are no more, if the largest result does not fit,
/// or if a unit is not a scalar value.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool>(run: &mut Run<'_>) -> bool {
    let Some(bytes) = run.blocks::<4>() else { return false };
    let blocks = load_all::<4>(bytes);
    let any = union(&blocks);
    if !any_has::<BIG>(any, !0x7F) {
        ascii::<BIG>(run, blocks)
    } else if !any_has::<BIG>(any, !0x7FF) {
        two::<BIG>(run, blocks)
    } else {
        mixed::<BIG>(run, any, &native::<BIG, 4>(blocks))
    }
}

/// Converts blocks of ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii<const BIG: bool>(run: &mut Run<'_>, mut blocks: [__m512i; 4]) -> bool {
    let Some(room) = run.room(4 * UNITS) else { return false };
    if BIG {
        for block in &mut blocks {
            *block = _mm512_srli_epi32::<24>(*block);
        }
    }
    store(room, 0, narrow_dwords(blocks));
    run.advance(4 * BLOCK, 4 * UNITS);
    true
}

/// Converts blocks of units that take one or two bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn two<const BIG: bool>(run: &mut Run<'_>, blocks: [__m512i; 4]) -> bool {
    let Some(room) = run.room(2 * BLOCK) else { return false };
    let mut written = 0;
    for &[first, second] in native::<BIG, 4>(blocks).as_chunks::<2>().0 {
        let (bytes, len) = up_to_two::<false>(in_words([first, second]));
        store(room, written, bytes);
        written += len;
    }
    run.advance(4 * BLOCK, written);
    true
}

/// Converts any blocks of scalar values. `any` is their union, in the byte order of the text.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn mixed<const BIG: bool>(run: &mut Run<'_>, any: __m512i, blocks: &[__m512i; 4]) -> bool {
    if any_wrong_in::<BIG, 4>(any, blocks) {
        return false;
    }
    let encoder = Encoder::new();
    let Some(room) = run.room(4 * BLOCK) else { return false };
    let mut written = 0;
    for &block in blocks {
        let slots = encoder.points(block);
        store(room, written, slots.compressed());
        written += slots.len();
    }
    run.advance(4 * BLOCK, written);
    true
}

/// Converts a block that the end of the text or of the room may cut, or a unit that is not a scalar
/// value. Returns `false` if it was cut or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool>(run: &mut Run<'_>) -> bool {
    let bytes = run.last_block(4);
    let block = load_short(bytes);
    let there = bytes.len() / 4;
    if !any_has::<BIG>(block, !0x7F) {
        let ascii = if BIG { _mm512_srli_epi32::<24>(block) } else { block };
        let ascii = _mm512_castsi128_si512(_mm512_cvtepi32_epi8(ascii));
        let len = there.min(run.room_left());
        run.put(ascii, len);
        run.done.read += 4 * len;
        return len == UNITS;
    }
    let units = swap_dwords::<BIG>(block);
    let right = (wrong(units).trailing_zeros() as usize).min(there);
    let slots = Encoder::new().points(units).first(right);
    let fitting = slots.fitting(run.room_left()).min(right);
    let slots = slots.first(fitting);
    run.put(slots.compressed(), slots.len());
    run.done.read += 4 * fitting;
    fitting == Slots::COUNT
}
