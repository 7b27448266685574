//! Characters of one byte: ASCII and ISO-8859-1 as they are, and as UTF-16 and UTF-32.
//!
//! A byte is widened to a unit by zeros, so all work is loads and stores, and the test that ASCII
//! is ASCII: two blocks at a time, by one mask of their union. Long outputs are written from cache
//! line to cache line, for stores that straddle two are what costs most here.
//!
//! Why it is right: a step is stored only after its test; where one fails, or less than a step is
//! left, blocks are cut by masks to what is ASCII, there, and fits. Cost: one operation of port 5
//! for each register that is stored.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Form, Progress,
    x86_64::avx512::{
        memory::ahead::{FAR, Stream},
        registers::{BLOCK, load, load_short, store, store_first, store_short, to_line},
        validate::ascii::beyond_ascii,
    },
};

/// What is read: ASCII alone, or ISO-8859-1.
pub(in crate::simd) const ASCII: u8 = u8::MAX;
const LATIN1: u8 = Form::Latin1 as u8;
const UTF16_BE: u8 = Form::Utf16Be as u8;
const UTF32_BE: u8 = Form::Utf32Be as u8;

/// How many bytes a code unit has.
const fn unit(form: u8) -> usize {
    Form::ALL[form as usize].unit()
}

/// [`Convert`](crate::simd::shared::kernel::Convert) from ASCII or ISO-8859-1 to a form that has
/// all its characters as one unit. `FROM` may be ASCII for more: what has the same bytes for
/// ASCII, and nothing else that the target could encode.
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

/// Converts `src`, at most a block, if it is all in `FROM` and there is room; whether it did. Most
/// short calls are that, and need no more than a few registers.
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

/// [`convert`] of any length.
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

/// Bytes in a step.
const STEP: usize = 2 * BLOCK;

/// Widens `src`, at least a block, into `dst`, which has as many units; gives how many were
/// widened: all, or up to a step or block that is not all in `FROM`.
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
    // One block less than there are, lest a text of whole blocks take another way than its like.
    while src.len() - at > BLOCK {
        if !widen_block::<FROM, TO>(src, dst, at) {
            return at.max(BLOCK);
        }
        at += BLOCK;
    }
    // The last block overlaps the one before.
    let all = at == src.len() || widen_block::<FROM, TO>(src, dst, src.len() - BLOCK);
    if all { src.len() } else { at.max(BLOCK) }
}

/// Widens the block at `at`; `false` if it is not all in `FROM`.
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

/// Widens `src` from `at` on, up to the first byte that is not in `FROM`; gives where that is.
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

/// Whether all bytes are characters of `FROM`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_from<const FROM: u8>(block: __m512i) -> bool {
    FROM != ASCII || _mm512_movepi8_mask(block) == 0
}

/// The unit of `dst`, at least a block, from which on stores need not straddle cache lines: of the
/// first block that was stored, the rest may be stored again. A short `dst` does not gain from it.
#[inline]
fn before_line<const TO: u8>(dst: &[MaybeUninit<u8>]) -> usize {
    const LONG: usize = 2048;
    let bytes = to_line(dst, 1);
    if dst.len() < LONG || !bytes.is_multiple_of(unit(TO)) { BLOCK } else { bytes / unit(TO) }
}

/// Whether a cache line begins with `dst`.
#[inline]
fn is_line(dst: &[MaybeUninit<u8>]) -> bool {
    dst.as_ptr().addr().is_multiple_of(BLOCK)
}

/// The units of a block; in front those that one register holds, and so on.
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

/// Stores the units of a block as [`put`], from a cache line on and past the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_past<const TO: u8>(stream: &Stream, block: __m512i, dst: &mut [MaybeUninit<u8>], at: usize) {
    let room = &mut dst[at * unit(TO)..][..BLOCK * unit(TO)];
    for (at, units) in units::<TO>(block).into_iter().take(unit(TO)).enumerate() {
        stream.put(room, at * BLOCK, units);
    }
}

/// Stores as many of the units of a block as `room` holds.
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
