//! The entries of the AVX2 set. Short and long texts have separate functions, so that each gets a
//! good code layout.

use crate::simd::generic::set::Set;
use crate::simd::shared::text::Text;
use core::{mem::MaybeUninit, ops::ControlFlow};

use crate::{
    LossyLength,
    simd::{
        Contents, LossyProgress, Progress,
        generic::{self, vector::Vector},
        portable,
        shared::{cache::rare, spans as outside, spans::Range, swap},
        x86_64::{avx2::Avx2, sse42::Sse42},
    },
};

impl Set for Avx2 {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn ascii_prefix(src: &[u8]) -> usize {
        if src.len() > generic::BRIEF {
            rare();
            return Self::long_ascii_prefix(src);
        }
        if src.len() <= SHORT / 2 {
            return Self::short_ascii_prefix(src);
        }
        generic::ascii_prefix(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn validate<F: Text>(src: &[u8]) -> usize {
        if src.len() > generic::BRIEF {
            rare();
            return Self::long_validate::<F>(src);
        }
        if src.len() <= SHORT / 2 {
            return Self::short_validate::<F>(src);
        }
        generic::validate::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        if src.len() <= SHORT.max(16 * F::UNIT) {
            return Self::short_convert::<F, T>(src, dst);
        }
        match generic::begin::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => Self::long_convert::<F, T>(src, dst, done),
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        replaced: &mut usize,
    ) -> Progress {
        if src.len() <= SHORT.max(16 * F::UNIT) {
            return Self::short_lossy::<F, T>(src, dst, replaced);
        }
        match generic::begin_lossy::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => Self::long_lossy::<F, T>(src, dst, done),
        }
        .counted_in(replaced)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    unsafe fn fix<F: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        damage: generic::Damage,
    ) -> usize {
        generic::fix::<Self, F>(Self(()), src, dst, done, damage)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn length<F: Text, T: Text>(src: &[u8]) -> usize {
        if src.len() <= SHORT / 2 {
            return Self::short_length::<F, T>(src);
        }
        generic::length::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
        match generic::length_lossy_of_few::<Sse42, F, T>(Self(()).narrow(), src) {
            Some(length) => length,
            None => Self::long_length_lossy::<F, T>(src),
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    unsafe fn measure_damaged<'a, F: Text, T: Text>(
        src: &'a [u8],
        total: &mut LossyLength,
    ) -> &'a [u8] {
        generic::measure_damaged::<Self, F, T>(Self(()), src, total)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn lines<F: Text>(src: &[u8]) -> usize {
        generic::lines::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
        generic::swap16::<Self>(Self(()), src, dst);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn swap16_in_place(units: &mut [u16]) {
        swap::in_place(units);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize {
        outside::outside::<F>(src, ranges)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn contents(src: &[u8]) -> Contents {
        portable::count_contents(src)
    }
}

/// The maximum number of bytes of a text for which narrower registers are faster, because they need
/// fewer constants.
const SHORT: usize = 32;

// The algorithms of the narrower set, compiled for this set. The functions of the narrower set
// itself would be slow: their instructions keep the upper halves of registers. If those are in use,
// each instruction waits for the last use of its register. (A function that uses the upper halves
// should clear them before it returns, but the functions of simdutf, as GCC 12 compiles them, do
// not. After them, texts of 16 bytes took up to 2.4 times as long.)
impl Avx2 {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn short_ascii_prefix(src: &[u8]) -> usize {
        // The text is not longer. This lets the compiler drop the code for longer text.
        let src = &src[..src.len().min(SHORT / 2)];
        generic::ascii_prefix(Self(()).narrow(), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn short_validate<F: Text>(src: &[u8]) -> usize {
        // The text is not longer. This lets the compiler drop the code for longer text.
        let src = &src[..src.len().min(SHORT / 2)];
        generic::validate::<Sse42, F>(Self(()).narrow(), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn short_convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match generic::begin::<Sse42, F, T>(Self(()).narrow(), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => Self::long_convert::<F, T>(src, dst, done),
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn short_lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        replaced: &mut usize,
    ) -> Progress {
        match generic::begin_lossy::<Sse42, F, T>(Self(()).narrow(), src, dst) {
            ControlFlow::Break(done) => done.counted_in(replaced),
            ControlFlow::Continue(done) => {
                Self::long_lossy::<F, T>(src, dst, done).counted_in(replaced)
            }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn short_length<F: Text, T: Text>(src: &[u8]) -> usize {
        generic::length::<Sse42, F, T>(Self(()).narrow(), src)
    }
}

// Not inlined, so that their stack frames do not delay short texts.
impl Avx2 {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn long_ascii_prefix(src: &[u8]) -> usize {
        generic::ascii_prefix(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn long_validate<F: Text>(src: &[u8]) -> usize {
        generic::validate_rest::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn long_length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
        generic::length_lossy::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn long_convert<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: Progress,
    ) -> Progress {
        generic::convert::<Self, F, T>(Self(()), src, dst, done)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn long_lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: Progress,
    ) -> LossyProgress {
        generic::lossy::<Self, F, T>(Self(()), src, dst, done)
    }
}
