//! UTF-8 to UTF-16 and UTF-32, sixty-four octets at a time whatever the text.
//!
//! Every character is decoded *at the place of its last octet*, in planes of octets: the low eight bits
//! of each code value in one register, the next eight in another. The octets before come from loads at
//! `p - 1`, `p - 2` and `p - 3`; shifts within octets are affine maps, which can be masked. Only then
//! are the planes compressed to the places where characters end, and interleaved to words. So the
//! stride is fixed, and nothing in the loop waits for what a block holds but the output pointer.
//!
//! A supplementary character emits two words in UTF-16: the high surrogate at its third octet, where
//! the same planes spell the bits that it needs, and the low one at its fourth.
//!
//! Why it is right: the check of [`validate8`](super::validate8) runs over the same registers, and a block with an
//! error is emitted only up to the boundary before it. A character ends where the octet behind it is no
//! continuation; the exception, a stray continuation behind a complete character, is an error, and
//! [`Run::stop`] sees to it. Cost: about 28 operations for 64 octets, 12 of them on port 5.

pub(super) mod lossy;
mod narrow;
mod planes;
mod widen;

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    validate8::Checker,
    vector::{BLOCK, IN_HALVES, load},
};
use crate::{
    form::is_continuation,
    simd::{Form, Progress, pairs8::start_of, portable},
};
use planes::{Octets, Planes};

/// What is written.
pub(super) const UTF16_LE: u8 = Form::Utf16Le as u8;
pub(super) const UTF16_BE: u8 = Form::Utf16Be as u8;
pub(super) const UTF32_LE: u8 = Form::Utf32Le as u8;
pub(super) const UTF32_BE: u8 = Form::Utf32Be as u8;

const fn is_utf16(to: u8) -> bool {
    matches!(to, UTF16_LE | UTF16_BE)
}

const fn is_big(to: u8) -> bool {
    matches!(to, UTF16_BE | UTF32_BE)
}

/// How many octets a code unit has.
const fn unit(to: u8) -> usize {
    if is_utf16(to) { 2 } else { 4 }
}

/// The most octets that a block of input becomes: a unit each.
const fn most(to: u8) -> usize {
    BLOCK * unit(to)
}

/// Octets that are taken at once where there are as many.
const STEP: usize = 2 * BLOCK;

/// How many steps in a row must be narrow before a loop for narrow text pays.
const STREAK: u32 = 4;

/// A conversion under way. `done.read` is where the next block begins, which may be inside a character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    tools: Tools,
}

/// Constants in registers.
struct Tools {
    checker: Checker,
    halves: __m512i,
}

impl Tools {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new() -> Self {
        Self { checker: Checker::new(), halves: IN_HALVES.load() }
    }
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    // Most texts are short and ASCII: they should not pay for what the others need.
    let done = widen::all::<TO>(src, dst);
    // Whatever comes next needs a unit at least.
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    convert_from::<TO, false>(src, dst, done)
}

/// [`Kernels::convert_known`](crate::simd::Kernels::convert_known) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert_known<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let done = widen::all::<TO>(src, dst);
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    convert_from::<TO, true>(src, dst, done)
}

/// [`convert`], from where `done` says on. If the text is `KNOWN` to be well-formed, whole steps are not
/// checked, which takes a quarter of their time.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn convert_from<const TO: u8, const KNOWN: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> Progress {
    let mut run = Run { src, dst, done, tools: Tools::new() };
    if src.len() - done.read > BLOCK + STEP
        && run.dst.len() - done.written >= most(TO)
        && (done.read > 0 || run.first_block::<TO>())
    {
        run.steps::<TO, KNOWN>();
    }
    loop {
        if let Some(done) = run.careful_block::<TO>() {
            return done;
        }
    }
}

/// The octets of a step and its surroundings.
type Window = [u8; 3 + STEP + 1];

impl Run<'_> {
    /// The next step and its surroundings, if there is one and room for what it becomes.
    #[inline(always)]
    fn window<const TO: u8>(&self) -> Option<&Window> {
        let room = self.dst.len() - self.done.written;
        if room < 2 * most(TO) {
            return None;
        }
        self.src[self.done.read - 3..].first_chunk()
    }

    /// Takes the first block; `false` if there is an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn first_block<const TO: u8>(&mut self) -> bool {
        let first = Octets::first(self.src);
        let right = self.is_right(&[first]);
        if right {
            self.emit::<TO>(first);
        }
        right
    }

    /// Takes steps while there are any, up to an error. The first block is taken already.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn steps<const TO: u8, const KNOWN: bool>(&mut self) {
        let (mut streak, mut narrow) = (0, true);
        while let Some(window) = self.window::<TO>() {
            let blocks = [load(window, 3), load(window, 3 + BLOCK)];
            if _mm512_movepi8_mask(_mm512_or_si512(blocks[0], blocks[1])) == 0
                && widen::stands_alone(window)
            {
                widen::steps::<TO>(self.src, self.dst, &mut self.done);
                continue;
            }
            streak = if narrow::is_narrow(window, blocks) { streak + 1 } else { 0 };
            if streak >= STREAK && narrow {
                // What it had to give back holds an error, which the general path will reach.
                narrow = self.narrow::<TO>();
                streak = 0;
                continue;
            }
            let octets = [Octets::of(window, 0), Octets::of(window, BLOCK)];
            if !KNOWN && !self.is_right(&octets) {
                return;
            }
            self.emit::<TO>(octets[0]);
            self.emit::<TO>(octets[1]);
        }
    }

    /// Whether there is no error in `blocks`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn is_right<const N: usize>(&self, blocks: &[Octets; N]) -> bool {
        let mut wrong = _mm512_setzero_si512();
        for octets in blocks {
            wrong = _mm512_or_si512(wrong, self.tools.checker.wrong(octets.block, octets.before));
        }
        _mm512_test_epi8_mask(wrong, wrong) == 0
    }

    /// Emits a block that is right, where there is room for a whole one.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn emit<const TO: u8>(&mut self, octets: Octets) {
        let planes = Planes::of::<TO>(octets, &self.tools);
        planes.store::<TO>(&self.tools, self.dst, &mut self.done);
        self.done.read += BLOCK;
    }

    /// Takes a block that may be cut short by the end of the text, an error, or the end of the room;
    /// gives the result if it was.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn careful_block<const TO: u8>(&mut self) -> Option<Progress> {
        let at = self.done.read;
        let there = (self.src.len() - at).min(BLOCK);
        if there == 0 {
            return Some(self.stop::<TO>());
        }
        if let Some(taken) = widen::short::<TO>(self.src, self.dst, &mut self.done) {
            return if taken < BLOCK { Some(self.done) } else { None };
        }
        let octets = Octets::at(self.src, at);
        let wrong = self.tools.checker.wrong(octets.block, octets.before);
        // Zeros behind the text show what is incomplete at its end, unless the block is full.
        let right = (_mm512_test_epi8_mask(wrong, wrong).trailing_zeros() as usize).min(there);
        // At the end of the text the last octets may be an open sequence, which nothing shows as wrong.
        let whole = right == BLOCK && at + BLOCK < self.src.len();
        // What is emitted ends where the well-formed text ends, or with the block.
        let end = if whole { at + BLOCK } else { start_of(self.src, at + right) };
        if end <= at {
            return Some(self.stop::<TO>());
        }
        let mut planes = Planes::of::<TO>(octets, &self.tools);
        if !whole {
            // A stray continuation behind it hides that a character ends here.
            planes.emitted |= 1 << (end - at - 1);
        }
        planes.emitted &= _bzhi_u64(!0, (end - at) as u32);
        let room = (self.dst.len() - self.done.written) / unit(TO);
        if (planes.emitted.count_ones() as usize) > room {
            // The lane of the first unit that has no room; it belongs to the character that is left.
            let lane = _pdep_u64(1 << room, planes.emitted).trailing_zeros() as usize;
            planes.emitted &= _bzhi_u64(!0, lane as u32);
            planes.store_exact::<TO>(&self.tools, self.dst, &mut self.done);
            let half = is_utf16(TO) && planes.fourths >> lane & 1 == 1;
            let read = start_of(self.src, at + lane);
            let written = self.done.written - if half { unit(TO) } else { 0 };
            return Some(Progress { read, written });
        }
        planes.store_exact::<TO>(&self.tools, self.dst, &mut self.done);
        self.done.read = end;
        if whole { None } else { Some(self.done) }
    }

    /// The result where the next block cannot be taken: at its start, or before the character that is
    /// open there.
    ///
    /// What was emitted for the last character before depends on what stands behind it, which may be
    /// ill-formed: so that character is taken back and converted by the portable kernel.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    fn stop<const TO: u8>(&mut self) -> Progress {
        let at = self.done.read;
        if at == self.src.len() && self.src.last().is_none_or(u8::is_ascii) {
            return self.done;
        }
        let octet_is_continuation =
            |at: usize| self.src.get(at).is_some_and(|&o| is_continuation(o));
        let Some(last) = (at.saturating_sub(4)..at).rfind(|&at| !octet_is_continuation(at)) else {
            return self.done;
        };
        let third = |at: usize| is_utf16(TO) && at >= 2 && self.src[at - 2] >= 0xF0;
        let emitted = (last..at).filter(|&at| !octet_is_continuation(at + 1) || third(at)).count();
        let written = self.done.written - emitted * unit(TO);
        let rest = portable_convert::<TO>(&self.src[last..at], &mut self.dst[written..]);
        Progress { read: last + rest.read, written: written + rest.written }
    }
}

/// The portable kernel for the same pair.
fn portable_convert<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    portable::KERNELS.convert(Form::Utf8, Form::ALL[TO as usize], src, dst)
}
