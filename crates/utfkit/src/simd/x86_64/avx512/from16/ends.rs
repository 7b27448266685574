//! Converts short texts, and the ends of long ones.
//!
//! A text of at most four blocks is classified as a whole, by blocks that overlap. Then all blocks
//! are converted in the same way, because it is unpredictable which of them have the highest class.
//! The last block is filled with zeros, each of which becomes a byte that is not counted. If there
//! is too little room for a block, or if a surrogate is unpaired and not replaced, [`last_block`]
//! determines how much can be converted.
//!
//! Correctness: the code for a class also handles the classes below it, so each block may use the
//! code for the whole text. Blocks overlap when they are classified, but not when they are written.
//! Cost, per block: as in [`from16`](super) for its class. The class of a single block costs one
//! comparison for ASCII, two for two bytes, three for three, and five for pairs.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from16::{
            BEYOND_ASCII, BEYOND_TWO, ascii,
            damaged::put_ascii_with_lone,
            encode::{MAX, SLACK, UNITS, basic_slots, block_with_surrogates, mixed, slots},
            without_half,
        },
        memory::cursor::Run,
        registers::{
            BLOCK, WordOrder,
            encode8::{Encoder, Slots, up_to_two},
            load, load_all, load_short, shift_up, store, union,
            units16::{
                Surrogates, any_has, any_surrogate, is_half, joined, replaced_in, surrogates_in,
            },
        },
    },
};

/// The maximum number of bytes of a text that is converted as a whole.
pub(super) const BRIEF: usize = 4 * BLOCK;

/// Converts at most one block of text.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn one_block<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    let bytes = run.last_block(2);
    let units = bytes.len() / 2;
    let block = load_short(bytes);
    let whole = if !any_has::<BIG>(block, BEYOND_TWO) {
        put_two::<BIG>(&mut run, block, units)
    } else if !any_surrogate::<BIG, 1>(&[block]) {
        if !put_basic::<BIG>(&mut run, block, units) {
            return basic_block::<BIG, LOSSY>(src, run.dst, replaced);
        }
        true
    } else if LOSSY {
        return damaged_block::<BIG>(src, run.dst, replaced);
    } else {
        Surrogates::of_block::<BIG>(block).are_pairs(units)
            && put_pairs::<BIG>(&mut run, Encoder::new(), block, units)
    };
    if whole { run.done } else { tail::<BIG, LOSSY>(src, run.dst, run.done, replaced) }
}

/// Converts at most one block of text without surrogates, for which there is little room. It is a
/// separate function, so that other short calls do not save registers for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn basic_block<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    let bytes = run.last_block(2);
    let slots = basic_slots::<BIG>(Encoder::new(), load_short(bytes));
    if put_slots(&mut run, slots, bytes.len() / 2) {
        return run.done;
    }
    tail::<BIG, LOSSY>(src, run.dst, run.done, replaced)
}

/// Converts at most one block of text with surrogates, which may be unpaired.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn damaged_block<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    let bytes = run.last_block(2);
    let (block, units) = (load_short(bytes), bytes.len() / 2);
    let surrogates = Surrogates::of_block::<BIG>(block);
    let whole = if surrogates.are_pairs(units) {
        put_pairs::<BIG>(&mut run, Encoder::new(), block, units)
    } else {
        put_ascii_with_lone::<BIG>(&mut run, block, surrogates, units, replaced)
            || units <= Slots::COUNT
                && put_half::<BIG>(&mut run, block, surrogates, units, replaced)
    };
    if whole { run.done } else { tail::<BIG, true>(src, run.dst, run.done, replaced) }
}

/// Converts `block`, the only one, which has `units` units, at most half a block. Returns `false`
/// if there is too little room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_half<const BIG: bool>(
    run: &mut Run<'_>,
    block: __m512i,
    surrogates: Surrogates,
    units: usize,
    replaced: &mut usize,
) -> bool {
    let alone = surrogates.alone::<32>(0, false) as u32;
    let block = replaced_in::<BIG>(block, alone);
    let [highs, lows] = {
        let Surrogates { highs, lows } = surrogates.without(alone);
        [highs as u32, lows as u32]
    };
    let [lower, _] = slots::<BIG>(Encoder::new(), block, shift_up::<2>(block), highs, lows);
    let there = put_bytes(run, lower.compressed(), lower.len() - (Slots::COUNT - units), units);
    *replaced += if there { alone.count_ones() as usize } else { 0 };
    there
}

/// Converts text of at least one block and at most [`BRIEF`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn brief<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let last = (src.len() & !1) - BLOCK;
    let [second, third] = [BLOCK.min(last), (2 * BLOCK).min(last)];
    let blocks = [load(src, 0), load(src, second), load(src, third), load(src, last)];
    let any = union(&blocks);
    let mut run = Run::new(src, dst);
    if !any_has::<BIG>(any, BEYOND_ASCII) {
        while let Some(bytes) = run.blocks::<2>()
            && let Some(room) = run.room(BLOCK)
        {
            store(room, 0, ascii::<BIG>(load_all(bytes)));
            run.advance(2 * BLOCK, BLOCK);
        }
        while let Some((block, units)) = next(&run)
            && put_ascii::<BIG>(&mut run, block, units)
        {}
    } else if !any_has::<BIG>(any, BEYOND_TWO) {
        while let Some((block, units)) = next(&run)
            && put_two::<BIG>(&mut run, block, units)
        {}
    } else {
        let surrogates = any_surrogate::<BIG, 4>(&blocks);
        while let Some(bytes) = run.blocks::<1>()
            && let at = run.done.read
            && let Some(room) = run.room(MAX + SLACK)
        {
            let written = match surrogates {
                true => block_with_surrogates::<BIG, LOSSY>(src, at, room, replaced),
                false => mixed::<BIG, 1>(&[load(bytes, 0)], room),
            };
            if written == 0 {
                break;
            }
            run.advance(BLOCK, written);
        }
    }
    if !run.has(2) {
        return without_half::<BIG, LOSSY>(src, run.done);
    }
    tail::<BIG, LOSSY>(src, run.dst, run.done, replaced)
}

/// Returns the next block, with zeros after the end of the text, and the number of its units.
/// Returns `None` if there are none.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn next(run: &Run<'_>) -> Option<(__m512i, usize)> {
    let bytes = run.last_block(2);
    if bytes.is_empty() { None } else { Some((load_short(bytes), bytes.len() / 2)) }
}

/// Converts the rest from `done` on, of any class.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn tail<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done };
    let encoder = Encoder::new();
    while let Some((block, units)) = next(&run) {
        if !put_any::<BIG, LOSSY>(&mut run, encoder, block, units, replaced) {
            return rest::<BIG, LOSSY>(src, run.dst, run.done, replaced);
        }
    }
    without_half::<BIG, LOSSY>(src, run.done)
}

/// Converts `block`, the next one, which has `units` units. Returns `false` if there is too little
/// room, or if a surrogate ends the conversion.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_any<const BIG: bool, const LOSSY: bool>(
    run: &mut Run<'_>,
    encoder: Encoder,
    block: __m512i,
    units: usize,
    replaced: &mut usize,
) -> bool {
    let (src, start) = (run.src, run.done.read);
    let end = start + 2 * units;
    let open = is_half::<BIG, LOSSY>(src, start);
    let (block, surrogates, alone) = surrogates_in::<BIG, LOSSY>(block, src, end, open.into());
    let there = if !open && !surrogates.any() {
        put_slots(run, basic_slots::<BIG>(encoder, block), units)
    } else if !open && surrogates.are_pairs(units) {
        put_pairs::<BIG>(run, encoder, block, units)
    } else {
        // The high surrogate of a pair that the end of the text cuts is wrong, too, except at the
        // end of a block.
        if surrogates.wrong(open.into()) as u32 != 0 {
            return false;
        }
        let before = match start {
            0 => shift_up::<2>(block),
            at => load_short(&src[at - 2..at - 2 + 2 * units]),
        };
        let [highs, lows] = [surrogates.highs, surrogates.lows].map(|mask| mask as u32);
        put_slots(run, slots::<BIG>(encoder, block, before, highs, lows), units)
    };
    *replaced += if there { alone.count_ones() as usize } else { 0 };
    there
}

/// Writes units of ASCII. Returns `false` if there is too little room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_ascii<const BIG: bool>(run: &mut Run<'_>, block: __m512i, units: usize) -> bool {
    let bytes = _mm512_cvtepi16_epi8(WordOrder::<BIG>::new().narrow(block));
    put_bytes(run, _mm512_castsi256_si512(bytes), units, units)
}

/// Writes units that take one or two bytes. Returns `false` if there is too little room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_two<const BIG: bool>(run: &mut Run<'_>, block: __m512i, units: usize) -> bool {
    let (bytes, len) = up_to_two::<BIG>(block);
    put_bytes(run, bytes, len - (UNITS - units), units)
}

/// Writes at most one block of units without surrogates. Returns `false` if there is no room for
/// two blocks. Unlike [`put_slots`], it stores whole blocks, and only one if the text has at most
/// half a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_basic<const BIG: bool>(run: &mut Run<'_>, block: __m512i, units: usize) -> bool {
    let Some(room) = run.room(2 * BLOCK) else { return false };
    let [lower, upper] = basic_slots::<BIG>(Encoder::new(), block);
    store(room, 0, lower.compressed());
    let (mut len, mut there) = (lower.len(), Slots::COUNT);
    if units > there {
        store(room, len, upper.compressed());
        (len, there) = (len + upper.len(), UNITS);
    }
    run.advance(2 * units, len - (there - units));
    true
}

/// Writes surrogate pairs. Returns `false` if there is too little room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_pairs<const BIG: bool>(
    run: &mut Run<'_>,
    encoder: Encoder,
    block: __m512i,
    units: usize,
) -> bool {
    let points = joined(WordOrder::<BIG>::new().swap(block));
    put_bytes(run, encoder.supplementary(points), 2 * units, units)
}

/// Writes `len` bytes, the conversion of `units` units. Returns `false` if there is too little
/// room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_bytes(run: &mut Run<'_>, bytes: __m512i, len: usize, units: usize) -> bool {
    if len > run.room_left() {
        return false;
    }
    run.put(bytes, len);
    run.done.read += 2 * units;
    true
}

/// Writes the bytes of `units` units, which zeros follow. Returns `false` if there is too little
/// room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_slots(run: &mut Run<'_>, [lower, upper]: [Slots; 2], units: usize) -> bool {
    let len = lower.len() + upper.len() - (UNITS - units);
    if len > run.room_left() {
        return false;
    }
    let first = lower.len().min(len);
    run.put(lower.compressed(), first);
    if units > Slots::COUNT {
        run.put(upper.compressed(), len - first);
    }
    run.done.read += 2 * units;
    true
}

/// Converts the rest up to a surrogate that is unpaired and not replaced, or up to the end of the
/// room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn rest<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done };
    while run.has(2) && last_block::<BIG, LOSSY>(&mut run, replaced) {}
    without_half::<BIG, LOSSY>(src, run.done)
}

/// Converts a block that the end of the text or of the room may cut, or a surrogate that is
/// unpaired and not replaced. Returns `false` if it was cut or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool, const LOSSY: bool>(run: &mut Run<'_>, replaced: &mut usize) -> bool {
    let bytes = run.last_block(2);
    let block = load_short(bytes);
    let units = bytes.len() / 2;
    let start = run.done.read;
    let open = is_half::<BIG, LOSSY>(run.src, start);
    if !open && !any_has::<BIG>(block, BEYOND_TWO) {
        let (two, len) = up_to_two::<BIG>(block);
        // Each zero after the text became one byte.
        let len = len - (UNITS - units);
        if len <= run.room_left() {
            run.put(two, len);
            run.done.read += 2 * units;
            return units == UNITS;
        }
    }
    let encoder = Encoder::new();
    let (block, surrogates, alone) =
        surrogates_in::<BIG, LOSSY>(block, run.src, start + bytes.len(), open.into());
    if !open && surrogates.are_pairs(units) && bytes.len() <= run.room_left() {
        let points = joined(WordOrder::<BIG>::new().swap(block));
        run.put(encoder.supplementary(points), bytes.len());
        run.done.read += bytes.len();
        return units == UNITS;
    }
    let (right, slots) = if surrogates.any() || open {
        let right = surrogates.wrong(open.into()).trailing_zeros() as usize;
        let before = match start {
            0 => shift_up::<2>(block),
            at => load_short(&run.src[at - 2..at - 2 + bytes.len()]),
        };
        let [highs, lows] = [surrogates.highs, surrogates.lows].map(|mask| mask as u32);
        (right.min(units), slots::<BIG>(encoder, block, before, highs, lows))
    } else {
        (units, basic_slots::<BIG>(encoder, block))
    };
    for (half, slots) in slots.into_iter().enumerate() {
        let there = right.saturating_sub(half * Slots::COUNT).min(Slots::COUNT);
        let slots = slots.first(there);
        let fitting = slots.fitting(run.room_left()).min(there);
        let slots = slots.first(fitting);
        run.put(slots.compressed(), slots.len());
        run.done.read += 2 * fitting;
        *replaced +=
            _bzhi_u32(alone >> (half * Slots::COUNT), fitting as u32).count_ones() as usize;
        if fitting < Slots::COUNT {
            return false;
        }
    }
    true
}
