//! UTF-8 to UTF-16 and UTF-32, sixty-four bytes at a time whatever the text.
//!
//! Every character is decoded *at the place of its last byte*, in planes of bytes: the low eight
//! bits of each code value in one register, the next eight in another. The bytes before come from
//! loads at `p - 1`, `p - 2` and `p - 3`; shifts within bytes are affine maps, which can be
//! masked. Only then are the planes compressed to the places where characters end, and interleaved
//! to words. So the stride is fixed, and nothing in the loop waits for what a block holds but the
//! output pointer.
//!
//! A supplementary character emits two words in UTF-16: the high surrogate at its third byte,
//! where the same planes spell the bits that it needs, and the low one at its fourth.
//!
//! Why it is right: the check of [`validate8`](crate::simd::x86_64::avx512::validate::utf8) runs over the same registers, and
//! a block with an error is emitted only up to the boundary before it. A character ends where the
//! byte behind it is no continuation; the exception, a stray continuation behind a complete
//! character, is an error, and [`Run::stop`] sees to it. Cost: about 27 operations for 64 bytes,
//! 13 of them on port 5, where no lead of four bytes is near, which is asked once for 128 bytes;
//! else five more. Runs of characters of one length, and of ASCII, have loops of their own
//! ([`widen`], [`narrow`], [`runs`]), which cost less.

pub(in crate::simd) mod copy;
mod ends;
pub(in crate::simd) mod lossy;
mod narrow;
mod planes;
mod runs;
pub(in crate::simd) mod to8_lossy;
pub(in crate::simd) mod to_latin1;
mod units;
mod widen;

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::is_continuation,
    simd::{
        Form, Progress,
        x86_64::avx512::{
            from8::{
                planes::{Bytes, Planes},
                units::Order,
            },
            registers::{BLOCK, all, load},
            validate::utf8::Checker,
        },
    },
};

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

/// How many bytes a code unit has.
const fn unit(to: u8) -> usize {
    if is_utf16(to) { 2 } else { 4 }
}

/// The most bytes that a block of input becomes: a unit each.
const fn most(to: u8) -> usize {
    BLOCK * unit(to)
}

/// Bytes that are taken at once where there are as many.
const STEP: usize = 2 * BLOCK;

/// Bytes of a text that is looked at as a whole.
const BRIEF: usize = 4 * BLOCK;

/// How many steps in a row must be narrow before a loop for narrow text pays.
const STREAK: u32 = 4;

/// A conversion under way. `done.read` is where the next block begins, which may be inside a
/// character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    tools: Tools,
}

/// Constants in registers.
struct Tools {
    checker: Checker,
    order: Order,
}

impl Tools {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new<const TO: u8>() -> Self {
        Self { checker: Checker::new(), order: Order::new::<TO>() }
    }
}

/// [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    if src.len() <= BLOCK {
        ends::short::<TO>(src, dst)
    } else if src.len() <= BRIEF {
        ends::brief::<TO>(src, dst)
    } else {
        long::<TO>(src, dst)
    }
}

/// [`convert`] of more than [`BRIEF`]. Runs of ASCII stay in this function, which needs no tables.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    whole::<TO, false>(src, dst)
}

/// [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert_known<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() <= BLOCK {
        ends::short::<TO>(src, dst)
    } else if src.len() <= BRIEF {
        ends::brief::<TO>(src, dst)
    } else {
        long_known::<TO>(src, dst)
    }
}

/// [`convert_known`] of more than [`BRIEF`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long_known<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    whole::<TO, true>(src, dst)
}

/// [`long`]. If the text is `KNOWN` to be well-formed, whole steps are not checked, which takes a
/// quarter of their time.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn whole<const TO: u8, const KNOWN: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let done = widen::all::<TO>(src, dst);
    // Whatever comes next needs a unit at least.
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    let done = text::<TO, KNOWN>(src, dst, done);
    if done.read == src.len() { done } else { ends::carefully::<TO>(src, dst, done) }
}

/// [`whole`], from where `done` says on, up to a step or block in which there is an error, or no
/// room for whatever it could become.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn text<const TO: u8, const KNOWN: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    let mut wanted = runs::Wanted::FIRST;
    loop {
        let (general, likely) = general::<TO, KNOWN>(src, dst, done, wanted);
        let Some(length) = likely else { return general };
        done = runs::take::<TO>(length, src, dst, general);
        wanted = wanted.behind(done.read.saturating_sub(general.read));
    }
}

/// [`text`], up to where a run of characters of one length is likely, which it gives: loops of
/// their own take those.
///
/// They are not called from here, for no register outlives a call, and this loop needs them all.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn general<const TO: u8, const KNOWN: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    wanted: runs::Wanted,
) -> (Progress, Option<runs::Length>) {
    let mut run = Run { src, dst, done, tools: Tools::new::<TO>() };
    let begun = done.read > 0 || run.first_block::<TO>();
    let mut likely = runs::Likely::new(wanted);
    if begun && run.steps::<TO, KNOWN>(&mut likely) {
        run.last::<TO, KNOWN>();
    }
    (run.done, likely.length)
}

/// `done`, which is behind text that was right, without what was emitted for its last byte: that
/// has not been seen beside the byte behind it.
#[inline]
fn without_last<const TO: u8>(src: &[u8], done: Progress) -> Progress {
    let at = done.read - 1;
    let is_third = is_utf16(TO) && at >= 2 && src[at - 2] >= 0xF0;
    let emitted = is_third || !is_continuation(src[done.read]);
    Progress { read: at, written: done.written - usize::from(emitted) * unit(TO) }
}

/// The bytes of a step and its surroundings.
type Window = [u8; 3 + STEP + 1];

impl<'r> Run<'r> {
    /// The next step and its surroundings, if there is one and room for what it becomes.
    #[inline(always)]
    fn window<const TO: u8>(&self) -> Option<&'r Window> {
        if !self.has_room(2 * most(TO)) {
            return None;
        }
        self.src[self.done.read - 3..].first_chunk()
    }

    /// Whether there is room for `bytes` more.
    #[inline(always)]
    fn has_room(&self, bytes: usize) -> bool {
        self.dst.len() - self.done.written >= bytes
    }

    /// Takes the first block of more; `false` if there is an error in it, or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn first_block<const TO: u8>(&mut self) -> bool {
        let first = Bytes::first(self.src);
        let right = self.has_room(most(TO)) && self.is_right::<true, 1>(&[first]);
        if right {
            self.emit::<TO, true>(first);
        }
        right
    }

    /// Takes steps, and then blocks, while more than a block is left; `false` if there is an error,
    /// or no room for whatever they become, or a run is `likely`. The first block is taken already.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn steps<const TO: u8, const KNOWN: bool>(&mut self, likely: &mut runs::Likely) -> bool {
        let (mut streak, mut narrow) = (0, true);
        while let Some(window) = self.window::<TO>() {
            let greatest = _mm512_max_epu8(load(window, 3), load(window, 3 + BLOCK));
            if is_ascii(greatest) && widen::stands_alone(window) {
                widen::steps::<TO>(self.src, self.dst, &mut self.done);
                continue;
            }
            let greatest = _mm512_max_epu8(greatest, load(window, 0));
            // Without a branch: in mixed text it could not be predicted.
            streak = (streak + 1) * u32::from(narrow::is_narrow(greatest));
            if streak >= STREAK && narrow {
                // What it had to give back holds an error, which the general path will reach.
                (self.done, narrow) = narrow::run::<TO>(self.src, self.dst, self.done);
                streak = 0;
                continue;
            }
            let supplementary = _mm512_cmpge_epu8_mask(greatest, all(0xF0)) != 0;
            let written = self.done.written;
            let right = if supplementary {
                self.step::<TO, KNOWN, true>(window)
            } else {
                self.step::<TO, KNOWN, false>(window)
            };
            if !right {
                return false;
            }
            if likely.behind::<TO>(supplementary, self.done.written - written) {
                return false;
            }
        }
        self.blocks::<TO>()
    }

    /// Takes a step; `false` if there is an error in it. Only if `FOUR`, leads of four bytes may
    /// be in it or before it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn step<const TO: u8, const KNOWN: bool, const FOUR: bool>(&mut self, window: &Window) -> bool {
        let bytes = [Bytes::of(window, 0), Bytes::of(window, BLOCK)];
        if !KNOWN && !self.is_right::<FOUR, 2>(&bytes) {
            return false;
        }
        self.emit::<TO, FOUR>(bytes[0]);
        self.emit::<TO, FOUR>(bytes[1]);
        true
    }

    /// Takes blocks while more than one is left; `false` if there is an error, or no room for
    /// whatever they become.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks<const TO: u8>(&mut self) -> bool {
        while self.src.len() - self.done.read > BLOCK {
            if !self.block::<TO>() {
                return false;
            }
        }
        true
    }

    /// Takes a block behind another; `false` if there is an error in it, or no room for whatever it
    /// becomes.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn block<const TO: u8>(&mut self) -> bool {
        let window = self.src[self.done.read - 3..].first_chunk::<{ 3 + BLOCK + 1 }>();
        let Some(window) = window.filter(|_| self.has_room(most(TO))) else { return false };
        let bytes = Bytes::of(window, 0);
        let right = self.is_right::<true, 1>(&[bytes]);
        if right {
            self.emit::<TO, true>(bytes);
        }
        right
    }

    /// Whether there is no error in `blocks`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn is_right<const FOUR: bool, const N: usize>(&self, blocks: &[Bytes; N]) -> bool {
        let mut wrong = _mm512_setzero_si512();
        for bytes in blocks {
            wrong =
                _mm512_or_si512(wrong, self.tools.checker.wrong::<FOUR>(bytes.block, bytes.before));
        }
        _mm512_test_epi8_mask(wrong, wrong) == 0
    }

    /// Emits a block that is right, where there is room for a whole one.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn emit<const TO: u8, const FOUR: bool>(&mut self, bytes: Bytes) {
        let planes = Planes::of::<TO, FOUR>(bytes, bytes.ends(), &self.tools);
        planes.store::<TO>(&self.tools, self.dst, &mut self.done);
        self.done.read += BLOCK;
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_ascii(block: __m512i) -> bool {
    _mm512_movepi8_mask(block) == 0
}
