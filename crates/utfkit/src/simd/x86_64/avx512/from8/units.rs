//! Code units out of planes of bytes.
//!
//! Words are unpacked: two shuffles bring the planes in the order in which that is right. Each
//! byte of a doubleword goes to its place by one shuffle of its whole plane, under a mask,
//! whatever the byte order.

use core::arch::x86_64::*;

use crate::simd::x86_64::avx512::{
    from8::{UTF32_BE, UTF32_LE, is_big, is_utf16, unit},
    registers::{BLOCK, IN_HALVES, Opaque, all, interleave},
};

/// In what order bytes become units of a form.
///
/// Masks are made of signs, rather than of numbers that a compiler knows: such it would take from a
/// general register again and again, on the port that kernels wait for.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// Of words the halves; of doublewords the unit that each byte is of, and a sign on those of
    /// bits 15 to 8.
    places: __m512i,
    /// Of doublewords a sign on the bytes of bits 15 to 0.
    low: __m512i,
}

/// For each byte of a register of units of `TO` the unit that it is of, and a sign on the bytes
/// from place `from` up to place `to`, of which the byte of bits 7 to 0 has the first. A shuffle
/// does not heed signs.
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

    /// Where the bytes of the doublewords come from that are in the register `at` that place.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn dwords(self, at: usize) -> __m512i {
        _mm512_or_si512(self.places, all((at * BLOCK / 4) as u8))
    }
}

/// The low two bytes of code values, in order.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    low: __m512i,
    middle: __m512i,
}

impl Packed {
    /// Those of planes, in the lanes that are `emitted`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn of(low: __m512i, middle: __m512i, emitted: u64) -> Self {
        Self {
            low: _mm512_maskz_compress_epi8(emitted, low),
            middle: _mm512_maskz_compress_epi8(emitted, middle),
        }
    }

    /// UTF-16 units, where there are no surrogates.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn words<const TO: u8>(self, order: Order) -> [__m512i; 2] {
        let Self { low, middle } = self;
        let [first, second] = if is_big(TO) { [middle, low] } else { [low, middle] };
        interleave(order.places, first, second)
    }

    /// UTF-32 units, where none exceeds two bytes.
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

/// UTF-32 `units` with `high` for their bits from 16 on.
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
