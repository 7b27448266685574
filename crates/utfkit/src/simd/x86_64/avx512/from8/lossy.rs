//! Converts any UTF-8 to UTF-16 and UTF-32, with U+FFFD for each ill-formed maximal subpart.
//!
//! The strict conversion converts text up to the first error. From there on, the planes are the
//! same, but the emitted lanes and the lanes of U+FFFD are masks that
//! [`subparts8`](crate::simd::shared::utf8_subparts) reads off the text. There is no check and no
//! restart after an error, so text with damage is converted as fast as text without. After a
//! stretch without errors, the strict conversion continues, because it is faster.
//!
//! In a row of blocks that are not ASCII, each block is read before the one before it is stored. In
//! between, masks go to general registers and back, and stores that wait for them would delay the
//! next block.
//!
//! Correctness: the units of a lane depend on three bytes before it and one after it. The first
//! three lanes of a block, which lack some of these, were converted with the block before. If a
//! lane emits a unit, the planes have exactly the bits of its character, or U+FFFD over them. Cost,
//! for 61 bytes: UTF-16 takes 26 operations and 7 moves of masks, 16 of all these on port 5. UTF-32
//! takes 30 and 7, 20 of them on port 5. About 20 operations on masks in general registers are
//! added, and 12 more for surrogates.

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

/// The bytes before the next ones that are read: the context, and the three bytes before it.
const BEFORE: usize = 3 + CONTEXT;

/// The number of bytes without an error after which the strict conversion continues. A change takes
/// about as long as a fifth of this number of bytes. Text with an error per thousand bytes gains
/// nothing by it, and rarely has a stretch of this length without an error.
const CALM: usize = 2048;

/// The next block and the bytes before it. The converted lanes are fewer by the context, so all
/// bytes after them that matter are in the window, too.
type Window = [u8; BEFORE + BLOCK];

/// A conversion in progress. The next block begins at `done.read`, which may be inside a character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    replaced: usize,
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-16 or UTF-32.
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

/// Implements [`convert`] for more than [`BRIEF`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    let done = widen::all::<TO>(src, dst);
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    let done = text::<TO, false>(src, dst, done);
    convert_rest::<TO>(src, dst, done, replaced)
}

/// Implements [`convert`] for more than one block and at most [`BRIEF`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn brief<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    if widen::brief::<TO, true>(src, dst) {
        return Progress { read: src.len(), written: src.len() * unit(TO) };
    }
    let done = ends::brief_text::<TO, true>(src, dst);
    convert_rest::<TO>(src, dst, done, replaced)
}

/// Converts the text after `done`, where the strict conversion stopped.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn convert_rest<const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
    replaced: &mut usize,
) -> Progress {
    while done.read < src.len() {
        done = if done.read > 0 { without_last::<TO>(src, done) } else { done };
        // Any following text needs at least one unit.
        if dst.len() - done.written < unit(TO) {
            return done;
        }
        done = convert_from::<TO>(src, dst, done, replaced);
        // If the conversion stopped before the end, either a character lacked room, or the text is
        // calm and there is room for a block.
        if done.read == src.len() || dst.len() - done.written < most(TO) {
            return done;
        }
        done = text::<TO, false>(src, dst, done);
    }
    done
}

/// Implements [`convert`] for at most one block. It tries the strict conversion first, because most
/// short texts have no errors.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn short<const TO: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    let done = ends::right_short::<TO, true>(src, dst);
    if done.read == src.len() || dst.len() - done.written < unit(TO) {
        return done;
    }
    convert_from::<TO>(src, dst, done, replaced)
}

/// Implements [`convert`] from `done` on. It stops at the end of the text or of the room. It also
/// stops at a character after [`CALM`] bytes without an error, if there is room for a block.
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

/// Converts whole blocks of `src`, which is a prefix of the text, as long as the largest result
/// fits. At least [`BEFORE`] bytes must be `done`. Returns the progress and the number of
/// replacements.
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
            // The units of the context are stored again, so that the tested register is the one
            // that is widened.
            let at = done.written - CONTEXT * unit(TO);
            widen::put::<TO>(&window[BEFORE - CONTEXT..][..BLOCK], &mut dst[at..][..most(TO)]);
            done.written = at + most(TO);
            continue;
        }
        let mut pending = Conversion::of::<TO>(reader, window);
        while dst.len() - done.written >= 2 * most(TO) {
            let Some(window) = rest.first_chunk().filter(|window| !is_ascii(window)) else { break };
            rest = &rest[BLOCK - CONTEXT..];
            let next = Conversion::of::<TO>(reader, window);
            replaced += pending.store::<TO>(&tools, dst, &mut done);
            pending = next;
        }
        replaced += pending.store::<TO>(&tools, dst, &mut done);
    }
    done.read = src.len() - rest.len() + BEFORE;
    (done, replaced)
}

/// Returns `true` if a block is ASCII, including its context.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_ascii(window: &Window) -> bool {
    super::is_ascii(load(window, BEFORE - CONTEXT))
}

/// The conversion of a block that is read but not yet stored.
struct Conversion {
    /// The planes without U+FFFD.
    planes: Planes,
    /// The lanes of U+FFFD.
    bad: u64,
}

impl Conversion {
    /// Reads the block in `window`, without its context.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn of<const TO: u8>(reader: Reader, window: &Window) -> Self {
        Self::new::<TO>(reader, Bytes::any(window, 0), !0 << CONTEXT)
    }

    /// Reads the lanes `taken` of a block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new<const TO: u8>(reader: Reader, bytes: Bytes, taken: u64) -> Self {
        let marks = marks::<TO>(reader, &bytes).only(taken);
        Self { planes: Planes::any::<TO>(bytes, &marks), bad: marks.bad }
    }

    /// Stores the block at `done.written`, where there is room for a whole block. Returns the
    /// number of replacements.
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

/// Reads the marks of a block from its structure.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn marks<const TO: u8>(reader: Reader, bytes: &Bytes) -> Marks {
    Marks::of::<TO>(&reader.read(bytes.block, bytes.next, &mut Carry::default()))
}

impl Run<'_> {
    /// Converts blocks as long as text follows them and the largest result fits. Returns `true` if
    /// it stops before that, at a character after [`CALM`] bytes without an error.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks<const TO: u8>(&mut self) -> bool {
        if self.done.read == 0 {
            if self.src.len() <= BLOCK || !self.has_room::<TO>() {
                return false;
            }
            let first = Conversion::new::<TO>(Reader::new(), Bytes::first(self.src), !0);
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
            // Before a stray continuation, the strict conversion would not have emitted the last
            // units.
            if replaced == 0 && !is_continuation(self.src[self.done.read]) {
                return true;
            }
        }
    }

    /// Returns `true` if the largest result of a block fits.
    #[inline(always)]
    fn has_room<const TO: u8>(&self) -> bool {
        self.dst.len() - self.done.written >= most(TO)
    }

    /// Converts a block that may be cut by the end of the text or of the room. Returns `false` if
    /// it is the last.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn last_block<const TO: u8>(&mut self) -> bool {
        // The start of the text has fewer bytes or lanes of context before it.
        let context = self.done.read.min(CONTEXT);
        let at = self.done.read - context;
        let there = (self.src.len() - at).min(BLOCK);
        let bytes = Bytes::at(self.src, at);
        let marks =
            marks::<TO>(Reader::new(), &bytes).only(_bzhi_u64(!0, there as u32) & !0 << context);
        let mut planes = Planes::any::<TO>(bytes, &marks).fixed(marks.bad);
        let room = (self.dst.len() - self.done.written) / unit(TO);
        let full = planes.emitted.count_ones() as usize > room;
        // This is the lane of the first unit without room. It belongs to the first sequence that is
        // not converted.
        let lane = if full { _pdep_u64(1 << room, planes.emitted).trailing_zeros() } else { 64 };
        planes.emitted &= _bzhi_u64(!0, lane);
        planes.store_exact::<TO>(&Tools::new::<TO>(), self.dst, &mut self.done, there);
        self.replaced += (marks.bad & planes.emitted).count_ones() as usize;
        if full {
            self.done.read = boundary::floor(self.src.into(), at + lane as usize);
            // The high surrogate of that character had room.
            let half = is_utf16(TO) && marks.fourths >> lane & 1 == 1;
            self.done.written -= if half { unit(TO) } else { 0 };
            return false;
        }
        self.done.read = at + there;
        self.done.read < self.src.len()
    }
}
