//! UTF-8 of any kind to UTF-8, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! Clean text is checked and stored in the same pass. An error in the middle of it is replaced by itself. Where one
//! is near the other, [`subparts8`](crate::simd::subparts8) says of a block where subparts end that are no characters,
//! and [`replace8`](super::replace8) replaces all of them, without a branch; after some blocks without an error
//! the first loop goes on.
//!
//! Why it is right: the first loop begins at a boundary, as if nothing were before it. The second reads with each block
//! what it depends on: three octets before what is taken, and two behind it. At its end what is open is taken back.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    memory::{FAR, ahead},
    replace8::{ROOM, Replaced, THREE_PARTS},
    single,
    structure::Reader,
    validate8::{self, Checker, lead, predecessors, wrong_at, wrong_in},
    vector::{BLOCK, load, load_short, store},
};
use crate::{
    form::{Codec, Sequence, Utf8},
    simd::{
        Form, LossyProgress, Progress,
        pairs8::start_of,
        portable,
        subparts8::{Carry, Structure},
    },
};

/// Octets of clean text that are taken at once.
const STEP: usize = 2 * BLOCK;

/// Text that is not longer is checked as a whole before it is copied: no loop pays for it.
const SHORT: usize = 4 * BLOCK;

/// After so many octets of clean text another error is not expected near one.
const SPARSE: usize = BLOCK;

/// Subparts one behind the other that are replaced one by one: an octet that is wrong makes two, or three.
const FEW: usize = 3;

/// After so many blocks without an error none is expected in the next.
const QUIET: usize = 8;

/// Octets before a block that say what its first octets belong to. They are read with it, rather than carried from
/// block to block: so no block waits for another, and more of them are under way at once.
const CONTEXT: usize = 3;

/// Octets that are taken of a block with its context: of the two behind them it depends which are left out.
const STRIDE: usize = BLOCK - CONTEXT - 2;
const _: () = assert!(STRIDE <= THREE_PARTS);

/// Subparts in a block that are replaced one by one.
const FEW_IN_BLOCK: u32 = 2;

/// What is read where a block is taken: its context, and so much that whole registers can be copied.
const WINDOW: usize = CONTEXT + 2 * BLOCK;

/// So many lanes.
const TAKEN: u64 = (1 << STRIDE) - 1;

/// U+FFFD.
const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-8 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert(src: &[u8], dst: &mut [MaybeUninit<u8>], replaced: &mut usize) -> Progress {
    let done = if src.len() <= SHORT { valid(src, dst) } else { 0 };
    if done == src.len() {
        return Progress { read: done, written: done };
    }
    damaged_from(src, dst, done, replaced)
}

/// Copies what is well-formed at the start of `src`, which is short, if there is room for all of that; gives how long that is.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn valid(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let valid = validate8::validate(src);
    if valid > dst.len() {
        return 0;
    }
    single::copy(&src[..valid], dst);
    valid
}

/// [`convert`], of which the first `done` octets are copied.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn damaged_from(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: usize,
    replaced: &mut usize,
) -> Progress {
    let done = LossyProgress { read: done, written: done, replaced: 0 };
    let mut run = Run { src, dst, done, checker: Checker::new(), reader: Reader::new() };
    let expected_clean = if src.len() > SHORT {
        run.blocks();
        true
    } else {
        run.done.read >= SPARSE && run.some()
    };
    if expected_clean {
        run.valid();
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
    /// Takes what can be taken at once, of more than a short text.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn blocks(&mut self) {
        loop {
            let before = self.done.read;
            let error = self.clean();
            let sparse = self.done.read - before >= SPARSE;
            if !error || !(if sparse { self.some() } else { self.damaged() }) {
                return;
            }
        }
    }

    /// Copies what is well-formed of what is left, if that is short.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn valid(&mut self) {
        let rest = &self.src[self.done.read..];
        if rest.len() <= SHORT {
            let valid = valid(rest, &mut self.dst[self.done.written..]);
            self.done.read += valid;
            self.done.written += valid;
        }
    }

    /// Copies text up to the first error; `false` if there is none in what can be taken at once.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn clean(&mut self) -> bool {
        let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
        let (at, error) = match self.src.len() {
            FAR.. => clean::<true>(self.checker, src, dst),
            _ => clean::<false>(self.checker, src, dst),
        };
        // What is open there is taken back.
        let at = start_of(src, at);
        self.done.read += at;
        self.done.written += at;
        error
    }

    /// Replaces subparts that are next, a few at most; `false` if there is no room for U+FFFD.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn some(&mut self) -> bool {
        for _ in 0..FEW {
            let first = Utf8::first(&self.src[self.done.read..], true);
            let Sequence::IllFormed { len, .. } = first else { break };
            let room = self.dst[self.done.written..].first_chunk_mut();
            let Some(room) = room else { return false };
            *room = REPLACEMENT.map(MaybeUninit::new);
            self.done.written += REPLACEMENT.len();
            self.done.read += len;
            self.done.replaced += 1;
        }
        true
    }

    /// Takes blocks until some in a row are without an error; `false` if there is no more that can be taken at once.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn damaged(&mut self) -> bool {
        let mut quiet = 0;
        let mut open = (0, 0);
        while quiet < QUIET {
            let context = self.done.read.min(CONTEXT);
            let window = self.src[self.done.read - context..].first_chunk::<WINDOW>();
            let room = self.dst[self.done.written..].first_chunk_mut::<ROOM>();
            let (Some(window), Some(room)) = (window, room) else { break };
            let block = load(window, 0);
            let structure = self.reader.read(block, load(window, 1), &mut Carry::default());
            let taken = TAKEN << context;
            let (kept, bad) = (taken & !dropped(&structure), taken & structure.bad);
            let replaced = Replaced::new(block, kept, bad);
            self.done.read += STRIDE;
            self.done.written += replaced.len;
            self.done.replaced += bad.count_ones() as usize;
            if bad.count_ones() > FEW_IN_BLOCK {
                replaced.store::<3>(room);
            } else {
                copied(&window[context..], bad >> context, structure.covered >> context, room);
            }
            open = (structure.covered << (CONTEXT + 1 - context), kept << (CONTEXT + 2 - context));
            quiet = if bad == 0 { quiet + 1 } else { 0 };
        }
        // The top bit is the octet that is next, and the one before it. What is open there is taken back, as much of it
        // as was copied: if it is a subpart that is no character, some was left out.
        let (covered, kept) = open;
        let back = (!covered).leading_zeros();
        self.done.read -= back as usize;
        self.done.written -= (kept & !(!0 >> back)).count_ones() as usize;
        quiet == QUIET
    }

    /// Takes blocks one by one, also where less than a block is left; what has no room stays.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn last(&mut self) {
        let mut open = Open::default();
        while self.done.read < self.src.len() {
            let rest = &self.src[self.done.read..];
            let there = rest.len().min(BLOCK);
            let block = load_short(&rest[..there]);
            let behind = &rest[1..];
            let next = load_short(&behind[..behind.len().min(BLOCK)]);
            let before = open;
            let structure = self.reader.read(block, next, &mut open.carry);
            // Zeros behind the text end what is open there.
            let (replaced, back) = open.replaced(block, &structure, _bzhi_u64(!0, there as u32));
            let (from, len) = (self.done.written - back, replaced.len);
            if self.dst.len() - from < len {
                return self.take_back(before.len());
            }
            match self.dst[from..].first_chunk_mut() {
                Some(room) => replaced.store::<4>(room),
                None => {
                    let mut room = [MaybeUninit::uninit(); ROOM];
                    replaced.store::<4>(&mut room);
                    self.dst[from..from + len].copy_from_slice(&room[..len]);
                }
            }
            self.done.written = from + len;
            self.done.read += there;
            self.done.replaced += structure.bad.count_ones() as usize;
        }
    }

    /// Takes back the last `len` octets, which were copied.
    fn take_back(&mut self, len: usize) {
        self.done.read -= len;
        self.done.written -= len;
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

/// Copies `src`, where nothing is open before it, up to the first place where something shows as wrong, or as far as
/// can be taken at once; gives how far that is, and whether something is wrong there.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn clean<const FROM_MEMORY: bool>(
    checker: Checker,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, bool) {
    let whole = src.len().min(dst.len());
    let (src, dst) = (&src[..whole], &mut dst[..whole]);
    let Some(first) = src.first_chunk::<BLOCK>() else { return (0, false) };
    let block = load(first, 0);
    store(dst, 0, block);
    let wrong = wrong_at(checker.wrong(block, predecessors(block)));
    if wrong < BLOCK {
        return (wrong, true);
    }
    // Stores should not straddle cache lines.
    let aligned = BLOCK - dst.as_ptr().addr() % BLOCK;
    let lead = lead(FROM_MEMORY);
    let mut at = if aligned >= lead { aligned } else { BLOCK };
    while let Some(window) = src[at - lead..].get(..lead + STEP) {
        if FROM_MEMORY {
            ahead(src, at);
            ahead(src, at + BLOCK);
        }
        let blocks = [load(window, lead), load(window, lead + BLOCK)];
        store(dst, at, blocks[0]);
        store(dst, at + BLOCK, blocks[1]);
        let any = _mm512_or_si512(blocks[0], blocks[1]);
        if _mm512_movepi8_mask(any) != 0 || window[lead - 1] >= 0x80 {
            let wrong = [lead, lead + BLOCK].map(|at| wrong_in::<FROM_MEMORY>(checker, window, at));
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

/// Writes octets with U+FFFD for the few subparts whose last octets are `bad`, between copies of the rest; `covered` are the
/// second, third and fourth octets of something.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copied(octets: &[u8], mut bad: u64, covered: u64, room: &mut [MaybeUninit<u8>; ROOM]) {
    let (mut from, mut to) = (0, 0);
    store(room, 0, load(octets, 0));
    while bad != 0 {
        let last = bad.trailing_zeros() as usize;
        // The subpart reaches back as far as octets continue the one before.
        let before = (!(covered << (63 - last))).leading_zeros() as usize;
        to += last - before.min(last) - from;
        for (slot, octet) in room[to..].iter_mut().zip(REPLACEMENT) {
            slot.write(octet);
        }
        to += REPLACEMENT.len();
        from = last + 1;
        store(room, to, load(octets, from));
        bad &= bad - 1;
    }
}

/// Octets of a block that belong to a subpart that is no character, and are not its last: that one stands for it.
#[inline(always)]
fn dropped(&Structure { bad, covered, .. }: &Structure) -> u64 {
    // A subpart that is no character has three octets at most.
    let later = bad & covered;
    let third = later >> 1 & covered;
    later >> 1 | third >> 1
}

/// What blocks leave open: octets that were copied, and may be taken back.
#[derive(Clone, Copy, Default)]
struct Open {
    carry: Carry,
    /// Which octets of the block before are the second, third or fourth of something.
    covered: u64,
}

impl Open {
    /// What becomes of the octets `there` of `block`, of which that is the `structure`; and how many octets before it
    /// are taken back for it, as those of a subpart that ends in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn replaced(&mut self, block: __m512i, structure: &Structure, there: u64) -> (Replaced, usize) {
        let &Structure { bad, covered, .. } = structure;
        let later = bad & covered;
        let third = later >> 1 & covered;
        let two_back = later & (self.covered >> 63);
        let back = (later & 1) + (third & 1) + two_back;
        self.covered = covered;
        (Replaced::new(block, there & !dropped(structure), there & bad), back as usize)
    }

    /// How many octets are open.
    fn len(self) -> usize {
        if self.carry.is_open() { 1 + (!self.covered).leading_zeros() as usize } else { 0 }
    }
}
