//! UTF-16 to UTF-8, 128 units at a time as long as they are of one class.
//!
//! Four blocks are classified at once, so that mixed text always takes the general path and branches
//! are predicted. ASCII is packed. Units below 0800 become two octets each and are compressed; units
//! from 0800 on, without surrogates, become three, to which no compression is needed: one permute
//! brings each unit to the three places of its octets and one multishift aligns its bits. The rest
//! goes through the encoder that [`encode8`](super::encode8) describes.
//!
//! Where units are pairs and nothing else, they are joined. Otherwise surrogates are not: *each writes
//! two octets of its own*. The high one has all that the first two octets need; the low one has the
//! rest, but for two bits of the unit before, which is loaded again one unit earlier.
//!
//! Why it is right: pairing is a comparison of masks, and a block with a surrogate that is alone is
//! emitted only up to it. A conversion that ends behind a high surrogate has written two octets for it,
//! and takes them back. Big-endian units are classified as they stand, with constants in their order,
//! packed by shifts, and turned by a rotation, none of which needs the shuffle port. Cost, for 32
//! units: 1.5 operations on port 5 for ASCII, 4 for two octets, 2 for three, 10 for a mix, 15 with
//! surrogates.

//!
//! Tried, and worse: steps of two blocks for what is not ASCII (mixed text in 1 MiB 1.34 times the best
//! peer instead of 1.63; Chinese 10 % better); one function of all paths (tables are loaded for ASCII
//! too: 16 octets took twice as long); stores of ASCII that lie across cache lines (out of the second
//! cache 36 GB/s instead of 57).

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    encode8::{Encoder, Slots, up_to_two},
    narrow,
    run::Run,
    units16::{
        Surrogates, any_has, any_short, any_surrogate, halves, is_half, joined, surrogates_in,
    },
    vector::{
        AND_OR, BLOCK, WordOrder, behind, load, load_all, load_short, narrow_words, store, table,
        union, words,
    },
};
use crate::simd::Progress;

/// Units in a block.
const UNITS: usize = BLOCK / 2;
/// The most octets that a block becomes.
const MOST: usize = 3 * UNITS;
/// What the last store of a whole block, of which half counts at least, takes beyond that.
const SLACK: usize = BLOCK / 2;

/// The bits of units that are not ASCII, and of units that take three octets.
const BEYOND_ASCII: u16 = 0xFF80;
const BEYOND_TWO: u16 = 0xF800;

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-16 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    units::<BIG, false>(src, dst, &mut 0)
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to UTF-8, but for an octet that is left over.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert_lossy<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    units::<BIG, true>(src, dst, replaced)
}

/// Converts units; if `LOSSY`, with U+FFFD for surrogates that are alone.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn units<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() > BLOCK {
        return long::<BIG, LOSSY>(src, dst, replaced);
    }
    match narrow::short16::<BIG, { narrow::BEYOND_ASCII }>(src, dst) {
        Some(done) => done,
        None => short_text::<BIG, LOSSY>(src, dst, replaced),
    }
}

/// [`units`] of at most a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn short_text<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let read = src.len() & !1;
    let block = load_short(&src[..read]);
    let surrogates = any_surrogate::<BIG, 1>(&[block]);
    let pairs = surrogates && Surrogates::of_block::<BIG>(block).are_pairs(read / 2);
    if dst.len() < MOST + SLACK || surrogates && !pairs {
        let done = last_text::<BIG, LOSSY>(src, dst, Progress::default(), replaced);
        return without_half::<BIG, LOSSY>(src, done);
    }
    if pairs {
        let points = joined(WordOrder::<BIG>::new().swap(block));
        store(dst, 0, Encoder::new().supplementary(points));
        return Progress { read, written: read };
    }
    // The zeros behind the text become an octet each.
    let zeros = UNITS - read / 2;
    if !any_has::<BIG>(block, BEYOND_TWO) {
        let (octets, len) = up_to_two::<BIG>(block);
        store(dst, 0, octets);
        return Progress { read, written: len - zeros };
    }
    let [lower, upper] = basic_slots::<BIG>(Encoder::new(), block);
    store(dst, 0, lower.compressed());
    store(dst, lower.len(), upper.compressed());
    Progress { read, written: lower.len() + upper.len() - zeros }
}

/// [`units`] of more than a block. Runs of ASCII stay in this function, which needs no tables.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    while run.has(2 * BLOCK) {
        let before = run.done;
        ascii_run::<BIG, LOSSY>(&mut run);
        if run.has(2 * BLOCK) {
            run.done = text::<BIG, LOSSY>(src, run.dst, run.done, replaced);
        }
        if run.done == before {
            break;
        }
    }
    while run.has(2) && ascii_block::<BIG, LOSSY>(&mut run) {}
    if run.has(2) {
        run.done = last_text::<BIG, LOSSY>(src, run.dst, run.done, replaced);
    }
    without_half::<BIG, LOSSY>(src, run.done)
}

/// `done` before the high surrogate that it may end with.
#[inline(always)]
fn without_half<const BIG: bool, const LOSSY: bool>(src: &[u8], done: Progress) -> Progress {
    let half = if is_half::<BIG, LOSSY>(src, done.read) { 2 } else { 0 };
    Progress { read: done.read - half, written: done.written - half }
}

/// A block of ASCII, packed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii<const BIG: bool>([first, second]: [__m512i; 2]) -> __m512i {
    let order = WordOrder::<BIG>::new();
    narrow_words(order.narrow(first), order.narrow(second))
}

/// Takes pairs of blocks of ASCII, as many as there are.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_run<const BIG: bool, const LOSSY: bool>(run: &mut Run<'_>) {
    if is_half::<BIG, LOSSY>(run.src, run.done.read) {
        return;
    }
    while let Some(octets) = run.blocks::<4>() {
        let blocks = load_all::<4>(octets);
        if any_has::<BIG>(union(&blocks), BEYOND_ASCII) {
            break;
        }
        let beyond_line = run.beyond_line(1);
        let Some(room) = run.room(2 * BLOCK) else { break };
        let [a, b, c, d] = blocks;
        store(room, 0, ascii::<BIG>([a, b]));
        store(room, BLOCK, ascii::<BIG>([c, d]));
        run.advance(4 * BLOCK - 2 * beyond_line, 2 * BLOCK - beyond_line);
    }
    while let Some(octets) = run.blocks::<2>() {
        let blocks = load_all::<2>(octets);
        if any_has::<BIG>(union(&blocks), BEYOND_ASCII) {
            return;
        }
        let Some(room) = run.room(BLOCK) else { return };
        store(room, 0, ascii::<BIG>(blocks));
        run.advance(2 * BLOCK, BLOCK);
    }
}

/// Takes a block of ASCII, or a last part of one, as much as fits; `false` if it was not all of a
/// whole block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_block<const BIG: bool, const LOSSY: bool>(run: &mut Run<'_>) -> bool {
    let octets = run.last_block(2);
    let block = load_short(octets);
    if any_has::<BIG>(block, BEYOND_ASCII) || is_half::<BIG, LOSSY>(run.src, run.done.read) {
        return false;
    }
    let low = WordOrder::<BIG>::new().narrow(block);
    let len = (octets.len() / 2).min(run.room_left());
    run.put(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(low)), len);
    run.done.read += 2 * len;
    len == UNITS
}

/// Takes blocks that are not all ASCII, four at a time or two, until some are, or no more can be
/// taken.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn text<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done };
    while step::<BIG, LOSSY, 4>(&mut run, replaced) {}
    while step::<BIG, LOSSY, 2>(&mut run, replaced) {}
    run.done
}

/// Takes `N` blocks; `false` if there are no more, or they are ASCII, or there is no room for what they
/// may become, or a surrogate among them is alone and not replaced.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool, const LOSSY: bool, const N: usize>(
    run: &mut Run<'_>,
    replaced: &mut usize,
) -> bool {
    let Some(octets) = run.blocks::<N>() else { return false };
    let blocks = load_all::<N>(octets);
    let any = union(&blocks);
    let (src, read) = (run.src, run.done.read);
    let open = is_half::<BIG, LOSSY>(src, read);
    if !open && !any_has::<BIG>(any, BEYOND_ASCII) {
        return false;
    }
    let Some(room) = run.room(N * MOST + SLACK) else { return false };
    let written = if !open && !any_has::<BIG>(any, BEYOND_TWO) {
        two::<BIG, N>(&blocks, room)
    } else if open || any_surrogate::<BIG, N>(&blocks) {
        with_surrogates::<BIG, LOSSY, N>(src, read, room, replaced)
    } else if any_short::<BIG, N>(&blocks) {
        mixed::<BIG, N>(&blocks, room)
    } else {
        three::<BIG, N>(&blocks, room)
    };
    run.advance(if written == 0 { 0 } else { N * BLOCK }, written);
    written != 0
}

/// Units that take one or two octets: how many octets they become in `room`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn two<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let mut written = 0;
    for &block in blocks {
        let (octets, len) = up_to_two::<BIG>(block);
        store(room, written, octets);
        written += len;
    }
    written
}

/// For each octet of a block of units in three octets each, from octet `from` on, eight places of
/// octets that a multishift can take it from: those of the unit it belongs to and the next three.
const fn thirds(from: usize, big: bool) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let first = (from + at / 8 * 8) / 3;
        places[at] = ((2 * first + at % 8) ^ big as usize) as u8;
        at += 1;
    }
    places
}

/// For each of those octets the place in these eight where its bits begin.
const fn third_groups(from: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let first = (from + at / 8 * 8) / 3;
        let octet = from + at;
        places[at] = (16 * (octet / 3 - first) + [12, 6, 0][octet % 3]) as u8;
        at += 1;
    }
    places
}

/// `[first, second, third]` over and over, from octet `from` on.
const fn in_turn(from: usize, octets: [u8; 3]) -> [u8; BLOCK] {
    let mut turns = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        turns[at] = octets[(from + at) % 3];
        at += 1;
    }
    turns
}

static THIRDS: [[[u8; BLOCK]; 2]; 2] =
    [[thirds(0, false), thirds(BLOCK, false)], [thirds(0, true), thirds(BLOCK, true)]];
static THIRD_GROUPS: [[u8; BLOCK]; 2] = [third_groups(0), third_groups(BLOCK)];
static FREE: [[u8; BLOCK]; 2] =
    [in_turn(0, [0x0F, 0x3F, 0x3F]), in_turn(BLOCK, [0x0F, 0x3F, 0x3F])];
static FIXED: [[u8; BLOCK]; 2] =
    [in_turn(0, [0xE0, 0x80, 0x80]), in_turn(BLOCK, [0xE0, 0x80, 0x80])];

/// The octets of `block`, of which all units take three, from octet `64 * PART` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn part_of_three<const BIG: bool, const PART: usize>(block: __m512i) -> __m512i {
    let units = _mm512_permutexvar_epi8(table(&THIRDS[BIG as usize][PART]), block);
    let groups = _mm512_multishift_epi64_epi8(table(&THIRD_GROUPS[PART]), units);
    _mm512_ternarylogic_epi32::<AND_OR>(groups, table(&FREE[PART]), table(&FIXED[PART]))
}

/// Units that take three octets.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn three<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    for (at, &block) in blocks.iter().enumerate() {
        store(room, at * MOST, part_of_three::<BIG, 0>(block));
        store(room, at * MOST + BLOCK, part_of_three::<BIG, 1>(block));
    }
    N * MOST
}

/// A block without surrogates, in four slots for each unit.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn basic_slots<const BIG: bool>(encoder: Encoder, block: __m512i) -> [Slots; 2] {
    let [lower, upper] = halves::<BIG>(block);
    [encoder.basic(lower), encoder.basic(upper)]
}

/// A block with `before`, the unit before each of its units, in four slots each; surrogates take two.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn slots<const BIG: bool>(
    encoder: Encoder,
    block: __m512i,
    before: __m512i,
    highs: u32,
    lows: u32,
) -> [Slots; 2] {
    let order = WordOrder::<BIG>::new();
    let [units, before] = [order.swap(block), order.swap(before)];
    // Of a high surrogate plus 40, the upper bits come to the third slot, with two fixed ones, and
    // the middle bits to the fourth.
    let high = _mm512_srli_epi16::<2>(_mm512_add_epi16(units, words(0x5840)));
    let low = _mm512_slli_epi16::<10>(before);
    let low = _mm512_ternarylogic_epi32::<AND_OR>(units, words(0x3FF), low);
    let units = _mm512_mask_mov_epi16(units, highs, high);
    let units = _mm512_mask_mov_epi16(units, lows, low);
    let [lower, upper] = halves::<false>(units);
    [
        encoder.with_surrogates(lower, highs as u16, lows as u16),
        encoder.with_surrogates(upper, (highs >> 16) as u16, (lows >> 16) as u16),
    ]
}

/// Units without surrogates.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn mixed<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let encoder = Encoder::new();
    let mut written = 0;
    for &block in blocks {
        for slots in basic_slots::<BIG>(encoder, block) {
            store(room, written, slots.compressed());
            written += slots.len();
        }
    }
    written
}

/// The `N` blocks of `src` at `read`, with surrogates; 0 if one of them is alone and not replaced.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn with_surrogates<const BIG: bool, const LOSSY: bool, const N: usize>(
    src: &[u8],
    read: usize,
    room: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> usize {
    let encoder = Encoder::new();
    let mut open = is_half::<BIG, LOSSY>(src, read);
    let mut wrong = 0;
    let mut written = 0;
    for at in (0..N).map(|at| read + at * BLOCK) {
        let (block, surrogates, alone) =
            surrogates_in::<BIG, LOSSY>(load(src, at), src, at + BLOCK, open);
        *replaced += alone.count_ones() as usize;
        if !surrogates.any() {
            wrong |= u32::from(open);
            open = false;
            for slots in basic_slots::<BIG>(encoder, block) {
                store(room, written, slots.compressed());
                written += slots.len();
            }
            continue;
        }
        if surrogates.are_pairs(UNITS) {
            wrong |= u32::from(open);
            let points = joined(WordOrder::<BIG>::new().swap(block));
            store(room, written, encoder.supplementary(points));
            written += BLOCK;
            continue;
        }
        let before = if at == 0 { behind::<2>(block) } else { load(src, at - 2) };
        wrong |= surrogates.wrong(open) as u32;
        open = surrogates.highs >> 31 == 1;
        let [highs, lows] = [surrogates.highs, surrogates.lows].map(|mask| mask as u32);
        for slots in slots::<BIG>(encoder, block, before, highs, lows) {
            store(room, written, slots.compressed());
            written += slots.len();
        }
    }
    if wrong == 0 { written } else { 0 }
}

/// Takes what is left, block by block, up to a surrogate that is alone and not replaced, or the end of the room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn last_text<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done };
    while run.has(2) && last_block::<BIG, LOSSY>(&mut run, replaced) {}
    run.done
}

/// Takes a block that may be cut short by the end of the text, a surrogate that is alone and not replaced, or the
/// end of the room; `false` if it was, or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool, const LOSSY: bool>(run: &mut Run<'_>, replaced: &mut usize) -> bool {
    let octets = run.last_block(2);
    let block = load_short(octets);
    let units = octets.len() / 2;
    let start = run.done.read;
    let open = is_half::<BIG, LOSSY>(run.src, start);
    if !open && !any_has::<BIG>(block, BEYOND_TWO) {
        let (two, len) = up_to_two::<BIG>(block);
        // The zeros behind the text became an octet each.
        let len = len - (UNITS - units);
        if len <= run.room_left() {
            run.put(two, len);
            run.done.read += 2 * units;
            return units == UNITS;
        }
    }
    let encoder = Encoder::new();
    let (block, surrogates, alone) =
        surrogates_in::<BIG, LOSSY>(block, run.src, start + octets.len(), open);
    if !open && surrogates.are_pairs(units) && octets.len() <= run.room_left() {
        let points = joined(WordOrder::<BIG>::new().swap(block));
        run.put(encoder.supplementary(points), octets.len());
        run.done.read += octets.len();
        return units == UNITS;
    }
    let (right, slots) = if surrogates.any() || open {
        let right = surrogates.wrong(open).trailing_zeros() as usize;
        let before = match start {
            0 => behind::<2>(block),
            at => load_short(&run.src[at - 2..at - 2 + octets.len()]),
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
