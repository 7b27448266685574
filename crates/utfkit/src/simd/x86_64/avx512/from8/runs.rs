//! Runs of characters of three bytes, and of four: Chinese, Japanese and Korean, and emoji.
//!
//! Characters of one length stand in doublewords as they are, or by one shuffle, and two
//! multiplications with addition spell the code values: a byte's weight is 64 times that of the
//! next, and all that leads and continuations have in common is one number to subtract. Each byte
//! is compared with the form that it must have, and the range of the values tells overlong forms,
//! surrogates, and what is beyond U+10FFFF.
//!
//! A step shows by how much it wrote that a run is likely. Why it is right: a sequence whose bytes
//! have the forms of their places is a character exactly if its value takes so many bytes and is a
//! scalar value, and all that is taken is checked for both. The loops begin and leave off where a
//! character begins, and leave no stray continuation behind what they took: so what was emitted is
//! what the general path would have emitted. Cost: 9 operations for 64 bytes of characters of four
//! in UTF-16, 2 of them on port 5, and 18 for 96 bytes of characters of three, 7 of them.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::is_continuation,
    simd::{
        Progress,
        shared::utf8_errors::start_of,
        x86_64::avx512::{
            from8::{STEP, is_big, is_utf16, unit},
            registers::{
                AND_OR, BLOCK, Table, byte, dwords, load, store, store_all, swap_dwords, table,
                words,
            },
        },
    },
};

/// Bytes of a run that is worth its beginning and its end.
const WORTH: usize = 4 * STEP;

/// How many steps in a row must look like steps of one length, at most, before a run is tried.
const MAX_WANTED: u32 = 16;

/// How many bytes the characters of a run have.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Three,
    Four,
}

/// How many steps in a row that may be of characters of one length, by how much they write, make a
/// run likely: the more, the shorter the runs before were. That they are is seen when the run is
/// tried.
#[derive(Clone, Copy)]
pub(super) struct Wanted(u32);

impl Wanted {
    pub(super) const FIRST: Self = Self(1);

    /// How many behind a run of so many bytes.
    pub(super) fn behind(self, bytes: usize) -> Self {
        if bytes < WORTH { Self(MAX_WANTED.min(2 * self.0)) } else { Self::FIRST }
    }
}

/// Whether a run is likely.
pub(super) struct Likely {
    /// How many steps are still to come.
    left: u32,
    wanted: Wanted,
    /// Of what length the characters of the run are.
    pub(super) length: Option<Length>,
}

impl Likely {
    pub(super) const fn new(wanted: Wanted) -> Self {
        Self { left: wanted.0, wanted, length: None }
    }

    /// Whether it is behind a step that wrote so many bytes; `supplementary` if a lead of four
    /// bytes is in it.
    #[inline(always)]
    pub(super) fn behind<const TO: u8>(&mut self, supplementary: bool, written: usize) -> bool {
        let most = if supplementary { STEP } else { (STEP / 3 + 1) * unit(TO) };
        self.left = if written <= most { self.left - 1 } else { self.wanted.0 };
        if self.left == 0 {
            self.length = Some(if supplementary { Length::Four } else { Length::Three });
        }
        self.left == 0
    }
}

/// Takes the run of characters that is likely at `done`, if there is one.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn take<const TO: u8>(
    length: Length,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> Progress {
    match length {
        Length::Three => threes::<TO>(src, dst, done),
        Length::Four => fours::<TO>(src, dst, done),
    }
}

/// From a border of steps to where the character begins that goes on there: nothing of it is
/// emitted then. `None` if what is before the border is ill-formed: the general path will see that
/// beside what is behind.
#[inline]
fn hand_over<const TO: u8>(src: &[u8], border: Progress) -> Option<Progress> {
    let Progress { read: at, written } = border;
    if !is_continuation(src[at]) {
        return (start_of(src, at) == at).then_some(border);
    }
    let start = (at - 3..at).rfind(|&at| !is_continuation(src[at]))?;
    let half = is_utf16(TO) && start == at - 3 && src[start] >= 0xF0;
    Some(Progress { read: start, written: written - if half { unit(TO) } else { 0 } })
}

/// `(a ^ b) & c`, as a table for ternary logic.
const DIFFERS: i32 = 0x28;

/// What bytes spell of which each has 64 times the weight of the next, two and two of them under
/// `pairs`, and those under `weights`, with `base` for what all have in common.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn values(bytes: __m512i, pairs: u32, weights: u32, base: u32) -> __m512i {
    let pairs = _mm512_maddubs_epi16(bytes, dwords(pairs));
    _mm512_sub_epi32(_mm512_madd_epi16(pairs, dwords(weights)), dwords(base))
}

/// Takes characters of four bytes from `done` on, a step at a time.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn fours<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], done: Progress) -> Progress {
    let Some(mut run) = hand_over::<TO>(src, done) else { return done };
    loop {
        let bytes = src[run.read..].first_chunk::<{ STEP + 1 }>();
        let room = dst[run.written..].first_chunk_mut::<STEP>();
        let (Some(bytes), Some(room)) = (bytes, room) else { return run };
        let blocks = [load(bytes, 0), load(bytes, BLOCK)];
        let beyond = blocks.map(|block| beyond_basic(block));
        let wrong = [0, 1].map(|at| wrong_four(blocks[at], beyond[at]));
        let wrong = _mm512_or_si512(wrong[0], wrong[1]);
        if _mm512_test_epi8_mask(wrong, wrong) != 0 || is_continuation(byte(bytes, STEP)) {
            return run;
        }
        store_all(room, beyond.map(|beyond| supplementary::<TO>(beyond)));
        run.read += STEP;
        run.written += STEP;
    }
}

/// The code values of characters of four bytes, less 10000.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn beyond_basic(bytes: __m512i) -> __m512i {
    const BASE: u32 = (((0xF0 << 6) + 0x80) << 12) + (0x80 << 6) + 0x80 + 0x1_0000;
    values(bytes, 0x0140_0140, 0x0001_1000, BASE)
}

/// Anything but 0 where `bytes` are no character of four, of which `beyond` would be the value,
/// less 10000.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_four(bytes: __m512i, beyond: __m512i) -> __m512i {
    let form =
        _mm512_ternarylogic_epi32::<DIFFERS>(bytes, dwords(0x8080_80F0), dwords(0xC0C0_C0F8));
    // Less 10000: what is not supplementary has bits there that nothing else has.
    _mm512_ternarylogic_epi32::<AND_OR>(beyond, dwords(0xFFF0_0000), form)
}

/// The units of supplementary characters, of which `beyond` are the values, less 10000: pairs of
/// words, or doublewords.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn supplementary<const TO: u8>(beyond: __m512i) -> __m512i {
    const IN_PAIRS: [Table; 2] = [in_pairs([10, 18, 0, 8]), in_pairs([18, 10, 8, 0])];
    if !is_utf16(TO) {
        let values = _mm512_add_epi32(beyond, dwords(0x1_0000));
        return if is_big(TO) { swap_dwords::<true>(values) } else { values };
    }
    let pairs = _mm512_multishift_epi64_epi8(table(&IN_PAIRS[usize::from(is_big(TO))]), beyond);
    let [bits, base] =
        if is_big(TO) { [0xFF03_FF03, 0x00DC_00D8] } else { [0x03FF_03FF, 0xDC00_D800] };
    _mm512_ternarylogic_epi32::<AND_OR>(pairs, dwords(bits), dwords(base))
}

/// From which bit of a doubleword each byte of a pair of surrogates is.
const fn in_pairs(bits: [u8; 4]) -> Table {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = bits[at % 4] + (at % 8 / 4 * 32) as u8;
        at += 1;
    }
    Table(table)
}

/// Characters of three bytes in a register of doublewords.
const SIXTEEN: usize = BLOCK / 4;

/// Bytes of two registers of them.
const STRIDE: usize = 2 * 3 * SIXTEEN;

/// The bytes of such characters, and what is loaded with them.
const WINDOW: usize = STRIDE / 2 + BLOCK;

/// Bytes of ASCII between two runs: the end of a line, a space.
const FEW: usize = 2;

/// Takes characters of three bytes from `done` on, thirty-two at a time, and a few of ASCII
/// between long rows of them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn threes<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], done: Progress) -> Progress {
    let Some(mut run) = hand_over::<TO>(src, done) else { return done };
    let mut begun = run.read;
    while let Some(window) = src[run.read..].first_chunk::<WINDOW>() {
        let Some(room) = dst[run.written..].get_mut(..2 * SIXTEEN * unit(TO)) else { break };
        let bytes = [load(window, 0), load(window, STRIDE / 2)].map(|block| in_dwords(block));
        let values = bytes.map(|bytes| three(bytes));
        let right = put_threes::<TO>(bytes, values, room);
        if right && !is_continuation(byte(window, STRIDE)) {
            run.read += STRIDE;
            run.written += 2 * SIXTEEN * unit(TO);
            continue;
        }
        let wrong = [0, 1].map(|at| u32::from(wrong_threes(bytes[at], values[at])));
        let mut taken =
            ((wrong[0] | wrong[1] << SIXTEEN).trailing_zeros() as usize).min(2 * SIXTEEN);
        // A stray continuation behind the last one makes it something that the general path has to
        // see.
        taken -= usize::from(taken > 0 && is_continuation(byte(window, 3 * taken)));
        run.read += 3 * taken;
        run.written += taken * unit(TO);
        let is_long = run.read - begun >= STRIDE;
        if !is_long || !few_of_ascii::<TO>(src, dst, &mut run) {
            break;
        }
        begun = run.read;
    }
    run
}

/// Sixteen characters of three bytes in doublewords; the fourth byte is any.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn in_dwords(bytes: __m512i) -> __m512i {
    static PLACES: Table = Table({
        let mut places = [0; BLOCK];
        let mut at = 0;
        while at < BLOCK {
            places[at] = (at / 4 * 3 + at % 4) as u8;
            at += 1;
        }
        places
    });
    _mm512_permutexvar_epi8(table(&PLACES), bytes)
}

/// The code values of characters of three bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn three(bytes: __m512i) -> __m512i {
    values(bytes, 0x0001_0140, 0x0001_0040, (((0xE0 << 6) + 0x80) << 6) + 0x80)
}

/// Anything but 0 where `bytes` do not have the form of a character of three.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn malformed_three(bytes: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<DIFFERS>(bytes, dwords(0x0080_80E0), dwords(0x00C0_C0F0))
}

/// The lanes of `bytes` that are no characters of three, of which `values` would be the values.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_threes(bytes: __m512i, values: __m512i) -> __mmask16 {
    let malformed = malformed_three(bytes);
    let least = _mm512_min_epu32(values, _mm512_xor_si512(values, dwords(0xD800)));
    _mm512_test_epi32_mask(malformed, malformed) | _mm512_cmplt_epu32_mask(least, dwords(0x800))
}

/// Writes the units of `bytes`, in doublewords of which those are the values; whether all are
/// characters of three.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_threes<const TO: u8>(
    bytes: [__m512i; 2],
    values: [__m512i; 2],
    room: &mut [MaybeUninit<u8>],
) -> bool {
    static IN_ORDER: [Table; 2] = [in_order(false), in_order(true)];
    let malformed = bytes.map(|bytes| malformed_three(bytes));
    let malformed = _mm512_or_si512(malformed[0], malformed[1]);
    let malformed = u64::from(_mm512_test_epi32_mask(malformed, malformed));
    if is_utf16(TO) {
        let packed = _mm512_packus_epi32(values[0], values[1]);
        let order = table(&IN_ORDER[usize::from(is_big(TO))]);
        store(room, 0, _mm512_permutexvar_epi8(order, packed));
        let least = _mm512_min_epu16(packed, _mm512_xor_si512(packed, words(0xD800)));
        return malformed | u64::from(_mm512_cmplt_epu16_mask(least, words(0x800))) == 0;
    }
    store_all(
        room,
        values.map(|values| if is_big(TO) { swap_dwords::<true>(values) } else { values }),
    );
    let least =
        values.map(|values| _mm512_min_epu32(values, _mm512_xor_si512(values, dwords(0xD800))));
    let least = _mm512_min_epu32(least[0], least[1]);
    malformed | u64::from(_mm512_cmplt_epu32_mask(least, dwords(0x800))) == 0
}

/// Where the bytes of words are that were packed out of two registers, lane by lane.
const fn in_order(big: bool) -> Table {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let (half, quarter) = (at / 32, at % 32 / 8);
        let byte = if big { (at % 8) ^ 1 } else { at % 8 };
        places[at] = (16 * quarter + 8 * half + byte) as u8;
        at += 1;
    }
    Table(places)
}

/// Takes ASCII, if it is a little, and begins with no more than that a row of other characters.
#[inline(always)]
fn few_of_ascii<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    for _ in 0..FEW {
        let &[byte, next, ..] = &src[done.read..] else { return false };
        let room = dst[done.written..].get_mut(..unit(TO));
        let Some(room) = room.filter(|_| byte < 0x80 && !is_continuation(next)) else {
            return false;
        };
        let mut unit = [0; 4];
        unit[if is_big(TO) { room.len() - 1 } else { 0 }] = byte;
        for (room, byte) in room.iter_mut().zip(unit) {
            *room = MaybeUninit::new(byte);
        }
        done.read += 1;
        done.written += room.len();
        if next >= 0x80 {
            return true;
        }
    }
    false
}
