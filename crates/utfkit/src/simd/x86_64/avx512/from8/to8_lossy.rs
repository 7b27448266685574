//! Converts any UTF-8 to UTF-8, with U+FFFD for each ill-formed maximal subpart.
//!
//! Clean text is checked and stored in the same pass. A single error in it is replaced on its own.
//! If errors are near each other, [`subparts8`](crate::simd::shared::utf8_subparts) finds the ends
//! of the ill-formed subparts in a block, and
//! [`replace8`](crate::simd::x86_64::avx512::registers::replace8) replaces all of them. After some
//! blocks without an error, the first loop continues. Short text is validated as a whole and
//! copied. No branch depends on the position of its first error, because that is unpredictable.
//!
//! Correctness: the first loop begins at a boundary, as if nothing were before it. The second loop
//! reads each block with its context, three bytes before the converted lanes and two after them. At
//! its end, it takes back the sequence that is open there.

use core::{
    arch::x86_64::*,
    mem::{self, MaybeUninit},
};

use crate::{
    form::Utf8,
    simd::{
        LossyProgress, Progress, portable,
        shared::{
            utf8_errors::start_of,
            utf8_subparts::{CONTEXT, Carry, STRIDE, open_before},
        },
        x86_64::avx512::{
            from_latin1::single,
            memory::{
                ahead::{FAR, prefetch},
                machine::straddling_loads_cost,
            },
            registers::{
                BLOCK, load, load_short,
                replace8::{Fixing, ROOM, THREE_PARTS},
                store, store_short,
                subpart_masks::Reader,
                to_line,
            },
            validate::{
                utf8 as validate8,
                utf8::{
                    Checker, FROM_MEMORY, LOADED, SHIFTED, lead, predecessors, wrong_at, wrong_in,
                },
            },
        },
    },
};

/// The number of bytes of clean text that are converted at once.
const STEP: usize = 2 * BLOCK;

/// The maximum number of bytes of a text that is checked as a whole before it is copied. A loop
/// would not pay for it.
const SHORT: usize = 4 * BLOCK;

/// After this number of clean bytes, the next error is not expected to be near.
const SPARSE: usize = BLOCK;

/// The maximum number of adjacent subparts that are replaced one by one. A single wrong byte makes
/// up to four.
const FEW: usize = 4;

/// After this number of blocks without an error, no error is expected in the next block.
const QUIET: usize = 8;

const _: () = assert!(STRIDE <= THREE_PARTS);

/// The bytes read for one block: the block with its context, and the byte after it.
const WINDOW: usize = BLOCK + 1;

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() <= BLOCK {
        short(src, dst, replaced)
    } else if src.len() <= SHORT {
        brief(src, dst, replaced)
    } else if src.len() >= FAR {
        damaged_from::<FROM_MEMORY>(src, dst, 0, replaced)
    } else if straddling_loads_cost() {
        // Longer texts as well: here, stores are aligned to cache lines, so all loads straddle
        // them.
        damaged_from::<SHIFTED>(src, dst, 0, replaced)
    } else {
        damaged_from::<LOADED>(src, dst, 0, replaced)
    }
}

/// Implements [`convert`] for at most one block. Nothing follows the call of the slow part, so that
/// a text without errors is copied without a stack frame.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn short(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    if copied_block(src, dst) {
        return Progress { read: src.len(), written: src.len() };
    }
    damaged_from::<LOADED>(src, dst, 0, replaced)
}

/// Implements [`convert`] for more than one block and at most [`SHORT`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn brief(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    match copied(src, dst) {
        None => Progress { read: src.len(), written: src.len() },
        Some(from) => damaged_from::<LOADED>(src, dst, from, replaced),
    }
}

/// Copies `src`, at most one block. Returns `false` if it is ill-formed or there is no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copied_block(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let Some(dst) = dst.get_mut(..src.len()) else { return false };
    let Some(block) = validate8::valid_block(src) else { return false };
    store_short(dst, block);
    true
}

/// Copies `src`, which is short, and returns `None` if it is well-formed and there is room.
/// Otherwise, returns an offset up to which it is well-formed, except for a character that
/// continues there. If the offset is not 0, there is room for all of `src`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copied(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    if src.len() <= BLOCK {
        return if copied_block(src, dst) { None } else { Some(0) };
    }
    let Some(dst) = dst.get_mut(..src.len()) else { return Some(0) };
    let from = validate8::damaged_from(src);
    if from.is_none() {
        copy_brief(src, dst);
    }
    from
}

/// Copies `src`, of one to four blocks, by blocks that overlap.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copy_brief(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    let last = src.len() - BLOCK;
    if src.len() > 2 * BLOCK {
        store(dst, BLOCK, load(src, BLOCK));
        store(dst, last - BLOCK, load(src, last - BLOCK));
    }
    store(dst, 0, load(src, 0));
    store(dst, last, load(src, last));
}

/// Implements [`convert`] for text that is long or damaged. If it is short, its first `from` bytes
/// are copied without a check. The `WAY` matters only for long text.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn damaged_from<const WAY: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    from: usize,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done: LossyProgress { read: 0, written: 0, replaced: 0 } };
    run.take(from);
    if src.len() > SHORT {
        run.blocks::<WAY>();
        run.clean_end();
    }
    run.last();
    let done = if run.done.read == src.len() { run.done } else { run.rest() };
    *replaced += done.replaced;
    Progress { read: done.read, written: done.written }
}

/// A conversion in progress, up to `done.read`. If text is converted as if nothing were before it,
/// that is a boundary. If it is converted with its context, it may be inside a character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: LossyProgress,
}

impl Run<'_> {
    /// Converts all text that can be converted in blocks, if it is longer than a short text.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks<const WAY: u8>(&mut self) {
        loop {
            let before = self.done.read;
            let error = self.clean::<WAY>();
            let sparse = self.done.read - before >= SPARSE || self.done.read < CONTEXT;
            if !error || !(if sparse { self.some::<WAY>() } else { self.damaged(QUIET) }) {
                return;
            }
        }
    }

    /// Copies the next `len` bytes without a check, if `len` is not 0; there is room for the whole
    /// rest of the text. It copies the whole rest, because a copy of `len` bytes would wait for
    /// that number.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn take(&mut self, len: usize) {
        if len > 0 {
            let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
            debug_assert!(len <= src.len() && src.len() <= dst.len());
            single::copy(src, dst);
            self.done.read += len;
            self.done.written += len;
        }
    }

    /// Copies the well-formed start of the rest, if the rest is short.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn clean_end(&mut self) {
        let rest = &self.src[self.done.read..];
        if rest.len() <= SHORT {
            match copied(rest, &mut self.dst[self.done.written..]) {
                Some(from) => self.take(from),
                None => {
                    self.done.written += rest.len();
                    self.done.read = self.src.len();
                }
            }
        }
    }

    /// Copies text up to the first error. Returns `false` if there is no error in the text that can
    /// be converted in blocks.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn clean<const WAY: u8>(&mut self) -> bool {
        let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
        let (at, error) = clean::<WAY>(src, dst);
        // Take back the sequence that is open at the end.
        let at = start_of(src, at);
        self.done.read += at;
        self.done.written += at;
        error
    }

    /// Replaces the next subparts, at most [`FEW`]. Returns `false` if there is no room for U+FFFD.
    /// Each `WAY` has its own instance of this function, so that it is inlined.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn some<const WAY: u8>(&mut self) -> bool {
        portable::replace_some::<Utf8, Utf8>(self.src, self.dst, &mut self.done, FEW)
    }

    /// Converts blocks until `quiet` blocks in a row have no error. Returns `false` if the text or
    /// the room ends before that.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn damaged(&mut self, quiet: usize) -> bool {
        let reader = Reader::new();
        let mut src = &self.src[self.done.read - CONTEXT..];
        let mut dst = &mut self.dst[self.done.written..];
        let room = dst.len();
        let (mut clean, mut kept, mut covered) = (0, 0, 0);
        let read = |window: &[u8; WINDOW]| {
            let block = load(window, 0);
            (block, reader.read(block, load(window, 1), &mut Carry::default()))
        };
        let mut ahead = src.first_chunk().map(read);
        while clean < quiet {
            let (Some((block, structure)), Some(_)) = (ahead, dst.first_chunk::<ROOM>()) else {
                break;
            };
            // Read this before the stores of this block.
            ahead = src[STRIDE..].first_chunk().map(read);
            let fixing = Fixing::new(&structure, CONTEXT, CONTEXT + STRIDE);
            fixing.put::<3>(block, |at, block| store(dst, at, block));
            (kept, covered) = (fixing.kept, structure.covered);
            self.done.replaced += fixing.replaced();
            clean = if fixing.replaced() == 0 { clean + 1 } else { 0 };
            src = &src[STRIDE..];
            dst = &mut mem::take(&mut dst)[fixing.len()..];
        }
        self.done.read = self.src.len() - src.len() + CONTEXT;
        self.done.written += room - dst.len();
        self.take_back(covered, kept, CONTEXT + STRIDE);
        clean == quiet
    }

    /// Takes back the sequence that is open before the lane `next`, without the bytes of it that
    /// were dropped. An ill-formed subpart has such bytes.
    #[inline(always)]
    fn take_back(&mut self, covered: u64, kept: u64, next: usize) {
        let lanes = 63 - next;
        let back = open_before(covered, next);
        self.done.read -= back as usize;
        self.done.written -= (kept << lanes << 1 & !(!0 >> back)).count_ones() as usize;
    }

    /// Converts the rest, except for text that has no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn last(&mut self) {
        while self.done.read < self.src.len() {
            let left = self.src.len() - self.done.read;
            if self.done.read >= CONTEXT && left >= WINDOW {
                self.damaged(usize::MAX);
            }
            if !self.block() {
                return;
            }
        }
    }

    /// Converts a block, or the rest if that is shorter. Returns `false` if there is no room for
    /// it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn block(&mut self) -> bool {
        let context = self.done.read.min(CONTEXT);
        let text = &self.src[self.done.read - context..];
        // The zeros after the text end a sequence that is open there.
        let bytes = |at: usize| load_short(block_of(text, at));
        let block = bytes(0);
        let structure = Reader::new().read(block, bytes(1), &mut Carry::default());
        let end = Fixing::end(&structure, text.len());
        let fixing = Fixing::new(&structure, context, end);
        let room = &mut self.dst[self.done.written..];
        if room.len() < fixing.len() {
            self.take_back(structure.covered, !structure.dropped, context);
            return false;
        }
        if room.len() < ROOM {
            let room = &mut room[..fixing.len()];
            fixing.put::<4>(block, |at, block| store_short(block_of_mut(room, at), block));
        } else {
            fixing.put::<4>(block, |at, block| store(room, at, block));
        }
        self.done.read += end - context;
        self.done.written += fixing.len();
        self.done.replaced += fixing.replaced();
        true
    }

    /// Converts the part of the rest that there is room for.
    fn rest(self) -> LossyProgress {
        let Self { src, dst, done, .. } = self;
        done.with_rest::<Utf8, Utf8>(src, dst)
    }
}

/// Copies `src`, which begins at a boundary, in steps up to the first detected error or up to the
/// last whole step. Returns the number of bytes, and whether there is an error after them. `WAY` is
/// [`LOADED`], [`SHIFTED`] or [`FROM_MEMORY`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn clean<const WAY: u8>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, bool) {
    let checker = Checker::new();
    let whole = src.len().min(dst.len());
    let (src, dst) = (&src[..whole], &mut dst[..whole]);
    let Some(first) = src.first_chunk::<BLOCK>() else { return (0, false) };
    let block = load(first, 0);
    store(dst, 0, block);
    let wrong = wrong_at(checker.wrong::<true>(block, predecessors(block)));
    if wrong < BLOCK {
        return (wrong, true);
    }
    // After these bytes, stores do not straddle cache lines.
    let aligned = to_line(dst, 1);
    let lead = lead(WAY);
    let mut at = if aligned >= lead { aligned } else { BLOCK };
    while let Some(window) = src[at - lead..].get(..lead + STEP) {
        if WAY == FROM_MEMORY {
            prefetch(&src[at..][..STEP]);
        }
        let blocks = [load(window, lead), load(window, lead + BLOCK)];
        store(dst, at, blocks[0]);
        store(dst, at + BLOCK, blocks[1]);
        let any = _mm512_or_si512(blocks[0], blocks[1]);
        if _mm512_movepi8_mask(any) != 0 || window[lead - 1] >= 0x80 {
            let wrong = [lead, lead + BLOCK].map(|at| wrong_in::<WAY>(checker, window, at));
            let any = _mm512_or_si512(wrong[0], wrong[1]);
            if _mm512_test_epi8_mask(any, any) != 0 {
                let first = wrong_at(wrong[0]);
                let second = if first == BLOCK { wrong_at(wrong[1]) } else { 0 };
                return (at + first + second, true);
            }
        }
        at += STEP;
    }
    (at, false)
}

/// Returns the block of `bytes` at `at`, or its existing part.
#[inline(always)]
fn block_of(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at.min(bytes.len())..];
    &rest[..rest.len().min(BLOCK)]
}

/// Returns the room for a block at `at`, or its existing part.
#[inline(always)]
fn block_of_mut(room: &mut [MaybeUninit<u8>], at: usize) -> &mut [MaybeUninit<u8>] {
    let at = at.min(room.len());
    let rest = &mut room[at..];
    let len = rest.len().min(BLOCK);
    &mut rest[..len]
}
