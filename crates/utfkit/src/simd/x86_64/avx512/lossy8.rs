//! UTF-8 of any kind to UTF-8, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! Clean text is checked and stored in the same pass. From a block with an error on, [`subparts8`](crate::simd::subparts8)
//! says where subparts end that are no characters; what stands between them is copied, sixty-four octets
//! a copy, and U+FFFD put between the copies. A block without one goes back to the first loop.
//!
//! Why it is right: the second loop begins each block at a boundary, so nothing is carried; what is
//! open at the end of a block begins the next. Copies run over what will be written behind them, within
//! the room that each block asks for.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    single,
    structure::Reader,
    validate8::{self, Checker},
    vector::{BLOCK, load, load_short, store, store_first},
};
use crate::simd::{
    Form, LossyProgress, Progress,
    pairs8::start_of,
    portable,
    subparts8::{Carry, Structure},
};

/// Octets of clean text that are taken at once.
const STEP: usize = 2 * BLOCK;

/// Text that is not longer is checked as a whole before it is copied: no loop pays for it.
const SHORT: usize = 4 * BLOCK;

/// After so many octets of clean text another error is not expected near one.
const SPARSE: usize = 4 * STEP;

/// U+FFFD, and an octet that will be written over.
const REPLACEMENT: [u8; 4] = [0xEF, 0xBF, 0xBD, 0];

/// The most room that a block can need: each octet replaced, and a copy behind.
const ROOM: usize = 3 * BLOCK + BLOCK;

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-8 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    let mut done = Progress::default();
    if src.len() <= SHORT {
        let valid = validate8::validate(src);
        if valid <= dst.len() {
            single::copy(&src[..valid], dst);
            done = Progress { read: valid, written: valid };
        }
        if done.read == src.len() {
            return done;
        }
    }
    damaged_from(src, dst, done, replaced)
}

/// [`convert`], from where `done` says on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn damaged_from(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    Progress { read, written }: Progress,
    replaced: &mut usize,
) -> Progress {
    let done = LossyProgress { read, written, replaced: 0 };
    let mut run = Run { src, dst, done, checker: Checker::new(), reader: Reader::new() };
    loop {
        let before = run.done.read;
        if !run.clean() {
            break;
        }
        let sparse = run.done.read - before >= SPARSE;
        if !run.damaged(sparse) {
            break;
        }
    }
    run.last();
    let done = if run.done.read == src.len() { run.done } else { run.rest() };
    *replaced += done.replaced;
    Progress { read: done.read, written: done.written }
}

/// A conversion under way. Outside of the loops `done.read` is a boundary.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: LossyProgress,
    checker: Checker,
    reader: Reader,
}

impl Run<'_> {
    /// Copies text while it is well-formed; `false` if there is no more that can be taken at once.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn clean(&mut self) -> bool {
        let src = self.src;
        let from = self.done.read;
        let mut at = from;
        let more = loop {
            // The first three octets have no octets before them to look at: the other loop takes them.
            let window =
                src.get(at.wrapping_sub(3)..).and_then(<[u8]>::first_chunk::<{ 3 + STEP }>);
            let Some(window) = window else { break at < 3 };
            let room = self.dst.get_mut(self.done.written + at - from..);
            let Some(room) = room.and_then(<[_]>::first_chunk_mut::<STEP>) else { break false };
            let blocks = [load(window, 3), load(window, 3 + BLOCK)];
            let any = _mm512_or_si512(blocks[0], blocks[1]);
            if _mm512_movepi8_mask(any) != 0 || window[2] >= 0x80 {
                let before =
                    |at: usize| [load(window, at - 1), load(window, at - 2), load(window, at - 3)];
                let wrong = _mm512_or_si512(
                    self.checker.wrong(blocks[0], before(3)),
                    self.checker.wrong(blocks[1], before(3 + BLOCK)),
                );
                if _mm512_test_epi8_mask(wrong, wrong) != 0 {
                    break true;
                }
            }
            store(room, 0, blocks[0]);
            store(room, BLOCK, blocks[1]);
            at += STEP;
        };
        // What is open there is taken back.
        let at = start_of(src, at).max(from);
        self.done.written += at - from;
        self.done.read = at;
        more
    }

    /// Takes blocks while there are errors in them, or only one if they are `sparse`; `false` if there is no
    /// more that can be taken at once.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn damaged(&mut self, sparse: bool) -> bool {
        let src = self.src;
        loop {
            let at = self.done.read;
            let Some(window) = src[at..].first_chunk::<{ 2 * BLOCK }>() else { return false };
            if self.dst.len() - self.done.written < ROOM {
                return false;
            }
            let mut carry = Carry::default();
            let structure = self.reader.read(load(window, 0), load(window, 1), &mut carry);
            self.mend(window, &structure, BLOCK - carry.open(&structure));
            // The other loop looks three octets back, as if they were well-formed: not at `E0 80` here.
            if structure.bad == 0 || (sparse && structure.bad >> (BLOCK - 3) == 0) {
                return true;
            }
        }
    }

    /// Takes the first `end` octets of `window`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn mend(&mut self, window: &[u8; 2 * BLOCK], structure: &Structure, end: usize) {
        let room = &mut self.dst[self.done.written..][..room_for(structure, end)];
        let mut written = 0;
        let mut from = 0;
        let mut bad = structure.bad;
        while bad != 0 {
            let last = bad.trailing_zeros() as usize;
            // The subpart reaches back as far as octets continue the one before.
            let before = (!(structure.covered << (63 - last))).leading_zeros() as usize;
            store(room, written, load(window, from));
            written += last - before - from;
            put(room, written);
            written += REPLACEMENT.len() - 1;
            from = last + 1;
            bad &= bad - 1;
        }
        store(room, written, load(window, from));
        self.done.written += written + end - from;
        self.done.read += end;
        self.done.replaced += structure.bad.count_ones() as usize;
    }

    /// Takes blocks one by one, also where less than a block is left; what has no room stays.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn last(&mut self) {
        while self.done.read < self.src.len() {
            let rest = &self.src[self.done.read..];
            let block = load_short(&rest[..rest.len().min(BLOCK)]);
            let mut len = rest.len().min(BLOCK);
            if rest.len() > BLOCK || _mm512_movepi8_mask(block) != 0 {
                let behind = &rest[1..];
                let next = load_short(&behind[..behind.len().min(BLOCK)]);
                let mut carry = Carry::default();
                let structure = self.reader.read(block, next, &mut carry);
                // Zeros behind the text end what is open there.
                if carry.is_open() {
                    len = BLOCK - 1 - (!structure.covered).leading_zeros() as usize;
                }
                if structure.bad != 0 {
                    if self.dst.len() - self.done.written < room_for(&structure, len) {
                        return;
                    }
                    self.mend(&padded(block), &structure, len);
                    continue;
                }
            }
            let room = &mut self.dst[self.done.written..];
            if room.len() < len {
                return;
            }
            store_first(room, [block], len, len);
            self.done.written += len;
            self.done.read += len;
        }
    }

    /// Takes what is left, which is short of room.
    fn rest(self) -> LossyProgress {
        let Self { src, dst, done, .. } = self;
        let rest = portable::KERNELS.convert_lossy(
            Form::Utf8,
            Form::Utf8,
            &src[done.read..],
            &mut dst[done.written..],
        );
        LossyProgress {
            read: done.read + rest.read,
            written: done.written + rest.written,
            replaced: done.replaced + rest.replaced,
        }
    }
}

/// The room that the first `end` octets of a block need: each subpart adds two octets at most, and the
/// last copy is a whole block.
#[inline(always)]
fn room_for(structure: &Structure, end: usize) -> usize {
    end + 2 * structure.bad.count_ones() as usize + BLOCK
}

/// `block` with zeros behind it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn padded(block: __m512i) -> [u8; 2 * BLOCK] {
    let mut octets = [0; 2 * BLOCK];
    // SAFETY: there is room for 64 octets, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(octets.as_mut_ptr().cast(), block) };
    octets
}

/// Writes U+FFFD, and an octet behind it, in `room` at `at`.
#[inline(always)]
fn put(room: &mut [MaybeUninit<u8>], at: usize) {
    for (slot, octet) in room[at..at + REPLACEMENT.len()].iter_mut().zip(REPLACEMENT) {
        slot.write(octet);
    }
}
