//! The AVX2 set, with registers of 32 bytes.
//!
//! Safety: an intrinsic requires only that the machine has its instructions. An [`Avx2`] token
//! proves this, because only functions with these target features make one. Loads and stores also
//! require memory, and their comments say which.

mod entries;
mod places;

use crate::simd::shared::text::Text;
use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    generic::vector::{EACH_BIT, Vector, number},
    x86_64::sse42::Sse42,
};

/// Returns `true` if this machine can run the set.
pub(in crate::simd) fn is_usable() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt");
    #[cfg(not(feature = "std"))]
    return cfg!(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt",
    ));
}

/// The proof that this machine has AVX2.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Avx2(());

/// The order of quarters that restores the order after operations on each half.
const IN_ORDER: i32 = 0b11_01_10_00;

impl Avx2 {
    #[inline(always)]
    fn halves(self, a: __m256i) -> [__m128i; 2] {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { [_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a)] }
    }

    #[inline(always)]
    fn half(self, a: __m256i, lane: usize) -> __m128i {
        let [low, high] = self.halves(a);
        if lane == 0 { low } else { high }
    }
}

impl Vector for Avx2 {
    type Register = __m256i;
    type Narrow = Sse42;

    const BYTES: usize = 32;

    #[inline(always)]
    fn narrow(self) -> Sse42 {
        // SAFETY: a machine with AVX2 has SSE4.2.
        unsafe { Sse42::new() }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], at: usize) -> __m256i {
        let block = &bytes[at..at + 32];
        // SAFETY: the block has 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_past(self, room: &mut [MaybeUninit<u8>], at: usize, block: __m256i) {
        let place = room[at..at + 32].as_mut_ptr();
        if place.addr().is_multiple_of(32) {
            // SAFETY: the slot has 32 bytes and is aligned.
            unsafe { _mm256_stream_si256(place.cast(), block) }
        } else {
            self.store(room, at, block);
        }
    }

    #[inline(always)]
    fn end_past(self) {
        self.narrow().end_past();
    }

    #[inline(always)]
    fn prefetch(self, bytes: &[u8], at: usize) {
        self.narrow().prefetch(bytes, at);
    }

    #[inline(always)]
    fn load_twelves(self, bytes: &[u8], at: usize) -> __m256i {
        let bytes = &bytes[at..at + 28];
        let [a, b] = [self.narrow().load(bytes, 0), self.narrow().load(bytes, 12)];
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b) }
    }

    #[inline(always)]
    fn store(self, room: &mut [MaybeUninit<u8>], at: usize, block: __m256i) {
        let room = &mut room[at..at + 32];
        // SAFETY: the room has 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), block) }
    }

    #[inline(always)]
    fn repeat(self, bytes: &'static [u8; 16]) -> __m256i {
        let bytes = self.narrow().load(bytes, 0);
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_broadcastsi128_si256(bytes) }
    }

    #[inline(always)]
    fn of_number(self, number: u128) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_zextsi128_si256(self.narrow().of_number(number)) }
    }

    #[inline(always)]
    fn load_short(self, bytes: &[u8]) -> __m256i {
        let v = self.narrow();
        let Some(at) = bytes.len().checked_sub(16) else { return self.of_number(number(bytes)) };
        // Keep those of the last sixteen bytes that are not among the first sixteen.
        let high = v.lookup(v.load(bytes, at), v.load(&places::FROM.0, 16 - at));
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_set_m128i(high, v.load(bytes, 0)) }
    }

    #[inline(always)]
    fn splat8(self, byte: u8) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn splat16(self, word: u16) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_set1_epi16(word as i16) }
    }

    #[inline(always)]
    fn splat32(self, word: u32) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_set1_epi32(word as i32) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn add8(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_add_epi8(a, b) }
    }

    #[inline(always)]
    fn add16(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub8(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_sub_epi8(a, b) }
    }

    #[inline(always)]
    fn sub32(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_sub_epi32(a, b) }
    }

    #[inline(always)]
    fn saturating_sub8(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_subs_epu8(a, b) }
    }

    #[inline(always)]
    fn max8(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_max_epu8(a, b) }
    }

    #[inline(always)]
    fn max32(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_max_epu32(a, b) }
    }

    #[inline(always)]
    fn eq8(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_cmpeq_epi8(a, b) }
    }

    #[inline(always)]
    fn eq16(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_cmpeq_epi16(a, b) }
    }

    #[inline(always)]
    fn eq32(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_cmpeq_epi32(a, b) }
    }

    #[inline(always)]
    fn gt8(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_cmpgt_epi8(a, b) }
    }

    #[inline(always)]
    fn up16<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_slli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn down16<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_srli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn gt32(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_cmpgt_epi32(a, b) }
    }

    #[inline(always)]
    fn up32<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_slli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn down32<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_srli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn lookup(self, table: __m256i, index: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_shuffle_epi8(table, index) }
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            let before = _mm256_permute2x128_si256::<0x08>(a, a);
            match N {
                1 => _mm256_alignr_epi8::<15>(a, before),
                2 => _mm256_alignr_epi8::<14>(a, before),
                _ => _mm256_alignr_epi8::<13>(a, before),
            }
        }
    }

    #[inline(always)]
    fn next16(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            let upper = _mm256_permute2x128_si256::<0x81>(a, a);
            _mm256_alignr_epi8::<2>(upper, a)
        }
    }

    #[inline(always)]
    fn any(self, a: __m256i) -> bool {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_testz_si256(a, a) == 0 }
    }

    #[inline(always)]
    fn any_high(self, a: __m256i) -> bool {
        self.bits(a) != 0
    }

    #[inline(always)]
    fn bits(self, a: __m256i) -> u32 {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_movemask_epi8(a) as u32 }
    }

    #[inline(always)]
    fn choose(self, mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_blendv_epi8(b, a, mask) }
    }

    #[inline(always)]
    fn spread(self, bits: u32) -> __m256i {
        /// Each of four bytes, eight times.
        static EIGHTS: [u8; 32] = [
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3,
            3, 3, 3,
        ];
        let eights = self.lookup(self.splat32(bits), self.load(&EIGHTS, 0));
        let each = self.repeat(&EACH_BIT);
        self.eq8(self.and(eights, each), each)
    }

    #[inline(always)]
    fn sum8(self, a: __m256i) -> u64 {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            let sums = _mm256_sad_epu8(a, _mm256_setzero_si256());
            let [a, b] = self.halves(sums);
            let sums = _mm_add_epi64(a, b);
            _mm_extract_epi64::<0>(sums) as u64 + _mm_extract_epi64::<1>(sums) as u64
        }
    }

    #[inline(always)]
    fn zip8_low(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_unpacklo_epi8(a, b) }
    }

    #[inline(always)]
    fn zip8_high(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_unpackhi_epi8(a, b) }
    }

    #[inline(always)]
    fn zip16_low(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_unpacklo_epi16(a, b) }
    }

    #[inline(always)]
    fn zip16_high(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_unpackhi_epi16(a, b) }
    }

    #[inline(always)]
    fn widen8(self, a: __m256i) -> [__m256i; 2] {
        let [a, b] = self.halves(a);
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { [_mm256_cvtepu8_epi16(a), _mm256_cvtepu8_epi16(b)] }
    }

    #[inline(always)]
    fn load_as_words<const BIG: bool>(self, bytes: &[u8]) -> [__m256i; 2] {
        let bytes = &bytes[..32];
        if BIG {
            // This costs three operations on the shuffle port, as widening does in the other byte
            // order.
            // SAFETY: the token proves that the machine has AVX2.
            let bytes = unsafe { _mm256_permute4x64_epi64::<IN_ORDER>(self.load(bytes, 0)) };
            let zero = self.splat8(0);
            return [self.zip8_low(zero, bytes), self.zip8_high(zero, bytes)];
        }
        let v = self.narrow();
        let [a, b] = [v.load(bytes, 0), v.load(bytes, 16)];
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { [_mm256_cvtepu8_epi16(a), _mm256_cvtepu8_epi16(b)] }
    }

    #[inline(always)]
    fn load_widened<F: Text, T: Text>(self, bytes: &[u8], at: usize) -> [__m256i; 2] {
        let bytes = &bytes[at..at + 32];
        if F::BIG || T::BIG {
            // This costs three operations for any byte orders; the other case costs two.
            // SAFETY: the token proves that the machine has AVX2.
            let words = unsafe { _mm256_permute4x64_epi64::<IN_ORDER>(self.load(bytes, 0)) };
            let low = self.repeat(&const { places::widened(F::BIG, T::BIG, 0) });
            let high = self.repeat(&const { places::widened(F::BIG, T::BIG, 8) });
            return [self.lookup(words, low), self.lookup(words, high)];
        }
        let v = self.narrow();
        let [a, b] = [v.load(bytes, 0), v.load(bytes, 16)];
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { [_mm256_cvtepu16_epi32(a), _mm256_cvtepu16_epi32(b)] }
    }

    #[inline(always)]
    fn load_as_double_words(self, bytes: &[u8]) -> [__m256i; 4] {
        let bytes = &bytes[..32];
        // SAFETY: each load reads eight of the 32 bytes, and requires no alignment.
        let [a, b, c, d] = unsafe {
            [
                _mm_loadl_epi64(bytes.as_ptr().cast()),
                _mm_loadl_epi64(bytes[8..].as_ptr().cast()),
                _mm_loadl_epi64(bytes[16..].as_ptr().cast()),
                _mm_loadl_epi64(bytes[24..].as_ptr().cast()),
            ]
        };
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            [
                _mm256_cvtepu8_epi32(a),
                _mm256_cvtepu8_epi32(b),
                _mm256_cvtepu8_epi32(c),
                _mm256_cvtepu8_epi32(d),
            ]
        }
    }

    #[inline(always)]
    fn widen16(self, a: __m256i) -> [__m256i; 2] {
        let [a, b] = self.halves(a);
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { [_mm256_cvtepu16_epi32(a), _mm256_cvtepu16_epi32(b)] }
    }

    #[inline(always)]
    fn pack16(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_permute4x64_epi64::<IN_ORDER>(_mm256_packus_epi16(a, b)) }
    }

    #[inline(always)]
    fn beyond_ascii16(self, a: __m256i, b: __m256i) -> u32 {
        // Words above 0x7F become negative, and packing keeps the sign.
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            let up = _mm256_set1_epi16(0x7F80);
            let signs = _mm256_packs_epi16(_mm256_adds_epu16(a, up), _mm256_adds_epu16(b, up));
            _mm256_movemask_epi8(_mm256_permute4x64_epi64::<IN_ORDER>(signs)) as u32
        }
    }

    #[inline(always)]
    fn pack32(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_permute4x64_epi64::<IN_ORDER>(_mm256_packus_epi32(a, b)) }
    }

    // The order is restored once, at the end.
    #[inline(always)]
    fn pack32_twice(self, [a, b, c, d]: [__m256i; 4]) -> __m256i {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            let words = [_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d)];
            let bytes = _mm256_packus_epi16(words[0], words[1]);
            _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
        }
    }

    #[inline(always)]
    fn rows(self, rows: &'static [[u8; 16]; 256], keys: u32) -> __m256i {
        let [a, b] = [keys, keys >> 16].map(|key| &rows[key as usize & 0xFF]);
        let [a, b] = [self.narrow().load(a, 0), self.narrow().load(b, 0)];
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b) }
    }

    #[inline(always)]
    fn store_lane(self, room: &mut [MaybeUninit<u8>], at: usize, a: __m256i, lane: usize) {
        self.narrow().store(room, at, self.half(a, lane));
    }

    #[inline(always)]
    fn store_lane_widened<const BIG: bool>(
        self,
        room: &mut [MaybeUninit<u8>],
        at: usize,
        a: __m256i,
        lane: usize,
    ) {
        // SAFETY: the token proves that the machine has AVX2.
        let wide = unsafe { _mm256_cvtepu16_epi32(self.half(a, lane)) };
        // SAFETY: the token proves that the machine has AVX2.
        self.store(room, at, if BIG { unsafe { _mm256_slli_epi32::<16>(wide) } } else { wide });
    }
}
