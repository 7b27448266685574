//! Measures any UTF-8 in each UTF, with U+FFFD for each ill-formed maximal subpart.
//!
//! [`pieces`] measures well-formed text. From an error on, the structure of each block is read off
//! it as masks. A length depends only on the number of bits in these. There is no branch that
//! depends on errors. A text of one block is measured by the masks of its validation, if it is
//! well-formed.
//!
//! Correctness: see [`Structure::length`](crate::simd::shared::utf8_subparts::Structure::length).
//! Cost, for well-formed text: validation plus measuring. After an error, 64 bytes take 10
//! operations, 6 of them on port 5, and 5 moves of masks. About 50 operations on masks in general
//! registers are added.

use crate::simd::generic::set::Set;
use core::arch::x86_64::*;

use crate::{
    LossyLength,
    form::{Utf8, Utf32},
    simd::{
        Form,
        shared::{by_pieces as pieces, kernel::Length, utf8_subparts::Carry},
        short,
        x86_64::{
            avx2::Avx2,
            avx512::{
                count::length,
                registers::{BLOCK, all, load, load_short, subpart_masks::Reader},
                validate::utf8 as validate8,
            },
        },
    },
};

/// The number of blocks without an error after which the next error is expected to be far away.
const CALM: u32 = 4;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-8 to the form
/// `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn measure<const TO: u8>(src: &[u8]) -> LossyLength {
    if src.len() > BLOCK {
        return measure_long::<TO>(src);
    }
    match short::<TO>(src) {
        Some(units) => LossyLength { units, ..LossyLength::default() },
        None => measure_damaged::<TO>(src),
    }
}

/// Returns the number of units that `src`, at most one block, takes. Returns `None` if `src` is
/// ill-formed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn short<const TO: u8>(src: &[u8]) -> Option<usize> {
    if short::is_ascii(src) {
        return Some(src.len());
    }
    let block = validate8::valid_block(src)?;
    let continuations = || _mm512_cmple_epi8_mask(block, all(0xBF)).count_ones() as usize;
    let fours = || _mm512_cmpge_epu8_mask(block, all(0xF0)).count_ones() as usize;
    Some(match TO {
        length::UTF8 => src.len(),
        length::UTF16_LE | length::UTF16_BE => src.len() - continuations() + fours(),
        _ => src.len() - continuations(),
    })
}

/// Implements [`measure`] for at most one block with an error.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn measure_damaged<const TO: u8>(src: &[u8]) -> LossyLength {
    let mut total = LossyLength::default();
    damaged::<TO>(src, &mut total);
    total
}

/// Implements [`measure`] for more than one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn measure_long<const TO: u8>(src: &[u8]) -> LossyLength {
    let length: Length = match Form::ALL[TO as usize].unit() {
        // AVX2 counts characters as fast.
        4 => Avx2::length::<Utf8, Utf32<false>>,
        _ => length::length::<{ length::UTF8 }, TO>,
    };
    // SAFETY: these functions require the target features of this one and AVX2, which every machine
    // that runs this set has.
    unsafe { pieces::length_lossy(validate8::validate, length, damaged::<TO>, src) }
}

/// Implements [`Damaged`](pieces::Damaged).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn damaged<'a, const TO: u8>(src: &'a [u8], total: &mut LossyLength) -> &'a [u8] {
    let (reader, mut carry) = (Reader::new(), Carry::default());
    let (mut units, mut replaced, mut calm) = (0, 0, 0);
    let mut at = 0;
    while at < src.len() && (calm < CALM || carry.is_open()) {
        let bytes = (src.len() - at).min(BLOCK);
        let [block, next] = match src[at..].first_chunk::<{ BLOCK + 1 }>() {
            Some(window) => [load(window, 0), load(window, 1)],
            // The zeros after the text are not continuations.
            None => [load_short(&src[at..at + bytes]), load_short(&src[at + 1..])],
        };
        let structure = reader.read(block, next, &mut carry);
        let length = structure.length(Form::ALL[TO as usize].unit(), bytes);
        units += length.units;
        replaced += length.replaced;
        calm = if length.replaced == 0 { calm + 1 } else { 0 };
        at += bytes;
    }
    total.units = total.units.saturating_add(units);
    total.replaced += replaced;
    &src[at..]
}
