//! How long UTF-8 of any kind is in each UTF, with U+FFFD for each maximal subpart that is
//! ill-formed.
//!
//! Clean text is measured by [`pieces`]. From an error on the structure of blocks is read off them as
//! masks, and population counts of the masks are all that a length needs; nothing branches on
//! errors. A text of one block is measured by the masks of its validation, if it is well-formed.
//!
//! Why it is right: as [`Structure::length`](crate::simd::shared::utf8_subparts::Structure::length) says.
//! Cost: of clean text that of its validation and that of its length; behind an error, for 64
//! bytes, 10 operations, 6 of them on port 5, 5 moves of masks, and some 50 on masks in general
//! registers.

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

/// Blocks without an error after which the next is expected to be far.
const CALM: u32 = 4;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-8 to the form `TO`.
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

/// How many units `src`, at most a block, takes, if it is well-formed.
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

/// [`measure`] of a block at most in which there is an error.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn measure_damaged<const TO: u8>(src: &[u8]) -> LossyLength {
    let mut total = LossyLength::default();
    damaged::<TO>(src, &mut total);
    total
}

/// [`measure`] of more than a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn measure_long<const TO: u8>(src: &[u8]) -> LossyLength {
    let length: Length = match Form::ALL[TO as usize].unit() {
        // AVX2 counts characters as fast.
        4 => Avx2::length::<Utf8, Utf32<false>>,
        _ => length::length::<{ length::UTF8 }, TO>,
    };
    // SAFETY: all are of this set.
    unsafe { pieces::length_lossy(validate8::validate, length, damaged::<TO>, src) }
}

/// [`Damaged`](pieces::Damaged).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn damaged<'a, const TO: u8>(src: &'a [u8], total: &mut LossyLength) -> &'a [u8] {
    let (reader, mut carry) = (Reader::new(), Carry::default());
    let (mut units, mut replaced, mut calm) = (0, 0, 0);
    let mut at = 0;
    while at < src.len() && (calm < CALM || carry.is_open()) {
        let bytes = (src.len() - at).min(BLOCK);
        let [block, next] = match src[at..].first_chunk::<{ BLOCK + 1 }>() {
            Some(window) => [load(window, 0), load(window, 1)],
            // Zeros behind the text continue nothing.
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
