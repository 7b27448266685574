//! Converts ASCII in UTF-16 with unpaired surrogates to UTF-8, with U+FFFD for each of those.
//!
//! Sixty-four units of any kind are packed and stored. Then U+FFFD is written at the place of the
//! first surrogate, and the units after it are packed and stored again. If there is no surrogate,
//! this happens after all bytes that count. So there is no branch on whether or where a step has a
//! surrogate, which could be mispredicted. The next step does not wait for it either. A second
//! surrogate, which is rare, is replaced in the same way. If there are more,
//! [`replace8`](crate::simd::x86_64::avx512::registers::replace8) replaces all of them at once.
//!
//! In text with dense damage, some surrogates form pairs by chance. Such a step is also converted
//! at once, and the characters of its pairs are written into it last.
//!
//! Correctness: a step begins where no pair is open. The loop ends at a step that has units other
//! than ASCII and surrogates, or more pairs than unpaired surrogates. Cost, for 64 units with at
//! most one surrogate: 11 operations and 4 on masks, two stores of a block, and about 45 scalar
//! instructions. A second surrogate costs two operations and a store. More cost 16 operations (a
//! compression counts as two) and four stores, instead of those that write the first.
//!
//! Tried, and slower:
//!
//! - This method for all units beyond ASCII, without the limit on their number that
//!   [`sparse`](crate::simd::x86_64::avx512::from16::sparse) has. Relative to the best peer, mixed
//!   text of 4 KiB fell from 1.04 to 0.81. ASCII of 64 KiB with 1 % damage fell from 1.36 to 0.80.
//! - Steps that end after the first surrogate: 64 KiB fell to 0.96.
//! - Pairs in the same loop: text with 1 % damage was 0.8 times as fast.

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

/// The number of bytes in a step.
const STEP: usize = 2 * BLOCK;

/// The bytes that are read: a step, the unit after it, and a step from there on. That unit takes
/// the place of a surrogate if there is none.
const WINDOW: usize = 2 * STEP + 2;

/// The number of surrogates in a step up to which each is replaced separately.
const FEW: u32 = 2;

/// The number of steps of ASCII after which no surrogate is expected in the next.
const QUIET: usize = 4;

/// Converts ASCII, unpaired surrogates, and pairs among them. Returns `true` if it ends with ASCII
/// and more ASCII is expected. Returns `false` if other text follows, or if too little text or room
/// is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn ascii_with_lone<const BIG: bool>(run: &mut Run<'_>, replaced: &mut usize) -> bool {
    loop {
        let Some((window, _)) = next(run) else { return false };
        let mut ahead = read_step::<BIG>(window);
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
            // Read this before the stores of this step: their addresses are known late, and until
            // then they delay later loads.
            ahead = read_step::<BIG>(&window[STEP..]);
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

/// The next step with the text after it, and room for its largest result.
type Next<'n> = (&'n [u8; WINDOW], &'n mut [MaybeUninit<u8>; ROOM]);

/// Returns the next step, if enough text and room are left.
#[inline(always)]
fn next<'n>(run: &'n mut Run<'_>) -> Option<Next<'n>> {
    let window = run.src[run.done.read..].first_chunk()?;
    let room = run.room(ROOM)?.first_chunk_mut()?;
    Some((window, room))
}

/// The contents of a step: its blocks, their surrogates, and their units beyond ASCII.
struct StepContents {
    blocks: [__m512i; 2],
    surrogates: Surrogates,
    beyond: u64,
}

/// Reads the step that `step` begins with.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn read_step<const BIG: bool>(step: &[u8]) -> StepContents {
    let blocks = [load(step, 0), load(step, BLOCK)];
    let beyond = [with::<BIG>(blocks[0], BEYOND_ASCII), with::<BIG>(blocks[1], BEYOND_ASCII)];
    let beyond = u64::from(beyond[0]) | u64::from(beyond[1]) << 32;
    StepContents { blocks, surrogates: Surrogates::of_blocks::<BIG>(blocks), beyond }
}

/// Converts `step`, the next one, if it has only ASCII and unpaired surrogates, and there is room.
/// It does not need the text after the step that the loop reads.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_step<const BIG: bool>(run: &mut Run<'_>, step: StepContents, replaced: &mut usize) {
    let low_next = is_low::<BIG>(run.src, run.done.read + STEP);
    let lone = step.surrogates.alone::<64>(0, low_next);
    let Some(room) = run.room(ROOM) else { return };
    if lone != step.beyond {
        return;
    }
    put_all::<4>(ascii::<BIG>(step.blocks), lone, |at, block| store(room, at, block));
    let count = lone.count_ones() as usize;
    run.advance(STEP, BLOCK + 2 * count);
    *replaced += count;
}

/// Writes a step of ASCII and unpaired surrogates, which are in the lanes `lone`.
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

/// Converts a step of ASCII and surrogates, most of them unpaired. Returns `false` if the step has
/// other text, or if too little text or room is left.
///
/// The high surrogate of a pair is treated like a byte that is kept, and the low one like a byte
/// that is replaced. The character is then written into their four bytes.
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
    // Leave the high surrogate of a pair that begins with the last unit to the next step.
    let left = highs >> 63;
    let highs = highs & !(left << 63);
    let bad = lone | highs << 1;
    let only_these = bad | highs | left << 63 == beyond;
    if !only_these || highs.count_ones() > lone.count_ones() {
        return false;
    }
    // The blocks are loaded again, because as arguments they would go through memory.
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

/// Converts `block`, the next one, which has `units` units and nothing after them, and those
/// `surrogates`. Returns `false` if it has other text than ASCII and unpaired surrogates, or if
/// there is no room.
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

/// Writes the character whose high surrogate is unit `lane` of `window` at offset `to` in `room`.
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

/// Writes U+FFFD for unit `lane` of `window` at offset `to` in `room`, and after it the next 64
/// units.
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
