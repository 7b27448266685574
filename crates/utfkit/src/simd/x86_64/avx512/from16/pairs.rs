//! Runs of pairs of surrogates, UTF-16 to UTF-8.
//!
//! Less D800 in even places and DC00 in odd ones, the units of pairs have ten bits at most, which
//! is asked of four blocks at once. A multiplication and addition makes a character of each pair,
//! and a multishift its four bytes: as many as the pair had, so nothing is compressed.
//!
//! Why it is right: the subtraction wraps, so that of even units only high surrogates are left with
//! ten bits, and of odd ones only low ones. A run begins with the high one of a pair that is open,
//! and each block that is taken ends behind a low one. Cost, for 128 units: 24 operations, 5 of
//! them on port 5; 28 for big-endian units, which are turned first.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from16::without_half,
        memory::cursor::Run,
        registers::{BLOCK, encode8::Encoder, load_all, store, units16::all_joined},
    },
};

/// Whether the `N` blocks of `src` at `at`, which are there, are pairs of surrogates, each of them
/// whole.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn are_all<const BIG: bool, const N: usize>(src: &[u8], at: usize) -> bool {
    two_first::<BIG>(src, at) && all_joined::<BIG, N>(&load_all::<N>(&src[at..])).is_some()
}

/// Whether there are two pairs at `at`: in text that is not all of them, which mostly says so, this
/// is predicted.
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

/// Takes blocks of pairs, four at a time or one, from the high one on of a pair that is open. It
/// takes something where [`are_all`] and there is room for text of any kind.
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
    debug_assert!(run.done.read > done.read, "its caller would ask again");
    run.done
}

/// Takes `N` blocks of pairs; `false` if they are not that, or there is no room.
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
