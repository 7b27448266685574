//! Converts characters of one byte: ASCII and ISO-8859-1 to themselves, to UTF-16 and to UTF-32.
//!
//! Zeros widen a byte to a unit, so the work is loads, stores, and the test for ASCII. That test is
//! one mask of the union of two blocks. Long outputs are written in whole cache lines, because
//! stores that straddle two cost the most here.
//!
//! Correctness: a step is stored only after its test. If a test fails, or less than a step is left,
//! masks cut blocks to the bytes that are ASCII, exist, and fit. Cost: one operation on port 5 for
//! each stored register.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Form, Progress,
    x86_64::avx512::{
        memory::ahead::{FAR, Stream},
        registers::{BLOCK, load, load_short, store, store_first, store_short, to_line},
        validate::ascii::beyond_ascii,
    },
};

/// The source form: only ASCII, or ISO-8859-1.
pub(in crate::simd) const ASCII: u8 = u8::MAX;
const LATIN1: u8 = Form::Latin1 as u8;
const UTF16_BE: u8 = Form::Utf16Be as u8;
const UTF32_BE: u8 = Form::Utf32Be as u8;

/// Returns the number of bytes in a code unit.
const fn unit(form: u8) -> usize {
    Form::ALL[form as usize].unit()
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from ASCII or ISO-8859-1 to a form
/// that has one unit for each of their characters. `FROM` may also be ASCII for a form that has the
/// same bytes for ASCII, and no other characters that the target can encode.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const FROM: u8, const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() <= BLOCK && short::<FROM, TO>(src, dst) {
        return Progress { read: src.len(), written: src.len() * unit(TO) };
    }
    any::<FROM, TO>(src, dst)
}

/// Converts `src`, at most one block, if all of it is in `FROM` and there is room. Returns `true`
/// if it did. Most short calls are like this, and need only a few registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn short<const FROM: u8, const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let block = load_short(src);
    let len = src.len() * unit(TO);
    let whole = len <= dst.len() && is_from::<FROM>(block);
    if whole {
        let [a, b, c, d] = units::<TO>(block);
        match unit(TO) {
            1 => store_first(dst, [a], len, len),
            2 => store_first(dst, [a, b], len, len),
            _ => store_first(dst, [a, b, c, d], len, len),
        }
    }
    whole
}

/// Implements [`convert`] for any length.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn any<const FROM: u8, const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let len = src.len().min(dst.len() / unit(TO));
    let (src, dst) = (&src[..len], &mut dst[..len * unit(TO)]);
    let done = if len < BLOCK { 0 } else { widen::<FROM, TO>(src, dst) };
    let read = if done == len { len } else { widen_some::<FROM, TO>(src, dst, done) };
    Progress { read, written: read * unit(TO) }
}

/// Copies `src`, for which there is room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    convert::<LATIN1, LATIN1>(src, dst);
}

/// The number of bytes in a step.
const STEP: usize = 2 * BLOCK;

/// Widens `src`, at least one block, into `dst`, which has the same number of units. Returns the
/// number of units up to the first step or block that is not all in `FROM`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn widen<const FROM: u8, const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    if !widen_block::<FROM, TO>(src, dst, 0) {
        return 0;
    }
    let mut at = before_line::<TO>(dst);
    let far = dst.len() >= FAR && is_line(&dst[at * unit(TO)..]);
    let stream = far.then(Stream::new);
    while let Some(step) = src[at..].first_chunk::<STEP>() {
        let blocks = [load(step, 0), load(step, BLOCK)];
        if !is_from::<FROM>(_mm512_or_si512(blocks[0], blocks[1])) {
            break;
        }
        for (number, block) in blocks.into_iter().enumerate() {
            match &stream {
                Some(stream) => put_past::<TO>(stream, block, dst, at + number * BLOCK),
                None => put::<TO>(block, dst, at + number * BLOCK),
            }
        }
        at += STEP;
    }
    drop(stream);
    // The loop leaves at least one byte, so that a text of whole blocks does not take another
    // branch than other texts.
    while src.len() - at > BLOCK {
        if !widen_block::<FROM, TO>(src, dst, at) {
            return at.max(BLOCK);
        }
        at += BLOCK;
    }
    // The last block overlaps the one before it.
    let all = at == src.len() || widen_block::<FROM, TO>(src, dst, src.len() - BLOCK);
    if all { src.len() } else { at.max(BLOCK) }
}

/// Widens the block at `at`. Returns `false` if it is not all in `FROM`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn widen_block<const FROM: u8, const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    at: usize,
) -> bool {
    let block = load(src, at);
    let from = is_from::<FROM>(block);
    if from {
        put::<TO>(block, dst, at);
    }
    from
}

/// Widens `src` from `at` on, up to the first byte that is not in `FROM`. Returns the offset of
/// that byte.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn widen_some<const FROM: u8, const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut at: usize,
) -> usize {
    while at < src.len() {
        let bytes = &src[at..src.len().min(at + BLOCK)];
        let block = load_short(bytes);
        let len = if FROM == ASCII { beyond_ascii(block).min(bytes.len()) } else { bytes.len() };
        put_short::<TO>(block, &mut dst[at * unit(TO)..][..len * unit(TO)]);
        at += len;
        if len < bytes.len() {
            break;
        }
    }
    at
}

/// Returns `true` if all bytes are characters of `FROM`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_from<const FROM: u8>(block: __m512i) -> bool {
    FROM != ASCII || _mm512_movepi8_mask(block) == 0
}

/// Returns the unit of `dst`, at least one block, from which on stores need not straddle cache
/// lines. The bytes of the first block after it are stored again. For a short `dst`, which does not
/// gain from it, this is the end of the first block.
#[inline]
fn before_line<const TO: u8>(dst: &[MaybeUninit<u8>]) -> usize {
    const LONG: usize = 2048;
    let bytes = to_line(dst, 1);
    if dst.len() < LONG || !bytes.is_multiple_of(unit(TO)) { BLOCK } else { bytes / unit(TO) }
}

/// Returns `true` if `dst` begins with a cache line.
#[inline]
fn is_line(dst: &[MaybeUninit<u8>]) -> bool {
    dst.as_ptr().addr().is_multiple_of(BLOCK)
}

/// Returns the units of a block. A form uses only the first registers of the result.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn units<const TO: u8>(block: __m512i) -> [__m512i; 4] {
    match unit(TO) {
        1 => [block; 4],
        2 => {
            let words = |half: __m256i| {
                let words = _mm512_cvtepu8_epi16(half);
                if TO == UTF16_BE { _mm512_slli_epi16::<8>(words) } else { words }
            };
            let low = words(_mm512_castsi512_si256(block));
            [low, words(_mm512_extracti64x4_epi64::<1>(block)), low, low]
        }
        _ => {
            let wide = |quarter: __m128i| {
                let wide = _mm512_cvtepu8_epi32(quarter);
                if TO == UTF32_BE { _mm512_slli_epi32::<24>(wide) } else { wide }
            };
            [
                wide(_mm512_castsi512_si128(block)),
                wide(_mm512_extracti32x4_epi32::<1>(block)),
                wide(_mm512_extracti32x4_epi32::<2>(block)),
                wide(_mm512_extracti32x4_epi32::<3>(block)),
            ]
        }
    }
}

/// Stores the units of a block in `dst`, from its unit `at` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put<const TO: u8>(block: __m512i, dst: &mut [MaybeUninit<u8>], at: usize) {
    let room = &mut dst[at * unit(TO)..][..BLOCK * unit(TO)];
    for (at, units) in units::<TO>(block).into_iter().take(unit(TO)).enumerate() {
        store(room, at * BLOCK, units);
    }
}

/// Stores the units of a block like [`put`], but from a cache line on and bypassing the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_past<const TO: u8>(stream: &Stream, block: __m512i, dst: &mut [MaybeUninit<u8>], at: usize) {
    let room = &mut dst[at * unit(TO)..][..BLOCK * unit(TO)];
    for (at, units) in units::<TO>(block).into_iter().take(unit(TO)).enumerate() {
        stream.put(room, at * BLOCK, units);
    }
}

/// Stores the units of a block that `room` can hold.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_short<const TO: u8>(block: __m512i, room: &mut [MaybeUninit<u8>]) {
    let units = units::<TO>(block);
    if room.len() <= BLOCK {
        return store_short(room, units[0]);
    }
    for (units, room) in units.into_iter().zip(room.chunks_mut(BLOCK)) {
        store_short(room, units);
    }
}
