//! UTF-8 of any kind to UTF-16 and UTF-32, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! Text goes through the strict conversion up to the first error. From there on the planes are
//! those of the strict conversion, but what is emitted, and where U+FFFD is blended in, are masks
//! that [`subparts8`](crate::simd::shared::utf8_subparts) reads off the text. There is no check, and no restart
//! behind an error: text with damage goes as fast as text without. Behind a stretch without errors
//! the strict conversion, which is faster, goes on.
//!
//! Of blocks in a row that are not ASCII each is read before the one before it is stored: between
//! the two masks go to general registers and back, and what waits for that would keep the next
//! block from being looked at.
//!
//! Why it is right: what a lane emits depends on three bytes before it and one behind. The first
//! three lanes of a block, which lack some of those, were taken with the block before. Where a unit
//! is emitted, the planes have the bits of its character and no others, or U+FFFD over them. Cost,
//! for 61 bytes: 26 operations and 7 moves of masks in UTF-16, 16 of all these on port 5; in
//! UTF-32 30 and 7, 20 of them; and some 20 on masks in general registers. Surrogates take 12 more.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::{
    form::{boundary, is_continuation},
    simd::{
        Progress,
        shared::utf8_subparts::{CONTEXT, Carry},
        x86_64::avx512::{
            from8::{
                BLOCK, BRIEF, Tools, ends, is_utf16, most,
                planes::{Bytes, Marks, Planes},
                text, unit, widen, without_last,
            },
            registers::{load, subpart_masks::Reader},
        },
    },
};

/// Bytes that are looked at before those that are next: the context, and what stands before that.
const BEFORE: usize = 3 + CONTEXT;

/// How many bytes without an error send text back to the strict conversion. To change over takes
/// about as long as a fifth of so many; text with an error in a thousand bytes gains nothing by
/// it, and seldom has so many without one.
const CALM: usize = 2048;

/// A block that is next, and those bytes. What is taken of it is less by the context, so all that
/// stands behind that is there too.
type Window = [u8; BEFORE + BLOCK];

/// A conversion under way. `done.read` is where the next block begins, which may be inside a
/// character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    replaced: usize,
}

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-16 or UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() <= BLOCK {
        short::<TO>(src, dst, replaced)
    } else if src.len() <= BRIEF {
        brief::<TO>(src, dst, replaced)
    } else {
        long::<TO>(src, dst, replaced)
    }
}

/// [`convert`] of more than [`BRIEF`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    let done = widen::all::<TO>(src, dst);
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    let done = text::<TO, false>(src, dst, done);
    behind::<TO>(src, dst, done, replaced)
}

/// [`convert`] of more than a block, and no more than [`BRIEF`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn brief<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    if widen::brief::<TO, true>(src, dst) {
        return Progress { read: src.len(), written: src.len() * unit(TO) };
    }
    let done = ends::brief_text::<TO, true>(src, dst);
    behind::<TO>(src, dst, done, replaced)
}

/// Converts what is behind `done`, as far as the strict conversion came.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn behind<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
    replaced: &mut usize,
) -> Progress {
    while done.read < src.len() {
        done = if done.read > 0 { without_last::<TO>(src, done) } else { done };
        // Whatever comes next needs a unit at least.
        if dst.len() - done.written < unit(TO) {
            return done;
        }
        done = convert_from::<TO>(src, dst, done, replaced);
        // What stops before the end either lacks room for a character, or is calm and has room for
        // a block.
        if done.read == src.len() || dst.len() - done.written < most(TO) {
            return done;
        }
        done = text::<TO, false>(src, dst, done);
    }
    done
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

/// [`convert`], from where `done` says on, to the end of the text or of the room, or to a character
/// behind [`CALM`] bytes without an error and with room for a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn convert_from<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done, replaced: 0 };
    if !run.blocks::<TO>() {
        while run.last_block::<TO>() {}
    }
    *replaced += run.replaced;
    run.done
}

/// Takes blocks while there are some in `src`, which is what the text begins with, and room for
/// what they may become; gives how far that is, and how much is replaced. [`BEFORE`] bytes or more
/// are `done`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn stretch<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> (Progress, usize) {
    let (reader, tools) = (Reader::new(), Tools::new::<TO>());
    let mut replaced = 0;
    let mut rest = &src[done.read - BEFORE..];
    while dst.len() - done.written >= most(TO) {
        let Some(window) = rest.first_chunk() else { break };
        rest = &rest[BLOCK - CONTEXT..];
        if is_ascii(window) {
            // What the context became is stored once more: the register that was tested is what is
            // widened.
            let at = done.written - CONTEXT * unit(TO);
            widen::put::<TO>(&window[BEFORE - CONTEXT..][..BLOCK], &mut dst[at..][..most(TO)]);
            done.written = at + most(TO);
            continue;
        }
        let mut told = Told::of::<TO>(reader, window);
        while dst.len() - done.written >= 2 * most(TO) {
            let Some(window) = rest.first_chunk().filter(|window| !is_ascii(window)) else { break };
            rest = &rest[BLOCK - CONTEXT..];
            let next = Told::of::<TO>(reader, window);
            replaced += told.store::<TO>(&tools, dst, &mut done);
            told = next;
        }
        replaced += told.store::<TO>(&tools, dst, &mut done);
    }
    done.read = src.len() - rest.len() + BEFORE;
    (done, replaced)
}

/// Whether a block is ASCII, its context too.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_ascii(window: &Window) -> bool {
    super::is_ascii(load(window, BEFORE - CONTEXT))
}

/// What a block becomes that is read, but not stored.
struct Told {
    /// Without U+FFFD.
    planes: Planes,
    /// The lanes of U+FFFD.
    bad: u64,
}

impl Told {
    /// Of the block in `window`, but its context.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn of<const TO: u8>(reader: Reader, window: &Window) -> Self {
        Self::new::<TO>(reader, Bytes::any(window, 0), !0 << CONTEXT)
    }

    /// Of the lanes of a block that are `taken`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new<const TO: u8>(reader: Reader, bytes: Bytes, taken: u64) -> Self {
        let marks = marks::<TO>(reader, &bytes).only(taken);
        Self { planes: Planes::any::<TO>(bytes, &marks), bad: marks.bad }
    }

    /// Stores it at `done.written`, where there is room for a whole block; gives how much is
    /// replaced.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn store<const TO: u8>(
        self,
        tools: &Tools,
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
    ) -> usize {
        self.planes.fixed(self.bad).store::<TO>(tools, dst, done);
        self.bad.count_ones() as usize
    }
}

/// What the structure of a block says.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn marks<const TO: u8>(reader: Reader, bytes: &Bytes) -> Marks {
    Marks::of::<TO>(&reader.read(bytes.block, bytes.next, &mut Carry::default()))
}

impl Run<'_> {
    /// Takes blocks while there is text behind them and room for what they may become; `true` if it
    /// stops before that, at a character behind [`CALM`] bytes without an error.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks<const TO: u8>(&mut self) -> bool {
        if self.done.read == 0 {
            if self.src.len() <= BLOCK || !self.has_room::<TO>() {
                return false;
            }
            let first = Told::new::<TO>(Reader::new(), Bytes::first(self.src), !0);
            self.replaced += first.store::<TO>(&Tools::new::<TO>(), self.dst, &mut self.done);
            self.done.read = BLOCK;
        }
        loop {
            let until = self.src.len().min(self.done.read + CALM);
            let (done, replaced) = stretch::<TO>(&self.src[..until], self.dst, self.done);
            self.done = done;
            self.replaced += replaced;
            if until == self.src.len() || !self.has_room::<TO>() {
                return false;
            }
            // Before a stray continuation the strict conversion would not have emitted what is here.
            if replaced == 0 && !is_continuation(self.src[self.done.read]) {
                return true;
            }
        }
    }

    /// Whether there is room for whatever a block may become.
    #[inline(always)]
    fn has_room<const TO: u8>(&self) -> bool {
        self.dst.len() - self.done.written >= most(TO)
    }

    /// Takes a block that may be cut short by the end of the text or of the room; `false` if it is
    /// the last.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn last_block<const TO: u8>(&mut self) -> bool {
        // The text begins with nothing before it, or lanes of context.
        let context = self.done.read.min(CONTEXT);
        let at = self.done.read - context;
        let there = (self.src.len() - at).min(BLOCK);
        let bytes = Bytes::at(self.src, at);
        let marks =
            marks::<TO>(Reader::new(), &bytes).only(_bzhi_u64(!0, there as u32) & !0 << context);
        let mut planes = Planes::any::<TO>(bytes, &marks).fixed(marks.bad);
        let room = (self.dst.len() - self.done.written) / unit(TO);
        let full = planes.emitted.count_ones() as usize > room;
        // The lane of the first unit that has no room; it belongs to the sequence that is left.
        let lane = if full { _pdep_u64(1 << room, planes.emitted).trailing_zeros() } else { 64 };
        planes.emitted &= _bzhi_u64(!0, lane);
        planes.store_exact::<TO>(&Tools::new::<TO>(), self.dst, &mut self.done, there);
        self.replaced += (marks.bad & planes.emitted).count_ones() as usize;
        if full {
            self.done.read = boundary::floor(self.src.into(), at + lane as usize);
            // The high surrogate of the character that is left had room.
            let half = is_utf16(TO) && marks.fourths >> lane & 1 == 1;
            self.done.written -= if half { unit(TO) } else { 0 };
            return false;
        }
        self.done.read = at + there;
        self.done.read < self.src.len()
    }
}
