//! Converts runs of ASCII: widens bytes to units, one step at a time.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::is_continuation,
    simd::{
        Progress,
        x86_64::avx512::{
            from_latin1::single,
            from8::{STEP, Window, is_big, is_utf16, most, unit},
            registers::{BLOCK, byte, load, load_short, store, store_all, store_first, union},
        },
    },
};

/// Returns `true` if no sequence is open before a step of ASCII, and no stray continuation follows
/// it. Then this module emits the same units as the general code.
#[inline(always)]
pub(super) fn stands_alone(window: &Window) -> bool {
    byte(window, 2) < 0x80 && !is_continuation(byte(window, 3 + STEP))
}

/// Converts the ASCII at the start of `src`, which is longer than a block, as much as fits. If a
/// stray continuation follows it, its last byte is left out.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn all<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let len = src.len().min(dst.len() / unit(TO));
    if len < BLOCK {
        return Progress::default();
    }
    let widened = single::widen::<{ single::ASCII }, TO>(&src[..len], &mut dst[..len * unit(TO)]);
    let stray = src.get(widened).is_some_and(|&byte| is_continuation(byte));
    let read = widened - usize::from(stray && widened > 0);
    Progress { read, written: read * unit(TO) }
}

/// Converts `src`, of one to four blocks, if it is ASCII and there is room for all. `LOSSY` has no
/// effect, except that each conversion gets its own instance of the function, which is inlined and
/// keeps blocks in registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn brief<const TO: u8, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let last = src.len() - BLOCK;
    if src.len() <= 2 * BLOCK {
        return blocks_at::<TO, LOSSY, 2>([0, last], src, dst);
    }
    blocks_at::<TO, LOSSY, 4>([0, BLOCK, last - BLOCK, last], src, dst)
}

/// Implements [`brief`] for `src`, which the blocks at `places` cover.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn blocks_at<const TO: u8, const LOSSY: bool, const N: usize>(
    places: [usize; N],
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let blocks = places.map(|at| load(src, at));
    if dst.len() < src.len() * unit(TO) || _mm512_movepi8_mask(union(&blocks)) != 0 {
        return false;
    }
    for (at, block) in places.into_iter().zip(blocks) {
        let room = &mut dst[at * unit(TO)..][..most(TO)];
        if is_utf16(TO) {
            store_all(room, in_words::<TO>(block));
        } else {
            store_all(room, in_doublewords::<TO>(block));
        }
    }
    true
}

/// Converts steps from `done.read` on as long as they are ASCII. No sequence may be open before the
/// first.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn steps<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    let (src, dst) = (&src[done.read..], &mut dst[done.written..]);
    let steps = src.chunks_exact(STEP).zip(dst.chunks_exact_mut(2 * most(TO)));
    let mut taken = 0;
    for (bytes, room) in steps {
        let any = _mm512_or_si512(load(bytes, 0), load(bytes, BLOCK));
        let stray = src.get(taken + STEP).is_some_and(|&byte| is_continuation(byte));
        if _mm512_movepi8_mask(any) != 0 || stray {
            break;
        }
        put::<TO>(&bytes[..STEP], room);
        taken += STEP;
    }
    done.read += taken;
    done.written += taken * unit(TO);
}

/// Converts the rest of `src`, at most a block after another one. The last block of the text must
/// be ASCII, with no open sequence before the rest; otherwise, returns `false`. The overlap is
/// written again.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn last<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let at = src.len() - BLOCK;
    if _mm512_movepi8_mask(load(src, at)) != 0 || byte(src, done.read - 1) >= 0x80 {
        return false;
    }
    let from = done.written - (done.read - at) * unit(TO);
    let Some(room) = dst[from..].get_mut(..most(TO)) else { return false };
    put::<TO>(&src[at..], room);
    *done = Progress { read: src.len(), written: from + most(TO) };
    true
}

/// Writes the units of `bytes`, which are whole blocks of ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn put<const TO: u8>(bytes: &[u8], room: &mut [MaybeUninit<u8>]) {
    for at in (0..bytes.len()).step_by(BLOCK / unit(TO)) {
        store(room, at * unit(TO), units::<TO>(&bytes[at..]));
    }
}

/// Converts the rest of `src`, at most one block, if it is ASCII, no sequence is open before it,
/// and no stray continuation follows it. Returns the number of bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn short<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> Option<usize> {
    let (before, rest) = src.split_at(done.read);
    let (bytes, after) = rest.split_at(rest.len().min(BLOCK));
    let alone = before.last().is_none_or(u8::is_ascii)
        && after.first().is_none_or(|&byte| !is_continuation(byte));
    let block = load_short(bytes);
    if !alone || _mm512_movepi8_mask(block) != 0 {
        return None;
    }
    Some(put_short::<TO>(block, bytes.len(), dst, done))
}

/// Writes the units of the first `len` bytes of `block`, as many as fit. Returns the number of
/// bytes converted.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn put_short<const TO: u8>(
    block: __m512i,
    len: usize,
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> usize {
    let room = &mut dst[done.written..];
    let taken = len.min(room.len() / unit(TO));
    let written = taken * unit(TO);
    if is_utf16(TO) {
        store_first(room, in_words::<TO>(block), written, written);
    } else {
        store_first(room, in_doublewords::<TO>(block), written, written);
    }
    done.read += taken;
    done.written += written;
    taken
}

/// Returns the UTF-16 units of `block`, which is ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn in_words<const TO: u8>(block: __m512i) -> [__m512i; 2] {
    [words::<TO>(_mm512_castsi512_si256(block)), words::<TO>(_mm512_extracti64x4_epi64::<1>(block))]
}

/// Returns the UTF-32 units of `block`, which is ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn in_doublewords<const TO: u8>(block: __m512i) -> [__m512i; 4] {
    [
        doublewords::<TO>(_mm512_castsi512_si128(block)),
        doublewords::<TO>(_mm512_extracti32x4_epi32::<1>(block)),
        doublewords::<TO>(_mm512_extracti32x4_epi32::<2>(block)),
        doublewords::<TO>(_mm512_extracti32x4_epi32::<3>(block)),
    ]
}

/// Returns the units of the number of bytes of ASCII that fill a register.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn units<const TO: u8>(bytes: &[u8]) -> __m512i {
    if is_utf16(TO) {
        let bytes = &bytes[..BLOCK / 2];
        // SAFETY: the slice has 32 bytes, and the load requires no alignment.
        words::<TO>(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    } else {
        let bytes = &bytes[..BLOCK / 4];
        // SAFETY: the slice has 16 bytes, and the load requires no alignment.
        doublewords::<TO>(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn words<const TO: u8>(bytes: __m256i) -> __m512i {
    let words = _mm512_cvtepu8_epi16(bytes);
    if is_big(TO) { _mm512_slli_epi16::<8>(words) } else { words }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn doublewords<const TO: u8>(bytes: __m128i) -> __m512i {
    let units = _mm512_cvtepu8_epi32(bytes);
    if is_big(TO) { _mm512_slli_epi32::<24>(units) } else { units }
}
