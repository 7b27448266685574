//! Converts UTF-8 to UTF-16 and UTF-32, 64 bytes at a time for any text.
//!
//! Every character is decoded *at the position of its last byte*, in planes of bytes. One register
//! has the low eight bits of each code value, and another the next eight bits. Loads at `p - 1`,
//! `p - 2` and `p - 3` give the bytes before it. Shifts within bytes are affine maps, which can be
//! masked. Then the planes are compressed to the positions where characters end, and interleaved to
//! words. So the stride is fixed, and only the output pointer depends on the contents of a block.
//!
//! In UTF-16, a supplementary character emits two words. The low surrogate is emitted at its fourth
//! byte. The high one is emitted at its third, where the same planes spell the bits that it needs.
//!
//! Correctness: the check of [`validate8`](crate::simd::x86_64::avx512::validate::utf8) runs over
//! the same registers, and a block with an error is emitted only up to the boundary before it. A
//! character ends if the byte after it is not a continuation. The exception, a stray continuation
//! after a complete character, is an error, which [`Run::stop`] handles. Cost: about 27 operations
//! for 64 bytes, 13 of them on port 5. A lead of four bytes nearby, which is tested once per 128
//! bytes, adds five. Runs of characters of one length and runs of ASCII have separate loops
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

/// The target forms.
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

/// Returns the number of bytes in a code unit.
const fn unit(to: u8) -> usize {
    if is_utf16(to) { 2 } else { 4 }
}

/// Returns the maximum number of bytes that a block of input becomes: one unit per byte.
const fn most(to: u8) -> usize {
    BLOCK * unit(to)
}

/// The number of bytes that are converted at once if there are enough.
const STEP: usize = 2 * BLOCK;

/// The maximum number of bytes of a text that is classified as a whole.
const BRIEF: usize = 4 * BLOCK;

/// The number of narrow steps in a row from which on the loop for narrow text pays.
const STREAK: u32 = 4;

/// A conversion in progress. The next block begins at `done.read`, which may be inside a character.
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

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-16 or UTF-32.
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

/// Implements [`convert`] for more than [`BRIEF`] bytes. Runs of ASCII stay in this function, which
/// needs no tables.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    whole::<TO, false>(src, dst)
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from well-formed UTF-8 to UTF-16 or
/// UTF-32.
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

/// Implements [`convert_known`] for more than [`BRIEF`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long_known<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    whole::<TO, true>(src, dst)
}

/// Implements [`long`]. If the text is `KNOWN` to be well-formed, whole steps are not checked,
/// which saves a quarter of their time.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn whole<const TO: u8, const KNOWN: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let done = widen::all::<TO>(src, dst);
    // Any following text needs at least one unit.
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    let done = text::<TO, KNOWN>(src, dst, done);
    if done.read == src.len() { done } else { ends::carefully::<TO>(src, dst, done) }
}

/// Implements [`whole`] from `done` on. It stops before a step or block that has an error, or whose
/// largest result does not fit.
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
        wanted = wanted.after_run(done.read.saturating_sub(general.read));
    }
}

/// Implements [`text`] up to a position where a run of characters of one length is likely, and
/// returns that length. Separate loops convert such runs.
///
/// They are not called from here, because no vector register survives a call, and this loop needs
/// all of them.
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

/// Takes back the unit that was emitted for the last byte before `done`, which ends well-formed
/// text. That byte was not checked against the byte after it.
#[inline]
fn without_last<const TO: u8>(src: &[u8], done: Progress) -> Progress {
    let at = done.read - 1;
    let is_third = is_utf16(TO) && at >= 2 && src[at - 2] >= 0xF0;
    let emitted = is_third || !is_continuation(src[done.read]);
    Progress { read: at, written: done.written - usize::from(emitted) * unit(TO) }
}

/// The bytes of a step with their context.
type Window = [u8; 3 + STEP + 1];

impl<'r> Run<'r> {
    /// Returns the next step with its context, if there is one and its largest result fits.
    #[inline(always)]
    fn window<const TO: u8>(&self) -> Option<&'r Window> {
        if !self.has_room(2 * most(TO)) {
            return None;
        }
        self.src[self.done.read - 3..].first_chunk()
    }

    /// Returns `true` if there is room for `bytes` more.
    #[inline(always)]
    fn has_room(&self, bytes: usize) -> bool {
        self.dst.len() - self.done.written >= bytes
    }

    /// Converts the first of several blocks. Returns `false` if it has an error or no room.
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

    /// Converts steps, and then blocks, as long as more than one block is left. Returns `false` if
    /// there is an error, if the largest result does not fit, or if a run is `likely`. The first
    /// block must have been converted.
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
            // There is no branch here, because mixed text would make it unpredictable.
            streak = (streak + 1) * u32::from(narrow::is_narrow(greatest));
            if streak >= STREAK && narrow {
                // The text that it gave back has an error, which the general code will reach.
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
            if likely.after_step::<TO>(supplementary, self.done.written - written) {
                return false;
            }
        }
        self.blocks::<TO>()
    }

    /// Converts a step. Returns `false` if it has an error. Only if `FOUR` may there be leads of
    /// four bytes in it or before it.
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

    /// Converts blocks as long as more than one is left. Returns `false` if there is an error or
    /// the largest result does not fit.
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

    /// Converts a block that follows another one. Returns `false` if it has an error or its largest
    /// result does not fit.
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

    /// Returns `true` if there is no error in `blocks`.
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

    /// Emits a correct block; there must be room for a whole one.
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
