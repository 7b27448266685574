//! UTF-8 of any kind to UTF-16 and UTF-32, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! The planes are those of the strict conversion; what is emitted, and where U+FFFD is blended in, are
//! masks that [`structure`](crate::simd::x86_64::avx512::structure) reads off the text. There is no check, and no
//! restart behind an error: text with damage goes as fast as text without.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    BLOCK, STEP, Tools, is_utf16, most,
    planes::{Octets, Planes},
    unit, widen,
};
use crate::{
    segment,
    simd::{
        LossyProgress, Progress,
        x86_64::avx512::structure::{Carry, Reader},
    },
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
) -> LossyProgress {
    let done = widen::all::<TO>(src, dst);
    // Whatever comes next needs a unit at least.
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return LossyProgress { read: done.read, written: done.written, replaced: 0 };
    }
    convert_from::<TO>(src, dst, done)
}

/// [`convert`], from where `done` says on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn convert_from<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> LossyProgress {
    let (carry, reader, tools) = (Carry::default(), Reader::new(), Tools::new());
    let mut run = Run { src, dst, done, replaced: 0, carry, reader, tools };
    run.blocks::<TO>();
    while run.last_block::<TO>() {}
    LossyProgress { read: run.done.read, written: run.done.written, replaced: run.replaced }
}

impl Run<'_> {
    /// Takes blocks while there is text behind them and room for what they may become.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks<const TO: u8>(&mut self) {
        let src = self.src;
        loop {
            if !self.carry.is_open() {
                widen::steps::<TO>(src, self.dst, &mut self.done);
            }
            if self.done.read == 0 && src.len() > BLOCK && self.has_room::<TO>() {
                self.emit::<TO>(Octets::first(src));
            }
            loop {
                let window = src
                    .get(self.done.read.wrapping_sub(3)..)
                    .and_then(<[u8]>::first_chunk::<{ 3 + STEP + 1 }>);
                let Some(window) = window.filter(|_| self.has_room::<TO>()) else { return };
                let octets = [Octets::of(window, 0), Octets::of(window, BLOCK)];
                self.emit::<TO>(octets[0]);
                self.emit::<TO>(octets[1]);
                let any = _mm512_or_si512(octets[0].block, octets[1].block);
                if _mm512_movepi8_mask(any) == 0 {
                    break;
                }
            }
        }
    }

    /// Whether there is room for whatever a step may become.
    #[inline(always)]
    fn has_room<const TO: u8>(&self) -> bool {
        self.dst.len() - self.done.written >= 2 * most(TO)
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
