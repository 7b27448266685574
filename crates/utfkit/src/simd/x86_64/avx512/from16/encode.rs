//! Encodes blocks of UTF-16 of each class as UTF-8, if there is room for the largest result.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::x86_64::avx512::registers::{
    AND_OR, BLOCK, Table, WordOrder,
    encode8::{Encoder, Slots, up_to_two},
    last_lane, load, shift_up, store, table,
    units16::{Surrogates, halves, is_half, joined, surrogates_in},
    words,
};

/// The number of units in a block.
pub(super) const UNITS: usize = BLOCK / 2;
/// The maximum number of bytes that a block becomes.
pub(super) const MAX: usize = 3 * UNITS;
/// The maximum number of bytes beyond [`MAX`] that the last store of a whole block writes. At least
/// half of a store counts.
pub(super) const SLACK: usize = BLOCK / 2;

/// Writes units that take one or two bytes. Returns the number of bytes.
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

/// Returns the sources for a multishift of the bytes from `from` on, in a block of units of three
/// bytes each. Each eight bytes can use eight positions: those of the first byte's unit and of the
/// next three units.
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

/// Returns, for each of those bytes, the position in the eight bytes where its bits begin.
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

/// Repeats `[first, second, third]`, from byte `from` on.
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

/// Returns the bytes of `block` from byte `64 * PART` on. All of its units take three bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn part_of_three<const BIG: bool, const PART: usize>(block: __m512i) -> __m512i {
    let units = _mm512_permutexvar_epi8(table(&THIRDS[BIG as usize][PART]), block);
    let groups = _mm512_multishift_epi64_epi8(table(&THIRD_GROUPS[PART]), units);
    _mm512_ternarylogic_epi32::<AND_OR>(groups, table(&FREE[PART]), table(&FIXED[PART]))
}

/// Writes units that take three bytes. Returns the number of bytes.
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

/// Encodes a block without surrogates, in four slots for each unit.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn basic_slots<const BIG: bool>(encoder: Encoder, block: __m512i) -> [Slots; 2] {
    let [lower, upper] = halves::<BIG>(block);
    [encoder.basic(lower), encoder.basic(upper)]
}

/// Encodes a block in four slots for each unit, of which surrogates use two. `before` is the unit
/// before each of its units.
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
    // In a high surrogate plus 0x40, the upper bits go to the third slot, with two fixed bits, and
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

/// Writes units without surrogates. Returns the number of bytes.
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

/// Writes the `N` blocks of `src` at `read`, which have surrogates. Returns the number of bytes, or
/// 0 if a surrogate is unpaired and not replaced.
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
    // Read all blocks before the first store: the addresses of stores are known late, and until
    // then they delay later loads.
    let mut found = [(_mm512_setzero_si512(), Surrogates { highs: 0, lows: 0 }); N];
    for (number, found) in found.iter_mut().enumerate() {
        let at = read + number * BLOCK;
        let (block, surrogates, alone) =
            surrogates_in::<BIG, LOSSY>(load(src, at), src, at + BLOCK, open);
        *replaced += alone.count_ones() as usize;
        if !LOSSY {
            wrong |= surrogates.wrong(open) as u32;
        }
        open = last_lane::<32>(surrogates.highs);
        *found = (block, surrogates);
    }
    let mut written = 0;
    for (number, (block, surrogates)) in found.into_iter().enumerate() {
        let at = read + number * BLOCK;
        written = put::<BIG>(encoder, src, at, block, surrogates, room, written);
    }
    if wrong == 0 { written } else { 0 }
}

/// Writes one block of `src` at `read`. It is a copy of [`with_surrogates`] for texts of 65 to 256
/// bytes. With one function for both, these were only 0.86 to 0.95 times as fast.
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

/// Writes `block`, which is at `at` in `src` or was fixed there, and has those `surrogates`, to
/// `room` from `written` on. Returns the end.
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
        let before = if at == 0 { shift_up::<2>(block) } else { load(src, at - 2) };
        let [highs, lows] = [surrogates.highs, surrogates.lows].map(|mask| mask as u32);
        slots::<BIG>(encoder, block, before, highs, lows)
    };
    for slots in slots {
        store(room, written, slots.compressed());
        written += slots.len();
    }
    written
}
