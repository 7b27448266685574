//! Blocks of UTF-16 of each class as UTF-8, where there is room for whatever they become.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::x86_64::avx512::registers::{
    AND_OR, BLOCK, Table, WordOrder, behind,
    encode8::{Encoder, Slots, up_to_two},
    last_lane, load, store, table,
    units16::{Surrogates, halves, is_half, joined, surrogates_in},
    words,
};

/// Units in a block.
pub(super) const UNITS: usize = BLOCK / 2;
/// The most bytes that a block becomes.
pub(super) const MAX: usize = 3 * UNITS;
/// What the last store of a whole block, of which half counts at least, takes beyond that.
pub(super) const SLACK: usize = BLOCK / 2;

/// Units that take one or two bytes: how many bytes they become in `room`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn two<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let mut written = 0;
    for &block in blocks {
        let (bytes, len) = up_to_two::<BIG>(block);
        store(room, written, bytes);
        written += len;
    }
    written
}

/// For each byte of a block of units in three bytes each, from byte `from` on, eight places of
/// bytes that a multishift can take it from: those of the unit it belongs to and the next three.
const fn thirds(from: usize, big: bool) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let first = (from + at / 8 * 8) / 3;
        places[at] = ((2 * first + at % 8) ^ big as usize) as u8;
        at += 1;
    }
    Table(places)
}

/// For each of those bytes the place in these eight where its bits begin.
const fn third_groups(from: usize) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let first = (from + at / 8 * 8) / 3;
        let byte = from + at;
        places[at] = (16 * (byte / 3 - first) + [12, 6, 0][byte % 3]) as u8;
        at += 1;
    }
    Table(places)
}

/// `[first, second, third]` over and over, from byte `from` on.
const fn in_turn(from: usize, bytes: [u8; 3]) -> Table {
    let mut turns = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        turns[at] = bytes[(from + at) % 3];
        at += 1;
    }
    Table(turns)
}

static THIRDS: [[Table; 2]; 2] =
    [[thirds(0, false), thirds(BLOCK, false)], [thirds(0, true), thirds(BLOCK, true)]];
const THIRD_GROUPS: [Table; 2] = [third_groups(0), third_groups(BLOCK)];
const FREE: [Table; 2] = [in_turn(0, [0x0F, 0x3F, 0x3F]), in_turn(BLOCK, [0x0F, 0x3F, 0x3F])];
const FIXED: [Table; 2] = [in_turn(0, [0xE0, 0x80, 0x80]), in_turn(BLOCK, [0xE0, 0x80, 0x80])];

/// The bytes of `block`, of which all units take three, from byte `64 * PART` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn part_of_three<const BIG: bool, const PART: usize>(block: __m512i) -> __m512i {
    let units = _mm512_permutexvar_epi8(table(&THIRDS[BIG as usize][PART]), block);
    let groups = _mm512_multishift_epi64_epi8(table(&THIRD_GROUPS[PART]), units);
    _mm512_ternarylogic_epi32::<AND_OR>(groups, table(&FREE[PART]), table(&FIXED[PART]))
}

/// Units that take three bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn three<const BIG: bool, const N: usize>(
    blocks: &[__m512i; N],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    for (at, &block) in blocks.iter().enumerate() {
        store(room, at * MAX, part_of_three::<BIG, 0>(block));
        store(room, at * MAX + BLOCK, part_of_three::<BIG, 1>(block));
    }
    N * MAX
}

/// A block without surrogates, in four slots for each unit.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn basic_slots<const BIG: bool>(encoder: Encoder, block: __m512i) -> [Slots; 2] {
    let [lower, upper] = halves::<BIG>(block);
    [encoder.basic(lower), encoder.basic(upper)]
}

/// A block with `before`, the unit before each of its units, in four slots each; surrogates take
/// two.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn slots<const BIG: bool>(
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
pub(super) fn mixed<const BIG: bool, const N: usize>(
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
pub(super) fn with_surrogates<const BIG: bool, const LOSSY: bool, const N: usize>(
    src: &[u8],
    read: usize,
    room: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> usize {
    let encoder = Encoder::new();
    let mut open = is_half::<BIG, LOSSY>(src, read).into();
    let mut wrong = 0;
    // All before the first store: the places of stores come late and hold up what is behind.
    let mut told = [(_mm512_setzero_si512(), Surrogates { highs: 0, lows: 0 }); N];
    for (number, told) in told.iter_mut().enumerate() {
        let at = read + number * BLOCK;
        let (block, surrogates, alone) =
            surrogates_in::<BIG, LOSSY>(load(src, at), src, at + BLOCK, open);
        *replaced += alone.count_ones() as usize;
        if !LOSSY {
            wrong |= surrogates.wrong(open) as u32;
        }
        open = last_lane::<32>(surrogates.highs);
        *told = (block, surrogates);
    }
    let mut written = 0;
    for (number, (block, surrogates)) in told.into_iter().enumerate() {
        let at = read + number * BLOCK;
        written = put::<BIG>(encoder, src, at, block, surrogates, room, written);
    }
    if wrong == 0 { written } else { 0 }
}

/// The block of `src` at `read` as [`with_surrogates`], of which it is a copy for text of 65 to 256
/// bytes: as one function with it, that was 0.86 to 0.95 times as fast.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn block_with_surrogates<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    read: usize,
    room: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> usize {
    let open = is_half::<BIG, LOSSY>(src, read).into();
    let (block, surrogates, alone) =
        surrogates_in::<BIG, LOSSY>(load(src, read), src, read + BLOCK, open);
    if surrogates.wrong(open) as u32 != 0 {
        return 0;
    }
    *replaced += alone.count_ones() as usize;
    put::<BIG>(Encoder::new(), src, read, block, surrogates, room, 0)
}

/// Writes `block`, which is at `at` in `src` or was replaced there, and has those `surrogates`, in
/// `room` from `written` on; gives the end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put<const BIG: bool>(
    encoder: Encoder,
    src: &[u8],
    at: usize,
    block: __m512i,
    surrogates: Surrogates,
    room: &mut [MaybeUninit<u8>],
    mut written: usize,
) -> usize {
    let slots = if !surrogates.any() {
        basic_slots::<BIG>(encoder, block)
    } else if surrogates.are_pairs(UNITS) {
        let points = joined(WordOrder::<BIG>::new().swap(block));
        store(room, written, encoder.supplementary(points));
        return written + BLOCK;
    } else {
        let before = if at == 0 { behind::<2>(block) } else { load(src, at - 2) };
        let [highs, lows] = [surrogates.highs, surrogates.lows].map(|mask| mask as u32);
        slots::<BIG>(encoder, block, before, highs, lows)
    };
    for slots in slots {
        store(room, written, slots.compressed());
        written += slots.len();
    }
    written
}
