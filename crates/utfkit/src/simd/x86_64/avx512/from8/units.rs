//! Makes code units from planes of bytes.
//!
//! Words are unpacked, after two shuffles that put the planes into the order in which unpacking
//! gives the words in order. Each byte of a double word gets to its place by one shuffle of its
//! whole plane, under a mask, in any byte order.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::{
    from8::{UTF32_BE, UTF32_LE, is_big, is_utf16, unit},
    registers::{BLOCK, IN_HALVES, Opaque, all, interleave},
};

/// The order in which bytes become units of a form.
///
/// Masks are made from signs, not from constants that the compiler knows. It would move such a
/// constant from a general register again and again, on the port that limits kernels.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// For words, the order of their halves. For double words, the unit of each byte, with a sign
    /// on the bytes of bits 15 to 8.
    places: __m512i,
    /// For double words, a sign on the bytes of bits 15 to 0.
    low: __m512i,
}

/// Returns, for each byte of a register of units of `TO`, the unit that it belongs to. The bytes
/// with a significance in `from..to` have a sign. The byte of bits 7 to 0 has significance 0. A
/// shuffle ignores signs.
const fn places<const TO: u8>(from: usize, to: usize) -> Opaque {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let place = if is_big(TO) { unit(TO) - 1 - at % unit(TO) } else { at % unit(TO) };
        let sign = if from <= place && place < to { 0x80 } else { 0 };
        places[at] = (at / unit(TO)) as u8 | sign;
        at += 1;
    }
    Opaque(places)
}

impl Order {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn new<const TO: u8>() -> Self {
        static MIDDLE: [Opaque; 2] = [places::<UTF32_LE>(1, 2), places::<UTF32_BE>(1, 2)];
        static LOW: [Opaque; 2] = [places::<UTF32_LE>(0, 2), places::<UTF32_BE>(0, 2)];
        if is_utf16(TO) {
            let places = IN_HALVES.load();
            return Self { places, low: places };
        }
        let big = usize::from(is_big(TO));
        Self { places: MIDDLE[big].load(), low: LOW[big].load() }
    }

    /// Returns the sources of the bytes for register number `at` of double words.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn dwords(self, at: usize) -> __m512i {
        _mm512_or_si512(self.places, all((at * BLOCK / 4) as u8))
    }
}

/// The lower two bytes of code values, in order.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    low: __m512i,
    middle: __m512i,
}

impl Packed {
    /// Compresses the planes to the lanes `emitted`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn of(low: __m512i, middle: __m512i, emitted: u64) -> Self {
        Self {
            low: _mm512_maskz_compress_epi8(emitted, low),
            middle: _mm512_maskz_compress_epi8(emitted, middle),
        }
    }

    /// Returns units of UTF-16, if there are no surrogates.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn words<const TO: u8>(self, order: Order) -> [__m512i; 2] {
        let Self { low, middle } = self;
        let [first, second] = if is_big(TO) { [middle, low] } else { [low, middle] };
        interleave(order.places, first, second)
    }

    /// Returns units of UTF-32, if none exceeds two bytes.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn dwords<const TO: u8>(self, order: Order) -> [__m512i; 4] {
        let low = _mm512_movepi8_mask(order.low);
        let middle = _mm512_movepi8_mask(order.places);
        [0, 1, 2, 3].map(|at| {
            let places = order.dwords(at);
            let dwords = _mm512_maskz_permutexvar_epi8(low, places, self.low);
            _mm512_mask_permutexvar_epi8(dwords, middle, places, self.middle)
        })
    }
}

/// Returns the UTF-32 `units` with `high` as their bits from 16 on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn with_high<const TO: u8>(
    units: [__m512i; 4],
    high: __m512i,
    order: Order,
) -> [__m512i; 4] {
    let lanes = if is_big(TO) { 0x2222_2222_2222_2222 } else { 0x4444_4444_4444_4444 };
    [0, 1, 2, 3].map(|at| _mm512_mask_permutexvar_epi8(units[at], lanes, order.dwords(at), high))
}
