//! How long UTF-8 of any kind is in each UTF, with U+FFFD for each maximal subpart that is
//! ill-formed.
//!
//! Clean text is checked and measured by pieces that stay in the nearest cache. From an error on
//! the structure of blocks is read off them as masks, and population counts of the masks are all
//! that a length needs; nothing branches on errors. Some blocks without one go back to the first
//! loop.
//!
//! A text of one block is measured by the masks of its validation, if it is well-formed.
//!
//! Why it is right: what ends in a block is a character or a subpart, each one unit of UTF-32; in
//! UTF-16 a fourth octet adds one. In UTF-8 characters take the octets that they have, and U+FFFD
//! takes three: two more than the last octet of a subpart, less what the subpart has before it.
//! Cost: of clean text that of its validation and that of its length; behind an error, for 64
//! octets, 10 operations, 6 of them on port 5, 5 moves of masks, and some 50 on masks in general
//! registers.

use core::arch::x86_64::*;

use super::{
    length,
    structure::Reader,
    validate8,
    vector::{BLOCK, all, load, load_short},
};
use crate::{
    LossyLength, few,
    simd::{Form, kernels::LengthLossy, subparts8::Carry},
};

/// By the form that is measured for.
pub(super) const LENGTH_LOSSY: [Option<LengthLossy>; Form::COUNT] = [
    None,
    None,
    Some(measure::<{ length::UTF8 }>),
    Some(measure::<{ length::UTF16_LE }>),
    Some(measure::<{ length::UTF16_BE }>),
    Some(measure::<{ length::UTF32_LE }>),
    Some(measure::<{ length::UTF32_BE }>),
];

/// Octets of clean text that are checked, then measured.
const PIECE: usize = 16 << 10;

/// Blocks without an error after which the next is expected to be far.
const CALM: u32 = 4;

/// [`Kernels::length_lossy`](crate::simd::Kernels::length_lossy) from UTF-8 to the form `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn measure<const TO: u8>(src: &[u8]) -> LossyLength {
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
    if few::is_ascii(src) {
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
    let mut total = LossyLength::default();
    let mut rest = src;
    while !rest.is_empty() {
        let piece = &rest[..rest.len().min(PIECE)];
        let valid = validate8::validate(piece);
        let units = length::length::<{ length::UTF8 }, TO>(&piece[..valid]);
        total.units = total.units.saturating_add(units);
        rest = &rest[valid..];
        if rest.is_empty() {
            break;
        }
        // What the end of a piece cuts is no error yet.
        let whole = piece.len() - valid < 4 && valid > 0;
        if !whole || rest.len() < 4 {
            rest = damaged::<TO>(rest, &mut total);
        }
    }
    total
}

/// Adds what the start of `src` takes, up to some blocks without an error; gives what is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn damaged<'a, const TO: u8>(src: &'a [u8], total: &mut LossyLength) -> &'a [u8] {
    let (reader, mut carry) = (Reader::new(), Carry::default());
    let (mut units, mut replaced, mut calm) = (0, 0, 0);
    let mut at = 0;
    while at < src.len() && (calm < CALM || carry.is_open()) {
        let octets = (src.len() - at).min(BLOCK);
        let [block, next] = match src[at..].first_chunk::<{ BLOCK + 1 }>() {
            Some(window) => [load(window, 0), load(window, 1)],
            // Zeros behind the text continue nothing.
            None => [load_short(&src[at..at + octets]), load_short(&src[at + 1..])],
        };
        let structure = reader.read(block, next, &mut carry);
        let there = _bzhi_u64(!0, octets as u32);
        let count = |mask: u64| (mask & there).count_ones() as usize;
        let bad = count(structure.bad);
        units += match TO {
            length::UTF8 => octets + 2 * bad,
            length::UTF16_LE | length::UTF16_BE => count(structure.ends) + count(structure.fourths),
            _ => count(structure.ends),
        };
        if TO == length::UTF8 {
            units -= count(structure.bad & structure.covered);
            units -= count(structure.bad & structure.thirds);
        }
        replaced += bad;
        calm = if bad == 0 { calm + 1 } else { 0 };
        at += octets;
    }
    total.units = total.units.saturating_add(units);
    total.replaced += replaced;
    &src[at..]
}
