//! UTF-8 of any kind to UTF-8, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! Clean text is checked and stored in the same pass. An error in the middle of it is replaced by
//! itself. Where one is near the other, [`subparts8`](crate::simd::shared::utf8_subparts) says of a block where
//! subparts end that are no characters, and [`replace8`](crate::simd::x86_64::avx512::registers::replace8) replaces all of them;
//! after some blocks without an error the first loop goes on. Short text is validated as a whole,
//! and copied; where the first error is does not matter, for that cannot be predicted.
//!
//! Why it is right: the first loop begins at a boundary, as if nothing were before it. The second
//! reads with each block what it depends on: three bytes before what is taken, and two behind it.
//! At its end what is open is taken back.

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
                ahead::{FAR, ask_ahead},
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

/// Bytes of clean text that are taken at once.
const STEP: usize = 2 * BLOCK;

/// Text that is not longer is checked as a whole before it is copied: no loop pays for it.
const SHORT: usize = 4 * BLOCK;

/// After so many bytes of clean text another error is not expected near one.
const SPARSE: usize = BLOCK;

/// Subparts one behind the other that are replaced one by one: a byte that is wrong makes up to
/// four.
const FEW: usize = 4;

/// After so many blocks without an error none is expected in the next.
const QUIET: usize = 8;

const _: () = assert!(STRIDE <= THREE_PARTS);

/// What is read where a block is taken: that, its context, and the byte behind it.
const WINDOW: usize = BLOCK + 1;

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-8.
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
        // Longer text as well: lines begin at stores here, so that all loads straddle them.
        damaged_from::<SHIFTED>(src, dst, 0, replaced)
    } else {
        damaged_from::<LOADED>(src, dst, 0, replaced)
    }
}

/// [`convert`] of at most a block. Nothing is to be done behind the call, so that a text without
/// errors is copied without stack.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn short(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    if copied_block(src, dst) {
        return Progress { read: src.len(), written: src.len() };
    }
    damaged_from::<LOADED>(src, dst, 0, replaced)
}

/// [`convert`] of more than a block, and no more than [`SHORT`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn brief(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    match copied(src, dst) {
        None => Progress { read: src.len(), written: src.len() },
        Some(from) => damaged_from::<LOADED>(src, dst, from, replaced),
    }
}

/// Copies `src`, at most a block, if it is well-formed and there is room; whether it did.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copied_block(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let Some(dst) = dst.get_mut(..src.len()) else { return false };
    let Some(block) = validate8::valid_block(src) else { return false };
    store_short(dst, block);
    true
}

/// Copies `src`, which is short, if it is well-formed and there is room; gives up to where it is,
/// but for a character that goes on there, and all of it has room, otherwise.
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

/// [`convert`] of text that is long or damaged; if it is short, its first `from` bytes are taken
/// as they are, whatever the `WAY`, in which only long text is checked.
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

/// A conversion under way. What is before `done.read` is done. Where text is taken as if nothing
/// were before it, that is a boundary; where it is taken with its context, it may be inside a
/// character.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: LossyProgress,
}

impl Run<'_> {
    /// Takes what can be taken at once, of more than a short text.
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

    /// Takes the next `len` bytes as they are, if there are any; there is room for all that is
    /// left of the text. All of that is copied: to copy just those would wait for how many there
    /// are.
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

    /// Copies what is left, if that is short, as far as it is well-formed.
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

    /// Copies text up to the first error; `false` if there is none in what can be taken at once.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn clean<const WAY: u8>(&mut self) -> bool {
        let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
        let (at, error) = clean::<WAY>(src, dst);
        // What is open there is taken back.
        let at = start_of(src, at);
        self.done.read += at;
        self.done.written += at;
        error
    }

    /// Replaces subparts that are next, a few at most; `false` if there is no room for U+FFFD. Each
    /// `WAY` has a function of its own, which is inlined.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn some<const WAY: u8>(&mut self) -> bool {
        portable::replace_some::<Utf8, Utf8>(self.src, self.dst, &mut self.done, FEW)
    }

    /// Takes blocks until so many in a row are without an error, `quiet`; `false` if there is no
    /// more that can be taken at once.
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
            // Before the stores of this block, whose places come late and hold up what is behind.
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

    /// Takes back what is open before the lane `next`, as much of it as was copied: if it is a
    /// subpart that is no character, some was left out.
    #[inline(always)]
    fn take_back(&mut self, covered: u64, kept: u64, next: usize) {
        let lanes = 63 - next;
        let back = open_before(covered, next);
        self.done.read -= back as usize;
        self.done.written -= (kept << lanes << 1 & !(!0 >> back)).count_ones() as usize;
    }

    /// Takes what is left, but for what has no room.
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

    /// Takes a block, also where there is less; `false` if there is no room for it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn block(&mut self) -> bool {
        let context = self.done.read.min(CONTEXT);
        let text = &self.src[self.done.read - context..];
        // Zeros behind the text end what is open there.
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

    /// Takes what is left, which is short of room.
    fn rest(self) -> LossyProgress {
        let Self { src, dst, done, .. } = self;
        done.with_rest::<Utf8, Utf8>(src, dst)
    }
}

/// Copies `src`, where nothing is open before it, up to the first place where something shows as
/// wrong, or as far as can be taken at once; gives how far that is, and whether something is wrong
/// there. `WAY` is [`LOADED`] or one of those behind it.
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
    // Stores should not straddle cache lines.
    let aligned = to_line(dst, 1);
    let lead = lead(WAY);
    let mut at = if aligned >= lead { aligned } else { BLOCK };
    while let Some(window) = src[at - lead..].get(..lead + STEP) {
        if WAY == FROM_MEMORY {
            ask_ahead(&src[at..][..STEP]);
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

/// The block of `bytes` at `at`, as much of it as there is.
#[inline(always)]
fn block_of(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at.min(bytes.len())..];
    &rest[..rest.len().min(BLOCK)]
}

/// The room of a block at `at`, as much of it as there is.
#[inline(always)]
fn block_of_mut(room: &mut [MaybeUninit<u8>], at: usize) -> &mut [MaybeUninit<u8>] {
    let at = at.min(room.len());
    let rest = &mut room[at..];
    let len = rest.len().min(BLOCK);
    &mut rest[..len]
}
