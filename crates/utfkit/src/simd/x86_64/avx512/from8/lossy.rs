//! UTF-8 of any kind to UTF-16 and UTF-32, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! The planes are those of the strict conversion; what is emitted, and where U+FFFD is blended in, are
//! masks that [`subparts8`](crate::simd::subparts8) reads off the text. There is no check, and no
//! restart behind an error: text with damage goes as fast as text without.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    BLOCK, Tools, ends, is_utf16, most,
    planes::{Octets, Planes},
    unit, widen,
};
use crate::{
    segment,
    simd::{Progress, subparts8::Carry, x86_64::avx512::structure::Reader},
};

/// A conversion under way. `done.read` is where the next block begins, which may be inside a character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    replaced: usize,
    carry: Carry,
    reader: Reader,
    tools: Tools,
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd::x86_64::avx512) fn convert<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() <= BLOCK {
        return short::<TO>(src, dst, replaced);
    }
    let done = widen::all::<TO>(src, dst);
    // Whatever comes next needs a unit at least.
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    convert_from::<TO>(src, dst, done, replaced)
}

/// [`convert`] of at most a block. It is tried as it is: most short texts have no errors.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn short<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    let done = ends::right_short::<TO, true>(src, dst);
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    convert_from::<TO>(src, dst, done, replaced)
}

/// [`convert`], from where `done` says on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn convert_from<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let (carry, reader, tools) = (Carry::default(), Reader::new(), Tools::new());
    let mut run = Run { src, dst, done, replaced: 0, carry, reader, tools };
    run.blocks::<TO>();
    while run.last_block::<TO>() {}
    *replaced += run.replaced;
    run.done
}

impl Run<'_> {
    /// Takes blocks while there is text behind them and room for what they may become.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks<const TO: u8>(&mut self) {
        let src = self.src;
        // How many blocks in a row were ASCII: a step of it may be followed by more.
        let mut ascii = 2;
        while self.has_room::<TO>() {
            if ascii >= 2 && !self.carry.is_open() {
                widen::steps::<TO>(src, self.dst, &mut self.done);
                ascii = 0;
                continue;
            }
            let octets = if self.done.read > 0 {
                let window = src[self.done.read - 3..].first_chunk::<{ 3 + BLOCK + 1 }>();
                let Some(window) = window else { return };
                Octets::of(window, 0)
            } else if src.len() > BLOCK {
                Octets::first(src)
            } else {
                return;
            };
            // The only call, so that it is inlined: else all of `octets` would go through memory.
            self.emit::<TO>(octets);
            ascii = if _mm512_movepi8_mask(octets.block) == 0 { ascii + 1 } else { 0 };
        }
    }

    /// Whether there is room for whatever a block may become.
    #[inline(always)]
    fn has_room<const TO: u8>(&self) -> bool {
        self.dst.len() - self.done.written >= most(TO)
    }

    /// Emits a block where there is room for a whole one.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn emit<const TO: u8>(&mut self, octets: Octets) {
        let structure = self.reader.read(octets.block, octets.next, &mut self.carry);
        let planes = Planes::lossy::<TO>(octets, &structure);
        planes.store::<TO>(&self.tools, self.dst, &mut self.done);
        self.done.read += BLOCK;
        self.replaced += structure.bad.count_ones() as usize;
    }

    /// Takes a block that may be cut short by the end of the text or of the room; `false` if it is the
    /// last.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn last_block<const TO: u8>(&mut self) -> bool {
        let at = self.done.read;
        let there = (self.src.len() - at).min(BLOCK);
        let octets = Octets::at(self.src, at);
        let structure = self.reader.read(octets.block, octets.next, &mut self.carry);
        let mut planes = Planes::lossy::<TO>(octets, &structure);
        planes.emitted &= _bzhi_u64(!0, there as u32);
        let room = (self.dst.len() - self.done.written) / unit(TO);
        let full = planes.emitted.count_ones() as usize > room;
        // The lane of the first unit that has no room; it belongs to the sequence that is left.
        let lane = if full { _pdep_u64(1 << room, planes.emitted).trailing_zeros() } else { 64 };
        planes.emitted &= _bzhi_u64(!0, lane);
        planes.store_exact::<TO>(&self.tools, self.dst, &mut self.done, there);
        self.replaced += (structure.bad & planes.emitted).count_ones() as usize;
        if full {
            self.done.read = segment::floor(self.src.into(), at + lane as usize);
            // The high surrogate of the character that is left had room.
            let half = is_utf16(TO) && structure.fourths >> lane & 1 == 1;
            self.done.written -= if half { unit(TO) } else { 0 };
            return false;
        }
        self.done.read += there;
        self.done.read < self.src.len()
    }
}
