//! UTF-16 to UTF-32, 64 units at a time.
//!
//! Units that are no surrogates are widened, by a permute that also puts their octets into the order of
//! the output. Where there are surrogates, each unit is widened with the one before it. For a low one a
//! multiplication and addition of the two gives the character of the pair; then high ones are dropped
//! by compression, unless the block is pairs and nothing else.
//!
//! Why it is right: pairing is a comparison of masks; a high surrogate at the end has written nothing,
//! and is only not counted as read. Cost, for 32 units: 2 operations on port 5, and the test; with
//! surrogates 10.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    run::Run,
    units16::{Surrogates, any_surrogate, is_half, joined, replaced_in, surrogates_in},
    vector::{
        BLOCK, WordOrder, behind, load, load_all, load_short, store, store_first, swap_dwords,
        table,
    },
};
use crate::simd::Progress;

/// Units in half a block: what becomes a block.
const HALF: usize = BLOCK / 4;

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-16 to UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() > BLOCK {
        return units::<BIG, TO_BIG, false>(src, dst, &mut 0);
    }
    match short::<BIG, TO_BIG>(src, dst) {
        Some(done) => done,
        None => units::<BIG, TO_BIG, false>(src, dst, &mut 0),
    }
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to UTF-32, but for an octet that is left over.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert_lossy<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() > BLOCK {
        return units::<BIG, TO_BIG, true>(src, dst, replaced);
    }
    match short::<BIG, TO_BIG>(src, dst) {
        Some(done) => done,
        None => units::<BIG, TO_BIG, true>(src, dst, replaced),
    }
}

/// Converts at most a block that has no surrogates, or nothing but pairs, if there is room for all of it: most short calls are
/// that, and need no more than a few registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn short<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let read = src.len() & !1;
    let done = Progress { read, written: 2 * read };
    let block = load_short(&src[..read]);
    if done.written > dst.len() {
        return None;
    }
    if any_surrogate::<BIG, 1>(&[block]) {
        if !Surrogates::of_block::<BIG>(block).are_pairs(read / 2) {
            return None;
        }
        let characters = joined(WordOrder::<BIG>::new().swap(block));
        store_first(dst, [swap_dwords::<TO_BIG>(characters)], read, read);
        return Some(Progress { read, written: read });
    }
    store_first(dst, widened::<BIG, TO_BIG>(block), done.written, done.written);
    Some(done)
}

/// Converts units; if `LOSSY`, with U+FFFD for surrogates that are alone.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn units<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    let mut open = false;
    while let Some(paired) = step::<BIG, TO_BIG, LOSSY>(&mut run, open, replaced) {
        open = paired && is_half::<BIG, LOSSY>(src, run.done.read);
    }
    while run.has(2) && last_block::<BIG, TO_BIG, LOSSY>(&mut run, replaced) {}
    without_half::<BIG, LOSSY>(src, run.done)
}

/// `done` before the high surrogate that it may end with, which has written nothing.
#[inline(always)]
fn without_half<const BIG: bool, const LOSSY: bool>(src: &[u8], done: Progress) -> Progress {
    let half = if is_half::<BIG, LOSSY>(src, done.read) { 2 } else { 0 };
    Progress { read: done.read - half, ..done }
}

/// For each unit of half a block its octets among four, of which two are zero.
const fn places(upper: bool, swap: bool, last: bool) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        if (at % 4 >= 2) == last {
            let octet = at / 4 * 2 + at % 2 + upper as usize * BLOCK / 2;
            places[at] = (octet ^ swap as usize) as u8;
        }
        at += 1;
    }
    places
}

static PLACES: [[[u8; BLOCK]; 2]; 4] = [
    [places(false, false, false), places(true, false, false)],
    [places(false, true, true), places(true, true, true)],
    [places(false, true, false), places(true, true, false)],
    [places(false, false, true), places(true, false, true)],
];

/// The units of a block, none a surrogate, in dwords of the order of the output.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn widened<const BIG: bool, const TO_BIG: bool>(block: __m512i) -> [__m512i; 2] {
    let places = &PLACES[2 * BIG as usize + TO_BIG as usize];
    if !BIG && !TO_BIG {
        let upper = _mm512_extracti64x4_epi64::<1>(block);
        return [
            _mm512_cvtepu16_epi32(_mm512_castsi512_si256(block)),
            _mm512_cvtepu16_epi32(upper),
        ];
    }
    let wanted = if TO_BIG { 0xCCCC_CCCC_CCCC_CCCC } else { 0x3333_3333_3333_3333 };
    [
        _mm512_maskz_permutexvar_epi8(wanted, table(&places[0]), block),
        _mm512_maskz_permutexvar_epi8(wanted, table(&places[1]), block),
    ]
}

/// Takes two blocks, and tells whether there were surrogates; `None` if there are no more, no room for what they may
/// become, or a surrogate that is alone and not replaced. `open` is whether a pair is, before them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    run: &mut Run<'_>,
    open: bool,
    replaced: &mut usize,
) -> Option<bool> {
    let blocks = load_all::<2>(run.blocks::<2>()?);
    let (src, read) = (run.src, run.done.read);
    let beyond_line = run.beyond_line(4);
    let room = run.room(4 * BLOCK)?;
    if open || any_surrogate::<BIG, 2>(&blocks) {
        let written = with_surrogates::<BIG, TO_BIG, LOSSY>(src, read, room, replaced);
        if written == 0 {
            return None;
        }
        run.advance(2 * BLOCK, written);
        return Some(true);
    }
    for (at, &block) in blocks.iter().enumerate() {
        let [lower, upper] = widened::<BIG, TO_BIG>(block);
        store(room, 2 * at * BLOCK, lower);
        store(room, (2 * at + 1) * BLOCK, upper);
    }
    // From here on stores are whole cache lines, unless they lie across.
    run.advance(2 * BLOCK - beyond_line / 2, 4 * BLOCK - beyond_line);
    Some(false)
}

/// For each unit of half a block the unit before it and itself, `skipped` octets further on.
const fn places_of_pairs(skipped: usize, big: bool) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = ((skipped + at / 4 * 2 + at % 4) ^ big as usize) as u8;
        at += 1;
    }
    places
}

static PAIRS: [[[u8; BLOCK]; 2]; 2] = [
    [places_of_pairs(0, false), places_of_pairs(BLOCK / 2 - 2, false)],
    [places_of_pairs(0, true), places_of_pairs(BLOCK / 2 - 2, true)],
];

/// A block with `before`, the unit before each of its units: both halves, with characters where pairs
/// end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn characters<const BIG: bool>(block: __m512i, before: __m512i, lows: u32) -> [__m512i; 2] {
    let [lower, upper] = &PAIRS[BIG as usize];
    let lower = _mm512_permutexvar_epi8(table(lower), before);
    let upper = _mm512_permutexvar_epi8(table(upper), block);
    let character = |pairs, lows| {
        let units = _mm512_srli_epi32::<16>(pairs);
        _mm512_mask_mov_epi32(units, lows, joined(pairs))
    };
    [character(lower, lows as u16), character(upper, (lows >> 16) as u16)]
}

/// Two blocks of `src` at `read`, with surrogates: how many octets they become; 0 if a surrogate is
/// alone and not replaced.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn with_surrogates<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    src: &[u8],
    read: usize,
    room: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> usize {
    let mut open = is_half::<BIG, LOSSY>(src, read);
    let mut written = 0;
    for at in [read, read + BLOCK] {
        let (block, surrogates, alone) =
            surrogates_in::<BIG, LOSSY>(load(src, at), src, at + BLOCK, open);
        *replaced += alone.count_ones() as usize;
        if !LOSSY && surrogates.wrong(open) as u32 != 0 {
            return 0;
        }
        open = surrogates.highs >> 31 == 1;
        if !surrogates.any() {
            for units in widened::<BIG, TO_BIG>(block) {
                store(room, written, units);
                written += BLOCK;
            }
            continue;
        }
        if surrogates.are_pairs(BLOCK / 2) {
            store(
                room,
                written,
                swap_dwords::<TO_BIG>(joined(WordOrder::<BIG>::new().swap(block))),
            );
            written += BLOCK;
            continue;
        }
        let before = if at == 0 { behind::<2>(block) } else { load(src, at - 2) };
        let before = if LOSSY { replaced_in::<BIG>(before, alone << 1) } else { before };
        let halves = characters::<BIG>(block, before, surrogates.lows as u32);
        for (half, characters) in halves.into_iter().enumerate() {
            let wanted = !(surrogates.highs >> (half * HALF)) as u16;
            let characters = _mm512_maskz_compress_epi32(wanted, characters);
            store(room, written, swap_dwords::<TO_BIG>(characters));
            written += 4 * wanted.count_ones() as usize;
        }
    }
    written
}

/// Takes a block that may be cut short by the end of the text, a surrogate that is alone and not replaced, or the
/// end of the room; `false` if it was, or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    run: &mut Run<'_>,
    replaced: &mut usize,
) -> bool {
    let octets = run.last_block(2);
    let start = run.done.read;
    let open = is_half::<BIG, LOSSY>(run.src, start);
    let (block, surrogates, alone) =
        surrogates_in::<BIG, LOSSY>(load_short(octets), run.src, start + octets.len(), open);
    if !open && !surrogates.any() {
        let len = (octets.len() / 2).min(run.room_left() / 4);
        let [lower, upper] = widened::<BIG, TO_BIG>(block);
        run.put(lower, 4 * len.min(HALF));
        if len > HALF {
            run.put(upper, 4 * (len - HALF));
        }
        run.done.read += 2 * len;
        *replaced += _bzhi_u32(alone, len as u32).count_ones() as usize;
        return len == 2 * HALF;
    }
    if !open && surrogates.are_pairs(octets.len() / 2) && octets.len() <= run.room_left() {
        let characters = joined(WordOrder::<BIG>::new().swap(block));
        run.put(swap_dwords::<TO_BIG>(characters), octets.len());
        run.done.read += octets.len();
        return octets.len() == BLOCK;
    }
    let before = match start {
        0 => behind::<2>(block),
        at => load_short(&run.src[at - 2..at + octets.len().min(BLOCK - 2)]),
    };
    let before = if LOSSY { replaced_in::<BIG>(before, alone << 1) } else { before };
    let right = surrogates.wrong(open).trailing_zeros() as usize;
    let right = right.min(octets.len() / 2);
    let halves = characters::<BIG>(block, before, surrogates.lows as u32);
    for (half, characters) in halves.into_iter().enumerate() {
        let there = right.saturating_sub(half * HALF).min(HALF);
        let wanted = !(surrogates.highs >> (half * HALF)) as u32 & 0xFFFF;
        let wanted = _bzhi_u32(wanted, there as u32);
        let room = run.room_left() / 4;
        let fitting = if wanted.count_ones() as usize <= room {
            there
        } else {
            _pdep_u32(1 << room, wanted).trailing_zeros() as usize
        };
        let wanted = _bzhi_u32(wanted, fitting as u32);
        let characters = _mm512_maskz_compress_epi32(wanted as u16, characters);
        run.put(swap_dwords::<TO_BIG>(characters), 4 * wanted.count_ones() as usize);
        run.done.read += 2 * fitting;
        *replaced += _bzhi_u32(alone >> (half * HALF), fitting as u32).count_ones() as usize;
        if fitting < HALF {
            return false;
        }
    }
    true
}
