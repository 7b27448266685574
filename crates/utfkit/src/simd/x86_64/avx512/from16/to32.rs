//! Converts UTF-16 to UTF-32, 64 units at a time.
//!
//! Units that are not surrogates are widened by a permute, which also puts their bytes into the
//! byte order of the output. A step with one pair is widened twice, as it is and one unit further
//! on. The two are blended at the pair. The character of the pair is stored separately, so that the
//! next step does not wait for its position. With several pairs, each unit is widened together with
//! the one before it. For a low surrogate, a multiplication with addition of the two computes the
//! character of the pair. Then a compression drops the high surrogates, unless the step is all
//! pairs.
//!
//! Correctness: pairing is a comparison of masks. Each step begins between two characters, because
//! a high surrogate at the end of a step is not converted. Cost, for 32 units: 2 operations on port
//! 5, and the test; 10 with several pairs.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::{Codec, Utf16, Utf32},
    scalar,
    simd::{
        Progress,
        x86_64::avx512::{
            memory::{ahead::FAR, cursor::Run, non_temporal as past},
            registers::{
                BLOCK, Table, WordOrder, load, load_all, load_short, store, store_first,
                swap_dwords, table,
                units16::{
                    Surrogates, any_surrogate, before_half, is_half, is_open, joined, replaced_in,
                    surrogates_in,
                },
            },
        },
    },
};

/// The number of units in half a block, which become one block.
const HALF: usize = BLOCK / 4;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-16 to UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() > BLOCK {
        return long::<BIG, TO_BIG, false>(src, dst, &mut 0);
    }
    match short::<BIG, TO_BIG>(src, dst) {
        Some(done) => done,
        None => long::<BIG, TO_BIG, false>(src, dst, &mut 0),
    }
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-32, except for an
/// odd byte at the end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert_lossy<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() > BLOCK {
        return long::<BIG, TO_BIG, true>(src, dst, replaced);
    }
    match short::<BIG, TO_BIG>(src, dst) {
        Some(done) => done,
        None => long::<BIG, TO_BIG, true>(src, dst, replaced),
    }
}

/// Converts at most one block that has no surrogates or only pairs, if there is room for all of it.
/// Most short calls are like this, and need only a few registers.
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

/// Converts units. If `LOSSY`, unpaired surrogates become U+FFFD.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let whole = src.len() & !1;
    if whole >= FAR {
        return far::<BIG, TO_BIG, LOSSY>(src, dst, replaced);
    }
    if matches!(whole, BLOCK..=FOUR_BLOCKS) && plain::<BIG, TO_BIG>(&src[..whole], dst) {
        return Progress { read: whole, written: 2 * whole };
    }
    units::<BIG, TO_BIG, LOSSY>(src, dst, replaced)
}

/// Implements [`long`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let plain = |[first, second]: [__m512i; 2]| {
        if any_surrogate::<BIG, 2>(&[first, second]) {
            return None;
        }
        let [a, b] = widened::<BIG, TO_BIG>(first);
        let [c, d] = widened::<BIG, TO_BIG>(second);
        Some([a, b, c, d])
    };
    past::convert(src, dst, 4, plain, |src, len, dst| {
        units::<BIG, TO_BIG, LOSSY>(before_half::<BIG>(src, len), dst, replaced)
    })
}

const FOUR_BLOCKS: usize = 4 * BLOCK;

/// Converts one to four blocks. Returns `false` if they have surrogates or there is no room for
/// them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn plain<const BIG: bool, const TO_BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let Some(room) = dst.get_mut(..2 * src.len()) else { return false };
    let last = src.len() - BLOCK;
    if src.len() <= 2 * BLOCK {
        return put_plain::<BIG, TO_BIG, 2>(src, room, [0, last]);
    }
    put_plain::<BIG, TO_BIG, 4>(src, room, [0, BLOCK, last - BLOCK, last])
}

/// Converts the blocks at `places`, which have no surrogates, to the corresponding offsets of
/// `room`. Returns `false` if they have some.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_plain<const BIG: bool, const TO_BIG: bool, const N: usize>(
    src: &[u8],
    room: &mut [MaybeUninit<u8>],
    places: [usize; N],
) -> bool {
    let mut blocks = [_mm512_setzero_si512(); N];
    for (block, at) in blocks.iter_mut().zip(places) {
        *block = load(src, at);
    }
    if any_surrogate::<BIG, N>(&blocks) {
        return false;
    }
    for (block, at) in blocks.into_iter().zip(places) {
        let [lower, upper] = widened::<BIG, TO_BIG>(block);
        store(room, 2 * at, lower);
        store(room, 2 * at + BLOCK, upper);
    }
    true
}

/// Converts any units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn units<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.beyond_line(4);
    while step::<BIG, TO_BIG, LOSSY>(&mut run, &mut beyond_line, replaced) {}
    if run.has(2) && !plain_end::<BIG, TO_BIG>(&mut run) {
        while run.has(2) && last_block::<BIG, TO_BIG, LOSSY>(&mut run, replaced) {}
    }
    run.done
}

/// Returns, for each unit of half a block, the positions of its bytes among four bytes, two of
/// which are zero.
const fn places(upper: bool, swap: bool, last: bool) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        if (at % 4 >= 2) == last {
            let byte = at / 4 * 2 + at % 2 + upper as usize * BLOCK / 2;
            places[at] = (byte ^ swap as usize) as u8;
        }
        at += 1;
    }
    Table(places)
}

static PLACES: [[Table; 2]; 4] = [
    [places(false, false, false), places(true, false, false)],
    [places(false, true, true), places(true, true, true)],
    [places(false, true, false), places(true, true, false)],
    [places(false, false, true), places(true, false, true)],
];

/// Widens the units of a block, none of which is a surrogate, to double words in the byte order of
/// the output.
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

/// Converts two blocks. Returns `false` if there are no more, if the largest result does not fit,
/// or if a surrogate is unpaired and not replaced.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    run: &mut Run<'_>,
    beyond_line: &mut usize,
    replaced: &mut usize,
) -> bool {
    let Some(bytes) = run.blocks::<2>() else { return false };
    let blocks = load_all::<2>(bytes);
    let Some(room) = run.room(4 * BLOCK) else { return false };
    if any_surrogate::<BIG, 2>(&blocks) {
        let surrogates = Surrogates::of_blocks::<BIG>(blocks);
        if surrogates.are_one_pair() {
            with_pair::<BIG, TO_BIG>(bytes, room, surrogates.highs);
            run.advance(2 * BLOCK, 4 * BLOCK - 4);
            *beyond_line = run.beyond_line(4);
            return true;
        }
        let taken = with_surrogates::<BIG, TO_BIG, LOSSY>(run, blocks, surrogates, replaced);
        *beyond_line = run.beyond_line(4);
        return taken;
    }
    for (at, &block) in blocks.iter().enumerate() {
        let [lower, upper] = widened::<BIG, TO_BIG>(block);
        store(room, 2 * at * BLOCK, lower);
        store(room, (2 * at + 1) * BLOCK, upper);
    }
    // From here on, stores fill whole cache lines, unless the destination is not aligned to units.
    run.advance(2 * BLOCK - *beyond_line / 2, 4 * BLOCK - *beyond_line);
    *beyond_line = 0;
    true
}

/// Converts two blocks with one pair into `room`. `high` marks the first unit of the pair.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn with_pair<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    room: &mut [MaybeUninit<u8>],
    high: u64,
) {
    // The units after the pair move one position towards the start.
    let mut moved = high.wrapping_neg();
    let one_up = [load(src, 2), load_short(&src[BLOCK + 2..2 * BLOCK])];
    for (at, one_up) in [0, BLOCK].into_iter().zip(one_up) {
        let as_they_stand = widened::<BIG, TO_BIG>(load(src, at));
        let one_up = widened::<BIG, TO_BIG>(one_up);
        for half in 0..2 {
            let units = _mm512_mask_mov_epi32(as_they_stand[half], moved as u16, one_up[half]);
            store(room, 2 * at + half * BLOCK, units);
            moved >>= HALF;
        }
    }
    let at = high.trailing_zeros() as usize;
    let [high, low] =
        [&src[2 * at..], &src[2 * at + 2..]].map(|unit| Utf16::<BIG>::unit(unit) as u16);
    Utf32::<TO_BIG>::put_unit(scalar::from_surrogates(high, low), &mut room[4 * at..]);
}

/// Converts the rest, which is less than a step, with a step that ends with it. Returns `false` if
/// there are surrogates in that step, or if there is no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn plain_end<const BIG: bool, const TO_BIG: bool>(run: &mut Run<'_>) -> bool {
    let left = (run.src.len() - run.done.read) & !1;
    // These units are read again and written again to the same place. They must not have surrogates
    // either.
    let Some(again) = (2 * BLOCK).checked_sub(left) else { return false };
    let from = run.done.read.checked_sub(again);
    let to = run.done.written.checked_sub(2 * again);
    let (Some(from), Some(to)) = (from, to) else { return false };
    let Some(room) = run.dst[to..].get_mut(..4 * BLOCK) else { return false };
    let plain = put_plain::<BIG, TO_BIG, 2>(&run.src[from..], room, [0, BLOCK]);
    if plain {
        run.advance(left, 2 * left);
    }
    plain
}

/// Returns, for each unit of half a block, the positions of the unit before it and of itself, from
/// unit `first` of a register on. The very first unit is paired with itself, which does not match.
const fn places_of_pairs(first: usize, big: bool) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let unit = (first + at / 4 + at % 4 / 2).saturating_sub(1);
        places[at] = (2 * unit + at % 2) as u8 ^ big as u8;
        at += 1;
    }
    Table(places)
}

/// Tables for the lower half of a block, for the upper half, and for half a block after the first
/// unit of a register.
static PAIRS: [[Table; 3]; 2] = [
    [places_of_pairs(0, false), places_of_pairs(HALF, false), places_of_pairs(1, false)],
    [places_of_pairs(0, true), places_of_pairs(HALF, true), places_of_pairs(1, true)],
];

/// Widens half a block and decodes the characters at the ends of pairs. `places` is one of
/// [`PAIRS`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn characters(units: __m512i, places: &'static Table, lows: u64) -> __m512i {
    let pairs = _mm512_permutexvar_epi8(table(places), units);
    let units = _mm512_srli_epi32::<16>(pairs);
    _mm512_mask_mov_epi32(units, lows as u16, joined(pairs))
}

/// Converts two blocks with these surrogates, for which there is room. Returns `false` if one is
/// unpaired and not replaced.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn with_surrogates<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    run: &mut Run<'_>,
    mut blocks: [__m512i; 2],
    mut surrogates: Surrogates,
    replaced: &mut usize,
) -> bool {
    let Progress { read, written } = run.done;
    let Some(room) = run.dst[written..].get_mut(..4 * BLOCK) else { return false };
    // The last unit of the first block, and the units after it.
    let mut across = load(run.src, read + BLOCK - 2);
    if LOSSY {
        // The next step decides about a high surrogate at the end.
        let alone = surrogates.alone::<64>(0, true);
        blocks[0] = replaced_in::<BIG>(blocks[0], alone as u32);
        blocks[1] = replaced_in::<BIG>(blocks[1], (alone >> 32) as u32);
        across = replaced_in::<BIG>(across, (alone >> 31) as u32);
        surrogates =
            Surrogates { highs: surrogates.highs & !alone, lows: surrogates.lows & !alone };
        *replaced += alone.count_ones() as usize;
    } else if surrogates.wrong(0) != 0 {
        return false;
    }
    if surrogates.are_all_pairs() {
        let order = WordOrder::<BIG>::new();
        store(room, 0, swap_dwords::<TO_BIG>(joined(order.swap(blocks[0]))));
        store(room, BLOCK, swap_dwords::<TO_BIG>(joined(order.swap(blocks[1]))));
        run.advance(2 * BLOCK, 2 * BLOCK);
        return true;
    }
    let [lower, upper, after_first] = &PAIRS[BIG as usize];
    let parts = [(blocks[0], lower), (blocks[0], upper), (across, after_first), (blocks[1], upper)];
    let mut to = 0;
    for (part, (units, places)) in parts.into_iter().enumerate() {
        let first = part * HALF;
        let wanted = !(surrogates.highs >> first) as u16;
        let characters = characters(units, places, surrogates.lows >> first);
        let characters = _mm512_maskz_compress_epi32(wanted, characters);
        store(room, to, swap_dwords::<TO_BIG>(characters));
        to += 4 * wanted.count_ones() as usize;
    }
    let half = if is_open::<BIG>(run.src, read + 2 * BLOCK) { 2 } else { 0 };
    run.advance(2 * BLOCK - half, to);
    true
}

/// Converts a block that the end of the text or of the room may cut, or a surrogate that is
/// unpaired and not replaced. Returns `false` if it was cut or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool, const TO_BIG: bool, const LOSSY: bool>(
    run: &mut Run<'_>,
    replaced: &mut usize,
) -> bool {
    let bytes = run.last_block(2);
    let end = run.done.read + bytes.len();
    let (block, surrogates, alone) =
        surrogates_in::<BIG, LOSSY>(load_short(bytes), run.src, end, 0);
    if !surrogates.any() {
        let len = (bytes.len() / 2).min(run.room_left() / 4);
        let [lower, upper] = widened::<BIG, TO_BIG>(block);
        run.put(lower, 4 * len.min(HALF));
        if len > HALF {
            run.put(upper, 4 * (len - HALF));
        }
        run.done.read += 2 * len;
        *replaced += _bzhi_u32(alone, len as u32).count_ones() as usize;
        return len == 2 * HALF;
    }
    if surrogates.are_pairs(bytes.len() / 2) && bytes.len() <= run.room_left() {
        let characters = joined(WordOrder::<BIG>::new().swap(block));
        run.put(swap_dwords::<TO_BIG>(characters), bytes.len());
        run.done.read += bytes.len();
        return bytes.len() == BLOCK;
    }
    let right = surrogates.wrong(0).trailing_zeros() as usize;
    let right = right.min(bytes.len() / 2);
    let [lower, upper, _] = &PAIRS[BIG as usize];
    let mut all = true;
    for (half, places) in [lower, upper].into_iter().enumerate() {
        let first = half * HALF;
        let there = right.saturating_sub(first).min(HALF);
        let wanted = !(surrogates.highs >> first) as u32 & 0xFFFF;
        let wanted = _bzhi_u32(wanted, there as u32);
        let room = run.room_left() / 4;
        let fitting = if wanted.count_ones() as usize <= room {
            there
        } else {
            _pdep_u32(1 << room, wanted).trailing_zeros() as usize
        };
        let wanted = _bzhi_u32(wanted, fitting as u32);
        let characters = characters(block, places, surrogates.lows >> first);
        let characters = _mm512_maskz_compress_epi32(wanted as u16, characters);
        run.put(swap_dwords::<TO_BIG>(characters), 4 * wanted.count_ones() as usize);
        run.done.read += 2 * fitting;
        *replaced += _bzhi_u32(alone >> first, fitting as u32).count_ones() as usize;
        all = fitting == HALF;
        if !all {
            break;
        }
    }
    // A high surrogate at the end has not written anything: it is converted with the low one.
    run.done.read -= if is_half::<BIG, LOSSY>(run.src, run.done.read) { 2 } else { 0 };
    all
}
