//! The SSE4.2 set, with registers of sixteen bytes.
//!
//! Safety: an intrinsic requires only that the machine has its instructions. A [`Sse42`] token
//! proves this, because only functions with these target features make one. Loads and stores also
//! require memory, and their comments say which.

use crate::simd::generic::set::Set;
use crate::simd::shared::text::Text;
use core::{arch::x86_64::*, mem::MaybeUninit, ops::ControlFlow};

use crate::{
    LossyLength,
    simd::{
        Contents, Progress,
        generic::{self, vector::Vector},
        portable,
        shared::{cache::AHEAD, spans as outside, spans::Range, swap},
    },
};

/// Returns `true` if this machine can run the set.
pub(in crate::simd) fn is_usable() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("sse4.2") && std::is_x86_feature_detected!("popcnt");
    #[cfg(not(feature = "std"))]
    return cfg!(all(target_feature = "sse4.2", target_feature = "popcnt"));
}

/// The proof that this machine has SSE4.2.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Sse42(());

impl Sse42 {
    /// Makes the proof.
    ///
    /// # Safety
    ///
    /// The machine must have SSE4.2.
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        Self(())
    }
}

impl Set for Sse42 {
    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn ascii_prefix(src: &[u8]) -> usize {
        if src.len() <= generic::BRIEF {
            return generic::ascii_prefix(Self(()), src);
        }
        Self::long_ascii_prefix(src)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn validate<F: Text>(src: &[u8]) -> usize {
        match generic::begin_validate::<Self, F>(Self(()), src) {
            Some(valid) => valid,
            None => Self::long_validate::<F>(src),
        }
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match generic::begin::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done,
            ControlFlow::Continue(done) => Self::long_convert::<F, T>(src, dst, done),
        }
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        replaced: &mut usize,
    ) -> Progress {
        match generic::begin_lossy::<Self, F, T>(Self(()), src, dst) {
            ControlFlow::Break(done) => done.counted_in(replaced),
            ControlFlow::Continue(done) => Self::long_lossy::<F, T>(src, dst, done, replaced),
        }
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    unsafe fn fix<F: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        damage: generic::Damage,
    ) -> usize {
        generic::fix::<Self, F>(Self(()), src, dst, done, damage)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn length<F: Text, T: Text>(src: &[u8]) -> usize {
        generic::length::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
        match generic::length_lossy_of_few::<Self, F, T>(Self(()), src) {
            Some(length) => length,
            None => Self::long_length_lossy::<F, T>(src),
        }
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    unsafe fn measure_damaged<'a, F: Text, T: Text>(
        src: &'a [u8],
        total: &mut LossyLength,
    ) -> &'a [u8] {
        generic::measure_damaged::<Self, F, T>(Self(()), src, total)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn lines<F: Text>(src: &[u8]) -> usize {
        generic::lines::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
        generic::swap16::<Self>(Self(()), src, dst);
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn swap16_in_place(units: &mut [u16]) {
        swap::in_place(units);
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize {
        outside::outside::<F>(src, ranges)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    unsafe fn contents(src: &[u8]) -> Contents {
        portable::count_contents(src)
    }
}

// Not inlined, so that their stack frames do not delay the shortest texts.
impl Sse42 {
    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    fn long_ascii_prefix(src: &[u8]) -> usize {
        generic::ascii_prefix(Self(()), src)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    fn long_validate<F: Text>(src: &[u8]) -> usize {
        generic::validate_rest::<Self, F>(Self(()), src)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    fn long_length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
        generic::length_lossy::<Self, F, T>(Self(()), src)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    fn long_convert<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: Progress,
    ) -> Progress {
        generic::convert::<Self, F, T>(Self(()), src, dst, done)
    }

    #[target_feature(enable = "sse4.2,popcnt")]
    #[inline(never)]
    fn long_lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: Progress,
        replaced: &mut usize,
    ) -> Progress {
        generic::lossy::<Self, F, T>(Self(()), src, dst, done).counted_in(replaced)
    }
}

impl Vector for Sse42 {
    type Register = __m128i;
    type Narrow = Self;

    const BYTES: usize = 16;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], at: usize) -> __m128i {
        let block = &bytes[at..at + 16];
        // SAFETY: the block has 16 bytes, and the load requires no alignment.
        unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_past(self, room: &mut [MaybeUninit<u8>], at: usize, block: __m128i) {
        let place = room[at..at + 16].as_mut_ptr();
        if place.addr().is_multiple_of(16) {
            // SAFETY: the slot has 16 bytes and is aligned.
            unsafe { _mm_stream_si128(place.cast(), block) }
        } else {
            self.store(room, at, block);
        }
    }

    #[inline(always)]
    fn end_past(self) {
        // SAFETY: all x86-64 processors have the instruction. (Newer compilers know that.)
        #[allow(unused_unsafe)]
        unsafe {
            _mm_sfence();
        }
    }

    #[inline(always)]
    fn prefetch(self, bytes: &[u8], at: usize) {
        let line = bytes.as_ptr().wrapping_add(at + AHEAD);
        // SAFETY: this is a hint, which never faults at any address. (Newer compilers know that.)
        #[allow(unused_unsafe)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(line.cast());
        }
    }

    #[inline(always)]
    fn load_twelves(self, bytes: &[u8], at: usize) -> __m128i {
        self.load(bytes, at)
    }

    #[inline(always)]
    fn store(self, room: &mut [MaybeUninit<u8>], at: usize, block: __m128i) {
        let room = &mut room[at..at + 16];
        // SAFETY: the room has 16 bytes, and the store requires no alignment.
        unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), block) }
    }

    #[inline(always)]
    fn repeat(self, bytes: &'static [u8; 16]) -> __m128i {
        self.load(bytes, 0)
    }

    #[inline(always)]
    fn of_number(self, number: u128) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_set_epi64x((number >> 64) as i64, number as i64) }
    }

    #[inline(always)]
    fn splat8(self, byte: u8) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn splat16(self, word: u16) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_set1_epi16(word as i16) }
    }

    #[inline(always)]
    fn splat32(self, word: u32) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_set1_epi32(word as i32) }
    }

    #[inline(always)]
    fn and(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_and_si128(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_or_si128(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_andnot_si128(b, a) }
    }

    #[inline(always)]
    fn add8(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_add_epi8(a, b) }
    }

    #[inline(always)]
    fn add16(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub8(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_sub_epi8(a, b) }
    }

    #[inline(always)]
    fn sub32(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_sub_epi32(a, b) }
    }

    #[inline(always)]
    fn saturating_sub8(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_subs_epu8(a, b) }
    }

    #[inline(always)]
    fn max8(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_max_epu8(a, b) }
    }

    #[inline(always)]
    fn max32(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_max_epu32(a, b) }
    }

    #[inline(always)]
    fn eq8(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_cmpeq_epi8(a, b) }
    }

    #[inline(always)]
    fn eq16(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_cmpeq_epi16(a, b) }
    }

    #[inline(always)]
    fn eq32(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_cmpeq_epi32(a, b) }
    }

    #[inline(always)]
    fn gt8(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_cmpgt_epi8(a, b) }
    }

    #[inline(always)]
    fn up16<const N: i32>(self, a: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_slli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn down16<const N: i32>(self, a: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_srli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn gt32(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_cmpgt_epi32(a, b) }
    }

    #[inline(always)]
    fn up32<const N: i32>(self, a: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_slli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn down32<const N: i32>(self, a: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_srli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn lookup(self, table: __m128i, index: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_shuffle_epi8(table, index) }
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, a: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe {
            match N {
                1 => _mm_slli_si128::<1>(a),
                2 => _mm_slli_si128::<2>(a),
                _ => _mm_slli_si128::<3>(a),
            }
        }
    }

    #[inline(always)]
    fn any(self, a: __m128i) -> bool {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_testz_si128(a, a) == 0 }
    }

    #[inline(always)]
    fn any_high(self, a: __m128i) -> bool {
        self.bits(a) != 0
    }

    #[inline(always)]
    fn bits(self, a: __m128i) -> u32 {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_movemask_epi8(a) as u32 }
    }

    #[inline(always)]
    fn sum8(self, a: __m128i) -> u64 {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe {
            let sums = _mm_sad_epu8(a, _mm_setzero_si128());
            _mm_extract_epi64::<0>(sums) as u64 + _mm_extract_epi64::<1>(sums) as u64
        }
    }

    #[inline(always)]
    fn zip8_low(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_unpacklo_epi8(a, b) }
    }

    #[inline(always)]
    fn zip8_high(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_unpackhi_epi8(a, b) }
    }

    #[inline(always)]
    fn zip16_low(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_unpacklo_epi16(a, b) }
    }

    #[inline(always)]
    fn zip16_high(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_unpackhi_epi16(a, b) }
    }

    #[inline(always)]
    fn widen8(self, a: __m128i) -> [__m128i; 2] {
        let zero = self.splat8(0);
        [self.zip8_low(a, zero), self.zip8_high(a, zero)]
    }

    #[inline(always)]
    fn widen16(self, a: __m128i) -> [__m128i; 2] {
        let zero = self.splat8(0);
        [self.zip16_low(a, zero), self.zip16_high(a, zero)]
    }

    #[inline(always)]
    fn pack16(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_packus_epi16(a, b) }
    }

    #[inline(always)]
    fn pack32(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token proves that the machine has SSE4.2.
        unsafe { _mm_packus_epi32(a, b) }
    }

    #[inline(always)]
    fn rows(self, rows: &'static [[u8; 16]; 256], keys: u32) -> __m128i {
        self.load(&rows[keys as usize & 0xFF], 0)
    }

    #[inline(always)]
    fn store_lane(self, room: &mut [MaybeUninit<u8>], at: usize, a: __m128i, _lane: usize) {
        self.store(room, at, a);
    }

    #[inline(always)]
    fn store_lane_widened<const BIG: bool>(
        self,
        room: &mut [MaybeUninit<u8>],
        at: usize,
        a: __m128i,
        _lane: usize,
    ) {
        let zero = self.splat8(0);
        let (a, b) = if BIG { (zero, a) } else { (a, zero) };
        let room = &mut room[at..at + 32];
        self.store(room, 0, self.zip16_low(a, b));
        self.store(room, 16, self.zip16_high(a, b));
    }
}
