//! ASCII in UTF-16 with surrogates that are alone, to UTF-8 with U+FFFD for each.
//!
//! Sixty-four units are packed whatever they are, and stored. Behind that, at the place of the
//! first surrogate, U+FFFD is written, and the units behind it, packed once more; if there is none,
//! that is behind all that counts. So no branch, which could be mispredicted, asks whether a step
//! has a surrogate or where that is, and the next step does not wait for it. A second one, which is
//! rare, is replaced in the same way; where there are more, all are at once, by
//! [`replace8`](crate::simd::x86_64::avx512::registers::replace8).
//!
//! Where damage is dense, surrogates come to stand in pairs by chance. Such a step goes all at once
//! too, and the characters of its pairs are written into it at last.
//!
//! Why it is right: a step begins where nothing is open, and ends the loop if it has anything but
//! ASCII and surrogates, or more pairs than surrogates that are alone. Cost, for 64 units with one
//! surrogate or none: 11 operations and 4 of masks, two stores of a block, and some 45 scalar
//! instructions; for a second two operations and a store; for more 16 operations (compression is
//! two) and four stores in place of those that write the first.
//!
//! Tried, and worse: the same for any unit beyond ASCII without a limit to how many there are,
//! which [`few`](crate::simd::x86_64::avx512::from16::sparse) has (mixed text of 4 KiB 1.04 times the best peer, then 0.81; ASCII
//! with 1 % damage of 64 KiB 1.36, then 0.80); steps that end behind the first surrogate (64 KiB
//! 0.96); pairs in the loop of those without (1 % damage 0.8 times as fast).

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    scalar,
    simd::x86_64::avx512::{
        from16::{BEYOND_ASCII, ascii, put_between, unit_at},
        memory::cursor::Run,
        registers::{
            BLOCK, load,
            replace8::{REPLACEMENT, ROOM, put_all},
            store,
            units16::{Surrogates, is_low, with},
        },
    },
};

/// Bytes of a step.
const STEP: usize = 2 * BLOCK;

/// What is read: a step, and so much behind the unit behind its last one, which stands for a
/// surrogate where there is none.
const WINDOW: usize = 2 * STEP + 2;

/// Surrogates in a step that are replaced one by one.
const FEW: u32 = 2;

/// After so many steps of ASCII no surrogate is expected in the next.
const QUIET: usize = 4;

/// Takes ASCII, surrogates that are alone, and among them pairs; `true` if it ends with ASCII and
/// more of that is expected, `false` if something else comes, or not enough is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn ascii_with_lone<const BIG: bool>(run: &mut Run<'_>, replaced: &mut usize) -> bool {
    loop {
        let Some((window, _)) = next(run) else { return false };
        let mut ahead = told::<BIG>(window);
        let mut quiet = 0;
        let (step, lone) = loop {
            if quiet == QUIET {
                return true;
            }
            let Some((window, room)) = next(run) else {
                last_step::<BIG>(run, ahead, replaced);
                return false;
            };
            let step = ahead;
            // Before the stores of this step, whose places come late and hold up what is behind.
            ahead = told::<BIG>(&window[STEP..]);
            let lone = step.surrogates.alone::<64>(0, is_low::<BIG>(window, STEP));
            if lone != step.beyond {
                break (step, lone);
            }
            put_lone::<BIG>(window, room, step.blocks, lone);
            let count = lone.count_ones() as usize;
            run.advance(STEP, BLOCK + 2 * count);
            *replaced += count;
            quiet = if count == 0 { quiet + 1 } else { 0 };
        };
        if !step_with_pairs::<BIG>(run, step.surrogates, lone, step.beyond, replaced) {
            return false;
        }
    }
}

/// A step that is next, with what is behind it, and room for whatever it may become.
type Next<'n> = (&'n [u8; WINDOW], &'n mut [MaybeUninit<u8>; ROOM]);

/// The next step, if so much is left, and so much room.
#[inline(always)]
fn next<'n>(run: &'n mut Run<'_>) -> Option<Next<'n>> {
    let window = run.src[run.done.read..].first_chunk()?;
    let room = run.room(ROOM)?.first_chunk_mut()?;
    Some((window, room))
}

/// What is told of a step: its blocks, their surrogates, and their units beyond ASCII.
struct Told {
    blocks: [__m512i; 2],
    surrogates: Surrogates,
    beyond: u64,
}

/// What is told of the step that `step` begins with.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn told<const BIG: bool>(step: &[u8]) -> Told {
    let blocks = [load(step, 0), load(step, BLOCK)];
    let beyond = [with::<BIG>(blocks[0], BEYOND_ASCII), with::<BIG>(blocks[1], BEYOND_ASCII)];
    let beyond = u64::from(beyond[0]) | u64::from(beyond[1]) << 32;
    Told { blocks, surrogates: Surrogates::of_blocks::<BIG>(blocks), beyond }
}

/// Takes the next step, which is `told`, if it is ASCII and surrogates that are alone, and there is
/// room: what is read of other steps besides is not needed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_step<const BIG: bool>(run: &mut Run<'_>, told: Told, replaced: &mut usize) {
    let low_next = is_low::<BIG>(run.src, run.done.read + STEP);
    let lone = told.surrogates.alone::<64>(0, low_next);
    let Some(room) = run.room(ROOM) else { return };
    if lone != told.beyond {
        return;
    }
    put_all::<4>(ascii::<BIG>(told.blocks), lone, |at, block| store(room, at, block));
    let count = lone.count_ones() as usize;
    run.advance(STEP, BLOCK + 2 * count);
    *replaced += count;
}

/// Writes a step of ASCII and surrogates that are alone, the lanes of which are `lone`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_lone<const BIG: bool>(
    window: &[u8; WINDOW],
    room: &mut [MaybeUninit<u8>; ROOM],
    blocks: [__m512i; 2],
    lone: u64,
) {
    let packed = ascii::<BIG>(blocks);
    let count = lone.count_ones();
    if count > FEW {
        return put_all::<4>(packed, lone, |at, block| store(room, at, block));
    }
    store(room, 0, packed);
    let first = lone.trailing_zeros() as usize;
    replace::<BIG>(window, room, first, first);
    if count > 1 {
        let second = (lone & (lone - 1)).trailing_zeros() as usize;
        replace::<BIG>(window, room, second, second + 2);
    }
}

/// Takes a step of ASCII and surrogates, most of them alone; `false` if it is not that, or not
/// enough is left.
///
/// A pair goes the way of a byte that is kept, for its high surrogate, and of one that is
/// replaced, for its low one; in their four bytes the character is written at last.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn step_with_pairs<const BIG: bool>(
    run: &mut Run<'_>,
    surrogates: Surrogates,
    lone: u64,
    beyond: u64,
    replaced: &mut usize,
) -> bool {
    let Some((window, room)) = next(run) else { return false };
    let highs = surrogates.highs & !lone;
    // The high surrogate of a pair that begins with the last unit is left to the next step.
    let left = highs >> 63;
    let highs = highs & !(left << 63);
    let bad = lone | highs << 1;
    let only_these = bad | highs | left << 63 == beyond;
    if !only_these || highs.count_ones() > lone.count_ones() {
        return false;
    }
    // Loaded again: as arguments they would go through memory.
    let blocks = [load(window, 0), load(window, BLOCK)];
    put_all::<4>(ascii::<BIG>(blocks), bad, |at, block| store(room, at, block));
    let mut pairs = highs;
    while pairs != 0 {
        let lane = pairs.trailing_zeros();
        let to = lane + 2 * _bzhi_u64(bad, lane).count_ones();
        put_pair::<BIG>(window, room, lane as usize, to as usize);
        pairs &= pairs - 1;
    }
    let units = BLOCK - left as usize;
    run.advance(2 * units, units + 2 * bad.count_ones() as usize);
    *replaced += lone.count_ones() as usize;
    true
}

/// Takes `block`, the next one, of which there are so many units and nothing behind them, with
/// those `surrogates`; `false` if it is not ASCII and surrogates that are alone, or there is no
/// room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn put_ascii_with_lone<const BIG: bool>(
    run: &mut Run<'_>,
    block: __m512i,
    surrogates: Surrogates,
    units: usize,
    replaced: &mut usize,
) -> bool {
    let lone = surrogates.alone::<64>(0, false);
    let count = lone.count_ones() as usize;
    let (start, len) = (run.done.written, units + 2 * count);
    if u64::from(with::<BIG>(block, BEYOND_ASCII)) != lone || len > run.room_left() {
        return false;
    }
    let packed = ascii::<BIG>([block, _mm512_setzero_si512()]);
    put_all::<2>(packed, lone, |at, bytes| {
        if at < len {
            run.done.written = start + at;
            run.put(bytes, (len - at).min(BLOCK));
        }
    });
    run.done.read += 2 * units;
    *replaced += count;
    true
}

/// Writes the character of which the unit `lane` of `window` is the high surrogate to where it goes
/// in `room`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_pair<const BIG: bool>(
    window: &[u8; WINDOW],
    room: &mut [MaybeUninit<u8>; ROOM],
    lane: usize,
    to: usize,
) {
    let [high, low] = [lane, lane + 1].map(|at| unit_at::<BIG>(window, at));
    let value = scalar::from_surrogates(high, low);
    let bytes = (_pdep_u32(value, 0x073F_3F3F) | 0xF080_8080).to_be_bytes();
    for (slot, byte) in room[to..].iter_mut().zip(bytes) {
        slot.write(byte);
    }
}

/// Writes U+FFFD for the unit `lane` of `window`, to where it goes in `room`, and the next 64 units
/// behind it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn replace<const BIG: bool>(
    window: &[u8; WINDOW],
    room: &mut [MaybeUninit<u8>; ROOM],
    lane: usize,
    to: usize,
) {
    put_between::<BIG, 3>((REPLACEMENT, 3), room, to, window, lane + 1);
}
