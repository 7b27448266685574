//! Converts runs of surrogate pairs from UTF-16 to UTF-8.
//!
//! Minus 0xD800 at even positions and 0xDC00 at odd ones, the units of pairs have at most ten bits.
//! One test covers four blocks. A multiplication with addition computes the character of each pair,
//! and a multishift its four bytes. A character has as many bytes as its pair, so no compression is
//! needed.
//!
//! Correctness: the subtraction wraps, so only high surrogates at even positions and low ones at
//! odd positions become ten bits. A run begins with the high surrogate of a pair that is open, and
//! each converted block ends after a low one. Cost, for 128 units: 24 operations, 5 of them on port
//! 5; 28 for big-endian units, which are swapped first.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from16::without_half,
        memory::cursor::Run,
        registers::{BLOCK, encode8::Encoder, load_all, store, units16::all_joined},
    },
};

/// Returns `true` if the `N` blocks of `src` at `at`, which must exist, are whole surrogate pairs.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn are_all<const BIG: bool, const N: usize>(src: &[u8], at: usize) -> bool {
    two_first::<BIG>(src, at) && all_joined::<BIG, N>(&load_all::<N>(&src[at..])).is_some()
}

/// Returns `true` if there are two pairs at `at`. In most text this rules out a run, and the branch
/// is predictable.
#[inline(always)]
fn two_first<const BIG: bool>(src: &[u8], at: usize) -> bool {
    let Some(&bytes) = src[at..].first_chunk() else { return false };
    let (units, pairs) = if BIG {
        (u64::from_be_bytes(bytes), 0xD800_DC00_D800_DC00)
    } else {
        (u64::from_le_bytes(bytes), 0xDC00_D800_DC00_D800)
    };
    units & 0xFC00_FC00_FC00_FC00 == pairs
}

/// Converts blocks of pairs, four or one at a time, beginning with the high surrogate of a pair
/// that is open. It always converts something if [`are_all`] returned `true` and the largest result
/// of any text fits.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn run<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> Progress {
    let mut run = Run { src, dst, done: without_half::<BIG, LOSSY>(src, done) };
    while blocks::<BIG, 4>(&mut run) {}
    while blocks::<BIG, 1>(&mut run) {}
    debug_assert!(run.done.read > done.read, "the caller would loop forever");
    run.done
}

/// Converts `N` blocks of pairs. Returns `false` if they have other text, or if there is no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn blocks<const BIG: bool, const N: usize>(run: &mut Run<'_>) -> bool {
    let Some(bytes) = run.blocks::<N>() else { return false };
    let Some(points) = all_joined::<BIG, N>(&load_all::<N>(bytes)) else { return false };
    let Some(room) = run.room(N * BLOCK) else { return false };
    let encoder = Encoder::new();
    for (at, points) in points.into_iter().enumerate() {
        store(room, at * BLOCK, encoder.supplementary(points));
    }
    run.advance(N * BLOCK, N * BLOCK);
    true
}
