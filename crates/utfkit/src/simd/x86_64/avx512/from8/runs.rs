//! Converts runs of characters of three bytes and of four: Chinese, Japanese and Korean, and emoji.
//!
//! Characters of one length fit double words, either as they are or after one shuffle. Two
//! multiplications with addition compute the code values: the weight of a byte is 64 times that of
//! the next. The tags that all leads and continuations have are one number to subtract. Each byte
//! is compared with the form that its position requires. The range of the values excludes overlong
//! forms, surrogates, and values beyond U+10FFFF.
//!
//! The number of bytes that a step wrote shows that a run is likely. Correctness: all bytes must
//! have the forms of their positions. Then a sequence is a character exactly if its value is a
//! scalar value that needs this number of bytes. All of this is checked for everything that is
//! converted. The loops begin and end where a character begins, and no stray continuation follows
//! the converted text. So the emitted units are those that the general code would have emitted.
//! Cost: 9 operations for 64 bytes of characters of four in UTF-16, 2 of them on port 5. Characters
//! of three cost 18 operations for 96 bytes, 7 of them on port 5.

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

/// The number of bytes from which on a run is worth the cost of its start and its end.
const WORTH: usize = 4 * STEP;

/// The maximum number of steps in a row that must look like one length before a run is tried.
const MAX_WANTED: u32 = 16;

/// The number of bytes of each character in a run.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Three,
    Four,
}

/// The number of steps in a row that must look like characters of one length before a run is
/// likely. The bytes that a step writes decide this. The number is larger after short runs, and
/// only a try shows whether a run follows.
#[derive(Clone, Copy)]
pub(super) struct Wanted(u32);

impl Wanted {
    pub(super) const FIRST: Self = Self(1);

    /// Returns the number to use after a run of this many bytes.
    pub(super) fn after_run(self, bytes: usize) -> Self {
        if bytes < WORTH { Self(MAX_WANTED.min(2 * self.0)) } else { Self::FIRST }
    }
}

/// Decides when a run is likely.
pub(super) struct Likely {
    /// The number of steps that are still required.
    left: u32,
    wanted: Wanted,
    /// The length of the characters in the run.
    pub(super) length: Option<Length>,
}

impl Likely {
    pub(super) const fn new(wanted: Wanted) -> Self {
        Self { left: wanted.0, wanted, length: None }
    }

    /// Returns `true` if a run is likely after a step that wrote `written` bytes. `supplementary`
    /// is `true` if the step has a lead of four bytes.
    #[inline(always)]
    pub(super) fn after_step<const TO: u8>(&mut self, supplementary: bool, written: usize) -> bool {
        let most = if supplementary { STEP } else { (STEP / 3 + 1) * unit(TO) };
        self.left = if written <= most { self.left - 1 } else { self.wanted.0 };
        if self.left == 0 {
            self.length = Some(if supplementary { Length::Four } else { Length::Three });
        }
        self.left == 0
    }
}

/// Converts the run of characters that is likely at `done`, if there is one.
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

/// Steps back from a border of steps to the beginning of the character that continues there, for
/// which nothing is emitted then. Returns `None` if the text before the border is ill-formed; the
/// general code will check it together with the text after it.
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

/// Computes values from bytes, each of which has 64 times the weight of the next. `pairs` are the
/// weights in each two bytes, `weights` those of the results, and `base` is subtracted for the
/// tags.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn values(bytes: __m512i, pairs: u32, weights: u32, base: u32) -> __m512i {
    let pairs = _mm512_maddubs_epi16(bytes, dwords(pairs));
    _mm512_sub_epi32(_mm512_madd_epi16(pairs, dwords(weights)), dwords(base))
}

/// Converts characters of four bytes from `done` on, one step at a time.
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

/// Returns the code values of characters of four bytes, minus 0x10000.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn beyond_basic(bytes: __m512i) -> __m512i {
    const BASE: u32 = (((0xF0 << 6) + 0x80) << 12) + (0x80 << 6) + 0x80 + 0x1_0000;
    values(bytes, 0x0140_0140, 0x0001_1000, BASE)
}

/// Returns nonzero lanes where `bytes` are not a character of four. `beyond` has the values minus
/// 0x10000.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_four(bytes: __m512i, beyond: __m512i) -> __m512i {
    let form =
        _mm512_ternarylogic_epi32::<DIFFERS>(bytes, dwords(0x8080_80F0), dwords(0xC0C0_C0F8));
    // Minus 0x10000, only supplementary characters have zeros in these bits.
    _mm512_ternarylogic_epi32::<AND_OR>(beyond, dwords(0xFFF0_0000), form)
}

/// Returns the units of supplementary characters, as pairs of words or as double words. `beyond`
/// has the values minus 0x10000.
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

/// Returns, for each byte of a surrogate pair, the bit of a double word from which on it is taken.
const fn in_pairs(bits: [u8; 4]) -> Table {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = bits[at % 4] + (at % 8 / 4 * 32) as u8;
        at += 1;
    }
    Table(table)
}

/// The number of characters of three bytes in a register of double words.
const SIXTEEN: usize = BLOCK / 4;

/// The number of bytes of two such registers.
const STRIDE: usize = 2 * 3 * SIXTEEN;

/// The bytes of such characters, and the bytes that are loaded with them.
const WINDOW: usize = STRIDE / 2 + BLOCK;

/// The maximum number of bytes of ASCII between two runs, such as the end of a line or a space.
const FEW: usize = 2;

/// Converts characters of three bytes from `done` on, 32 at a time, and a few bytes of ASCII
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
        // A stray continuation after the last character makes it an error, which is left to the
        // general code.
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

/// Moves sixteen characters of three bytes into double words. The fourth byte is unspecified.
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

/// Returns the code values of characters of three bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn three(bytes: __m512i) -> __m512i {
    values(bytes, 0x0001_0140, 0x0001_0040, (((0xE0 << 6) + 0x80) << 6) + 0x80)
}

/// Returns nonzero lanes where `bytes` do not have the form of a character of three.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn malformed_three(bytes: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<DIFFERS>(bytes, dwords(0x0080_80E0), dwords(0x00C0_C0F0))
}

/// Returns the lanes of `bytes` that are not characters of three. `values` are their values.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_threes(bytes: __m512i, values: __m512i) -> __mmask16 {
    let malformed = malformed_three(bytes);
    let least = _mm512_min_epu32(values, _mm512_xor_si512(values, dwords(0xD800)));
    _mm512_test_epi32_mask(malformed, malformed) | _mm512_cmplt_epu32_mask(least, dwords(0x800))
}

/// Writes the units of `bytes`, which are in double words and have those values. Returns `true` if
/// all are characters of three.
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

/// Returns the positions that restore the order of words packed from two registers, lane by lane.
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

/// Converts up to [`FEW`] bytes of ASCII, if other characters follow them. Returns `false`
/// otherwise.
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
