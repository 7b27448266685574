//! Runs of ASCII: octets widened to units, a step at a time.

use core::arch::x86_64::*;

use super::{Run, STEP, Window, is_big, is_utf16, most, unit};
use crate::{
    form::is_continuation,
    simd::x86_64::avx512::vector::{BLOCK, load, load_short, octet, store, store_short},
};

/// Whether a step of ASCII has nothing open before it, and no stray continuation behind it: what the
/// general path would emit then is what this one does.
#[inline(always)]
pub(super) fn stands_alone(window: &Window) -> bool {
    octet(window, 2) < 0x80 && !is_continuation(octet(window, 3 + STEP))
}

impl Run<'_> {
    /// Takes steps while they are ASCII, with nothing open before the first.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn widen<const TO: u8>(&mut self) {
        let src = &self.src[self.done.read..];
        let dst = &mut self.dst[self.done.written..];
        // The octet behind a step must be there too.
        let steps = src[..src.len() - 1].chunks_exact(STEP).zip(dst.chunks_exact_mut(2 * most(TO)));
        let mut taken = 0;
        for (octets, room) in steps {
            let any = _mm512_or_si512(load(octets, 0), load(octets, BLOCK));
            if _mm512_movepi8_mask(any) != 0 || is_continuation(src[taken + STEP]) {
                break;
            }
            for at in (0..STEP).step_by(BLOCK / unit(TO)) {
                store(room, at * unit(TO), units::<TO>(&octets[at..]));
            }
            taken += STEP;
        }
        self.done.read += taken;
        self.done.written += taken * unit(TO);
    }

    /// Takes what is left of the text, at most a block, if it is ASCII with nothing open before it and
    /// no stray continuation behind it; gives how many octets that were.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn widen_short<const TO: u8>(&mut self) -> Option<usize> {
        let (before, rest) = self.src.split_at(self.done.read);
        let (octets, behind) = rest.split_at(rest.len().min(BLOCK));
        let alone = before.last().is_none_or(u8::is_ascii)
            && behind.first().is_none_or(|&octet| !is_continuation(octet));
        let block = load_short(octets);
        if !alone || _mm512_movepi8_mask(block) != 0 {
            return None;
        }
        let room = &mut self.dst[self.done.written..];
        let taken = octets.len().min(room.len() / unit(TO));
        let room = &mut room[..taken * unit(TO)];
        if is_utf16(TO) {
            let halves = [_mm512_castsi512_si256(block), _mm512_extracti64x4_epi64::<1>(block)];
            for (half, room) in halves.into_iter().zip(room.chunks_mut(BLOCK)) {
                store_short(room, words::<TO>(half));
            }
        } else {
            let quarters = [
                _mm512_castsi512_si128(block),
                _mm512_extracti32x4_epi32::<1>(block),
                _mm512_extracti32x4_epi32::<2>(block),
                _mm512_extracti32x4_epi32::<3>(block),
            ];
            for (quarter, room) in quarters.into_iter().zip(room.chunks_mut(BLOCK)) {
                store_short(room, doublewords::<TO>(quarter));
            }
        }
        self.done.read += taken;
        self.done.written += taken * unit(TO);
        Some(taken)
    }
}

/// The units of as many octets of ASCII as fill a register.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn units<const TO: u8>(octets: &[u8]) -> __m512i {
    if is_utf16(TO) {
        let octets = &octets[..BLOCK / 2];
        // SAFETY: the slice has 32 octets, and the load asks for no alignment.
        words::<TO>(unsafe { _mm256_loadu_si256(octets.as_ptr().cast()) })
    } else {
        let octets = &octets[..BLOCK / 4];
        // SAFETY: the slice has 16 octets, and the load asks for no alignment.
        doublewords::<TO>(unsafe { _mm_loadu_si128(octets.as_ptr().cast()) })
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn words<const TO: u8>(octets: __m256i) -> __m512i {
    let words = _mm512_cvtepu8_epi16(octets);
    if is_big(TO) { _mm512_slli_epi16::<8>(words) } else { words }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn doublewords<const TO: u8>(octets: __m128i) -> __m512i {
    let units = _mm512_cvtepu8_epi32(octets);
    if is_big(TO) { _mm512_slli_epi32::<24>(units) } else { units }
}
