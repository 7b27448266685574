//! Converts UTF-32 to UTF-16, 64 units at a time.
//!
//! Units up to 0xFFFF are packed to words. The permute that restores their order also puts their
//! bytes into the byte order of the output. A step with one supplementary character is packed as if
//! it had none. Then the words after that character move up by one, and its pair is stored. With
//! several supplementary characters, each unit becomes two words, and a compression drops the
//! second unless the unit is supplementary.
//!
//! Correctness: packed words with surrogates are not stored. In the other case,
//! [`units32`](crate::simd::x86_64::avx512::registers::units32) checks the units. Cost, for 32
//! units: 2 operations on port 5, and the test; with supplementary characters 8, and the check.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::{Codec, Utf16, Utf32},
    scalar,
    simd::{
        Progress,
        x86_64::avx512::{
            memory::{ahead::FAR, cursor::Run, non_temporal as past},
            registers::{
                AND_OR, BLOCK, WordOrder, dwords, load, load_all, load_short, shift_up, store,
                store_first, swap_dwords, union,
                units16::any_surrogate,
                units32::{any_beyond_words, any_has, any_wrong, in_words, native, wrong},
            },
        },
    },
};

/// The number of units in a block.
const UNITS: usize = BLOCK / 4;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-32 to UTF-16.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() > BLOCK {
        return long::<BIG, TO_BIG>(src, dst);
    }
    match short::<BIG, TO_BIG>(src, dst) {
        Some(done) => done,
        None => long::<BIG, TO_BIG>(src, dst),
    }
}

/// Converts at most one block of scalar values, if the largest result fits. Most short calls are
/// like this, and need only a few registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn short<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let read = src.len() & !3;
    let units = swap_dwords::<BIG>(load_short(&src[..read]));
    if dst.len() < read {
        return None;
    }
    if !any_beyond_words(units) {
        return Some(Progress { read, written: put_words::<TO_BIG>(units, read, dst) });
    }
    if any_wrong(&[units]) {
        return None;
    }
    Some(Progress { read, written: put_pairs::<TO_BIG>(units, read, dst) })
}

/// Stores `units`, which are `read` bytes of scalar values followed by zeros. The largest result
/// must fit. Returns the number of bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn put<const TO_BIG: bool>(
    units: __m512i,
    read: usize,
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    if any_has::<false>(units, !0xFFFF) {
        put_pairs::<TO_BIG>(units, read, dst)
    } else {
        put_words::<TO_BIG>(units, read, dst)
    }
}

/// Implements [`put`] for units that fit words.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_words<const TO_BIG: bool>(
    units: __m512i,
    read: usize,
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let order = WordOrder::<TO_BIG>::new();
    let words = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(units));
    store_first(dst, [order.swap(words)], read / 2, read / 2);
    read / 2
}

/// Implements [`put`] for any units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_pairs<const TO_BIG: bool>(
    units: __m512i,
    read: usize,
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let order = WordOrder::<TO_BIG>::new();
    let (words, wanted) = pairs(units, long_units(units));
    let wanted = _bzhi_u32(wanted, read as u32 / 2);
    let written = 2 * wanted.count_ones() as usize;
    let words = _mm512_maskz_compress_epi16(wanted, words);
    store_first(dst, [order.swap(words)], written, read);
    written
}

/// Converts more than one block, or any text that [`short`] does not convert.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const BIG: bool, const TO_BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let whole = src.len() & !3;
    if whole >= FAR {
        return far::<BIG, TO_BIG>(src, dst);
    }
    if whole <= STEP && plain::<BIG, TO_BIG>(&src[..whole], dst) {
        return Progress { read: whole, written: whole / 2 };
    }
    units::<BIG, TO_BIG>(src, dst)
}

/// Implements [`convert`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far<const BIG: bool, const TO_BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let plain = |blocks| packed::<BIG, TO_BIG>(blocks);
    past::convert(src, dst, 2, plain, |src, len, dst| units::<BIG, TO_BIG>(&src[..len], dst))
}

/// Packs four blocks of units, if all of them are words and none is a surrogate.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn packed<const BIG: bool, const TO_BIG: bool>(blocks: [__m512i; 4]) -> Option<[__m512i; 2]> {
    if any_has::<BIG>(union(&blocks), !0xFFFF) {
        return None;
    }
    let [a, b, c, d] = native::<BIG, 4>(blocks);
    let words = [in_words([a, b]), in_words([c, d])];
    if any_surrogate::<false, 2>(&words) {
        return None;
    }
    let order = WordOrder::<TO_BIG>::new();
    Some(words.map(|words| order.swap(words)))
}

/// Packs up to four blocks. Returns `false` if they are not plain or there is no room for them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn plain<const BIG: bool, const TO_BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let len = src.len() / 2;
    if dst.len() < len {
        return false;
    }
    if src.len() >= PAIR {
        return put_plain::<BIG, TO_BIG>(src, &mut dst[..len]);
    }
    let (first, rest) = src.split_at(src.len().min(BLOCK));
    let blocks = [load_short(first), load_short(rest)];
    if any_has::<BIG>(union(&blocks), !0xFFFF) {
        return false;
    }
    let words = in_words(native::<BIG, 2>(blocks));
    if any_surrogate::<false, 1>(&[words]) {
        return false;
    }
    store_first(dst, [WordOrder::<TO_BIG>::new().swap(words)], len, len);
    true
}

/// The sizes of two blocks, which become one, and of a step.
const PAIR: usize = 2 * BLOCK;
const STEP: usize = 2 * PAIR;

/// Packs two to four blocks into `room`, which has the same number of units. Returns `false` if a
/// unit is a supplementary character or not a scalar value.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_plain<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    room: &mut [MaybeUninit<u8>],
) -> bool {
    let pairs = (src.first_chunk::<PAIR>(), src.last_chunk::<PAIR>());
    let (Some(first), Some(last)) = pairs else { return false };
    let blocks = [load(first, 0), load(first, BLOCK), load(last, 0), load(last, BLOCK)];
    let Some(words) = packed::<BIG, TO_BIG>(blocks) else { return false };
    let last = room.len() - BLOCK;
    store(room, 0, words[0]);
    store(room, last, words[1]);
    true
}

/// Converts any units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn units<const BIG: bool, const TO_BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.beyond_line(2);
    while step::<BIG, TO_BIG>(&mut run, &mut beyond_line) {}
    if run.has(4) && !plain_end::<BIG, TO_BIG>(&mut run) {
        while run.has(4) && last_block::<BIG, TO_BIG>(&mut run) {}
    }
    run.done
}

/// Converts the rest, which is less than a step, with a step that ends with it. Returns `false` if
/// that step is not plain or has no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn plain_end<const BIG: bool, const TO_BIG: bool>(run: &mut Run<'_>) -> bool {
    let left = (run.src.len() - run.done.read) & !3;
    // These units are read again and written again to the same place. They must be plain as well.
    let Some(again) = STEP.checked_sub(left) else { return false };
    let from = run.done.read.checked_sub(again);
    let to = run.done.written.checked_sub(again / 2);
    let (Some(from), Some(to)) = (from, to) else { return false };
    let Some(room) = run.dst[to..].get_mut(..STEP / 2) else { return false };
    let plain = put_plain::<BIG, TO_BIG>(&run.src[from..][..STEP], room);
    if plain {
        run.advance(left, left / 2);
    }
    plain
}

/// Converts four blocks. Returns `false` if there are no more, if the largest result does not fit,
/// or if a unit is not a scalar value.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool, const TO_BIG: bool>(run: &mut Run<'_>, beyond_line: &mut usize) -> bool {
    let order = WordOrder::<TO_BIG>::new();
    let Some(bytes) = run.blocks::<4>() else { return false };
    let blocks = load_all::<4>(bytes);
    let any = union(&blocks);
    let [a, b, c, d] = native::<BIG, 4>(blocks);
    if any_has::<BIG>(any, !0xFFFF) {
        let long = [long_units(a), long_units(b), long_units(c), long_units(d)];
        let places = long.iter().rev().fold(0, |all, &long| all << 16 | u64::from(long));
        let taken = places.is_power_of_two()
            && with_one::<BIG, TO_BIG>(run, bytes, [a, b, c, d], places)
            || supplementary::<TO_BIG>(run, [a, b, c, d], long);
        // Aligned stores help text that is plain from its start. Other text would lose more by
        // loads that straddle cache lines.
        *beyond_line = run.beyond_line_of_half(2);
        return taken;
    }
    let Some(room) = run.room(2 * BLOCK) else { return false };
    let words = [in_words([a, b]), in_words([c, d])];
    if any_surrogate::<false, 2>(&words) {
        return false;
    }
    store(room, 0, order.swap(words[0]));
    store(room, BLOCK, order.swap(words[1]));
    // From here on, either stores or loads are whole cache lines.
    run.advance(4 * BLOCK - 2 * *beyond_line, 2 * BLOCK - *beyond_line);
    *beyond_line = 0;
    true
}

/// Converts a step with one unit above 0xFFFF, at the bit of `place`. Returns `false` if that or
/// another unit is not a scalar value, or if there is no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn with_one<const BIG: bool, const TO_BIG: bool>(
    run: &mut Run<'_>,
    bytes: &[u8],
    [a, b, c, d]: [__m512i; 4],
    place: u64,
) -> bool {
    let order = WordOrder::<TO_BIG>::new();
    let Some(room) = run.room(2 * BLOCK + 2) else { return false };
    let at = place.trailing_zeros() as usize;
    let unit = Utf32::<BIG>::unit(&bytes[4 * at..]);
    // This unit is packed to 0 or 0xFFFF.
    let packed = [in_words([a, b]), in_words([c, d])];
    if unit > scalar::MAX || any_surrogate::<false, 2>(&packed) {
        return false;
    }
    // The words after this unit move up by one, and the last one moves out of the blocks.
    let moved = place.wrapping_neg() << 1;
    let last = Utf32::<BIG>::unit(&bytes[4 * BLOCK - 4..]);
    let across = _mm512_alignr_epi64::<6>(packed[1], packed[0]);
    let one_down = [shift_up::<2>(packed[0]), _mm512_alignr_epi8::<14>(packed[1], across)];
    let first = _mm512_mask_mov_epi16(packed[0], moved as u32, one_down[0]);
    let second = _mm512_mask_mov_epi16(packed[1], (moved >> 32) as u32, one_down[1]);
    store(room, 0, order.swap(first));
    store(room, BLOCK, order.swap(second));
    Utf16::<TO_BIG>::put_unit(last, &mut room[2 * BLOCK..]);
    let [high, low] = scalar::to_surrogates(unit);
    Utf16::<TO_BIG>::put_unit(high.into(), &mut room[2 * at..]);
    Utf16::<TO_BIG>::put_unit(low.into(), &mut room[2 * at + 2..]);
    run.advance(4 * BLOCK, 2 * BLOCK + 2);
    true
}

/// Returns a mask of the units above 0xFFFF.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn long_units(units: __m512i) -> u16 {
    _mm512_cmpgt_epu32_mask(units, dwords(0xFFFF))
}

/// Returns the units of a block in two words each, and a mask of the wanted words. `long` marks the
/// units above 0xFFFF.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pairs(units: __m512i, long: u16) -> (__m512i, u32) {
    // The low surrogate is in the upper word: its bits come from the unit, its tag from a constant.
    // The high surrogate is in the lower word: the addend includes its tag and the subtraction of
    // 0x10000.
    let low = _mm512_slli_epi32::<16>(units);
    let low = _mm512_ternarylogic_epi32::<AND_OR>(low, dwords(0x3FF_0000), dwords(0xDC00_0000));
    let high = _mm512_add_epi32(_mm512_srli_epi32::<10>(units), dwords(0xD7C0));
    let words = _mm512_mask_or_epi32(units, long, low, high);
    (words, _pdep_u32(long.into(), 0xAAAA_AAAA) | 0x5555_5555)
}

/// Converts any blocks of scalar values. `long` marks the units above 0xFFFF.
///
/// Tried, and slower: a branch that packs each two blocks without supplementary characters. Mixed
/// text lost 6 % by mispredictions, and all other text up to a third.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn supplementary<const TO_BIG: bool>(
    run: &mut Run<'_>,
    blocks: [__m512i; 4],
    long: [u16; 4],
) -> bool {
    if any_wrong(&blocks) {
        return false;
    }
    let order = WordOrder::<TO_BIG>::new();
    let Some(room) = run.room(4 * BLOCK) else { return false };
    let mut written = 0;
    for (block, long) in blocks.into_iter().zip(long) {
        let (words, wanted) = pairs(block, long);
        let words = _mm512_maskz_compress_epi16(wanted, words);
        store(room, written, order.swap(words));
        written += 2 * wanted.count_ones() as usize;
    }
    run.advance(4 * BLOCK, written);
    true
}

/// Converts a block that the end of the text or of the room may cut, or a unit that is not a scalar
/// value. Returns `false` if it was cut or nothing is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn last_block<const BIG: bool, const TO_BIG: bool>(run: &mut Run<'_>) -> bool {
    let order = WordOrder::<TO_BIG>::new();
    let bytes = run.last_block(4);
    let units = swap_dwords::<BIG>(load_short(bytes));
    let right = (wrong(units).trailing_zeros() as usize).min(bytes.len() / 4);
    if !any_has::<false>(units, !0xFFFF) {
        let len = right.min(run.room_left() / 2);
        let words = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(units));
        run.put(order.swap(words), 2 * len);
        run.done.read += 4 * len;
        return len == UNITS;
    }
    let (words, wanted) = pairs(units, long_units(units));
    let wanted = _bzhi_u32(wanted, 2 * right as u32);
    let room = run.room_left() / 2;
    let fitting = if wanted.count_ones() as usize <= room {
        right
    } else {
        _pdep_u32(1 << room, wanted).trailing_zeros() as usize / 2
    };
    let wanted = _bzhi_u32(wanted, 2 * fitting as u32);
    let words = _mm512_maskz_compress_epi16(wanted, words);
    run.put(order.swap(words), 2 * wanted.count_ones() as usize);
    run.done.read += 4 * fitting;
    fitting == UNITS
}
