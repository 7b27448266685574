//! UTF-16 of any kind to every UTF, with U+FFFD for each surrogate that is not half of a pair.
//!
//! A replaced surrogate is a unit as it was, so replacement keeps all places. The strict kernel runs
//! over the text itself until it meets an error; then a stretch is copied with U+FFFD blended in, where
//! masks say that a surrogate stands alone, and the strict kernel converts the copy out of the first
//! cache. Text without errors is not copied at all, and errors cost nothing within a stretch.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    KERNELS,
    vector::{BLOCK, SWAP_WORDS, behind, load, load_short, table},
};
use crate::simd::{Form, LossyProgress, kernels::Lossy};

/// How many blocks a stretch has.
const BLOCKS: usize = 32;

/// A stretch, mended, and which of its units were replaced.
struct Stretch {
    octets: [u8; BLOCKS * BLOCK],
    len: usize,
    replaced: [u32; BLOCKS],
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to the form `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const BIG: bool, const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let (from, to) = (if BIG { Form::Utf16Be } else { Form::Utf16Le }, Form::ALL[TO as usize]);
    let mut done = LossyProgress::default();
    let whole = src.len() & !1;
    let mut stretch = Stretch::new();
    let mut damaged = false;
    loop {
        if !damaged {
            let clean = KERNELS.convert(from, to, &src[done.read..], &mut dst[done.written..]);
            done.read += clean.read;
            done.written += clean.written;
        }
        if done.read == whole {
            break;
        }
        stretch.mend::<BIG>(src, done.read, whole);
        let mended = &stretch.octets[..stretch.len];
        let more = KERNELS.convert(from, to, mended, &mut dst[done.written..]);
        let replaced = stretch.replaced_before(more.read);
        done.replaced += replaced;
        done.read += more.read;
        done.written += more.written;
        // Where one surrogate stands alone more are likely: the next stretch is not tried as it is.
        damaged = replaced > 0;
        // A pair that the stretch cut is taken with what follows it; anything else wants room.
        let cut_pair = stretch.len - more.read <= 2 && done.read + 2 < whole;
        if more.read < stretch.len && !(cut_pair && more.read > 0) {
            return done;
        }
    }
    odd(from, to, src, dst, done)
}

/// [`convert`] to each form; ASCII and ISO-8859-1 have no U+FFFD.
pub(super) const fn to_all<const BIG: bool>() -> [Option<Lossy>; Form::COUNT] {
    [
        None,
        None,
        Some(convert::<BIG, { Form::Utf8 as u8 }>),
        Some(convert::<BIG, { Form::Utf16Le as u8 }>),
        Some(convert::<BIG, { Form::Utf16Be as u8 }>),
        Some(convert::<BIG, { Form::Utf32Le as u8 }>),
        Some(convert::<BIG, { Form::Utf32Be as u8 }>),
    ]
}

/// Takes the octet that is left over at the end, if one is.
fn odd(
    from: Form,
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: LossyProgress,
) -> LossyProgress {
    let portable = &crate::simd::portable::KERNELS;
    let rest = portable.convert_lossy(from, to, &src[done.read..], &mut dst[done.written..]);
    done.read += rest.read;
    done.written += rest.written;
    done.replaced += rest.replaced;
    done
}

impl Stretch {
    const fn new() -> Self {
        Self { octets: [0; BLOCKS * BLOCK], len: 0, replaced: [0; BLOCKS] }
    }

    /// Takes the text of `src` from `at` on, and before `end`, with U+FFFD for surrogates that stand
    /// alone.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn mend<const BIG: bool>(&mut self, src: &[u8], at: usize, end: usize) {
        self.len = (end - at).min(self.octets.len());
        let blocks = self.octets.chunks_exact_mut(BLOCK).zip(&mut self.replaced);
        for ((slot, replaced), at) in blocks.zip((at..at + self.len).step_by(BLOCK)) {
            let block = full(src, at, end);
            // A stretch begins at a boundary: a low surrogate there has no high one before it.
            let before = if at < 2 { behind::<2>(block) } else { full(src, at - 2, end) };
            let after = native::<BIG>(full(src, (at + 2).min(end), end));
            let (block, before) = (native::<BIG>(block), native::<BIG>(before));
            let alone = (is::<0xDC00>(block) & !is::<0xD800>(before))
                | (is::<0xD800>(block) & !is::<0xDC00>(after));
            let mended = _mm512_mask_set1_epi16(block, alone, 0xFFFD_u16 as i16);
            *replaced = alone;
            let mended = native::<BIG>(mended);
            // SAFETY: the slot has 64 octets, and the store asks for no alignment.
            unsafe { _mm512_storeu_si512(slot.as_mut_ptr().cast(), mended) };
        }
    }

    /// How many of the units in the first `read` octets were replaced.
    fn replaced_before(&self, read: usize) -> usize {
        let (blocks, rest) = (read / BLOCK, read % BLOCK / 2);
        let whole: u32 = self.replaced[..blocks].iter().map(|mask| mask.count_ones()).sum();
        let part = self.replaced.get(blocks).map_or(0, |mask| mask & ((1 << rest) - 1));
        (whole + part.count_ones()) as usize
    }
}

/// The block of `src` at `at`, with zeros for what is behind `end`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn full(src: &[u8], at: usize, end: usize) -> __m512i {
    if at + BLOCK <= end { load(src, at) } else { load_short(&src[at..end]) }
}

/// Units in the order of this machine.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn native<const BIG: bool>(units: __m512i) -> __m512i {
    if BIG { _mm512_shuffle_epi8(units, table(&SWAP_WORDS)) } else { units }
}

/// The lanes of surrogates of which `FIRST` is the first: high ones or low ones.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is<const FIRST: u16>(units: __m512i) -> u32 {
    let kind = _mm512_and_si512(units, _mm512_set1_epi16(0xFC00_u16 as i16));
    _mm512_cmpeq_epi16_mask(kind, _mm512_set1_epi16(FIRST as i16))
}
