//! Runs of ASCII: octets widened to units, a step at a time.

use core::arch::x86_64::*;

use super::{Run, STEP, Window, is_big, is_utf16, most, unit};
use crate::{
    form::is_continuation,
    simd::x86_64::avx512::vector::{BLOCK, load, store},
};

/// Whether a step of ASCII has nothing open before it, and no stray continuation behind it: what the
/// general path would emit then is what this one does.
#[inline(always)]
pub(super) fn stands_alone(window: &Window) -> bool {
    window[2] < 0x80 && !is_continuation(window[3 + STEP])
}

impl Run<'_> {
    /// Takes steps while they are ASCII; the first is known to be.
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
}

/// The units of as many octets of ASCII as fill a register.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn units<const TO: u8>(octets: &[u8]) -> __m512i {
    if is_utf16(TO) {
        let octets = &octets[..BLOCK / 2];
        // SAFETY: the slice has 32 octets, and the load asks for no alignment.
        let words = _mm512_cvtepu8_epi16(unsafe { _mm256_loadu_si256(octets.as_ptr().cast()) });
        if is_big(TO) { _mm512_slli_epi16::<8>(words) } else { words }
    } else {
        let octets = &octets[..BLOCK / 4];
        // SAFETY: the slice has 16 octets, and the load asks for no alignment.
        let units = _mm512_cvtepu8_epi32(unsafe { _mm_loadu_si128(octets.as_ptr().cast()) });
        if is_big(TO) { _mm512_slli_epi32::<24>(units) } else { units }
    }
}
