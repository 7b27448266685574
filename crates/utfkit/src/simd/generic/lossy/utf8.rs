//! UTF-8 of any kind to UTF-8, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! Clean text is checked and stored in the same pass. An error in the middle of it is replaced by
//! itself. Where one is near the other, blocks of 64 bytes are taken by their structure: where one
//! subpart is no character, what is behind it is stored once more, and where none is, the same is
//! done behind all that counts, so that no branch has to foresee it. Where there are more, four
//! bytes at a time go through a table that has, for each way in which some of them are dropped and
//! some are replaced, where the bytes come from, three of U+FFFD among them; or eight, if none is
//! dropped. That takes the same time whatever the damage is. Few bytes are validated and copied
//! before all else; the last block is read where it is, and one subpart in it is replaced between
//! two copies.
//!
//! Why it is right: the first loop begins at a boundary, as if nothing were before it. The second
//! reads with each block what it depends on, three bytes before what is taken and two behind it,
//! and takes back at its end what is open there. Cost: 16 operations for a register of clean text,
//! as for validation; for 59 bytes by structure 20 for each register of 64, five of them moves of
//! signs, and then a few loads and stores, or a row, a look-up and a store for each four bytes, or
//! each eight.

use core::{mem::MaybeUninit, ops::ControlFlow};

use crate::{
    form::Utf8,
    simd::{
        LossyProgress, Progress,
        generic::{
            copy::{self, SHORT, put_short},
            subparts::{self, BLOCK, is_ascii},
            tables::replaced::{REPLACEMENT, ROOM, Replaced, put_replacement},
            validate::utf8::{Checker, predecessors},
            vector::Vector,
        },
        portable,
        shared::{
            utf8_errors::start_of,
            utf8_subparts::{CONTEXT, Carry, STRIDE, Structure, open_before},
        },
    },
};

/// After so many bytes of clean text another error is not expected near one.
const SPARSE: usize = BLOCK;

/// Subparts one behind the other that are replaced one by one: a byte that is wrong makes up to
/// four, several in a row more.
const FEW: usize = 8;

/// After so many blocks without an error none is expected in the next.
const QUIET: usize = 8;

/// What is read where a block is taken: that, its context, and what is stored once more.
const WINDOW: usize = 2 * BLOCK;

/// For four bytes, of which a key has a bit each in its lower half for those that are replaced and
/// in its upper half for those that are dropped: where their bytes are if those of U+FFFD are at
/// places 4, 5 and 6.
static FOURS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut to = 0;
        let mut byte = 0;
        while byte < 4 {
            if key >> byte & 1 == 1 {
                rows[key][to] = 4;
                rows[key][to + 1] = 5;
                rows[key][to + 2] = 6;
                to += 3;
            } else if key >> (byte + 4) & 1 == 0 {
                rows[key][to] = byte;
                to += 1;
            }
            byte += 1;
        }
        key += 1;
    }
    rows
};
/// How many bytes a row has.
static LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut key = 0;
    while key < 256 {
        let (replaced, dropped) = (key as u32 & 0x0F, key as u32 >> 4);
        lengths[key] = (4 + 2 * replaced.count_ones() - (dropped & !replaced).count_ones()) as u8;
        key += 1;
    }
    lengths
};

/// What stands behind four bytes that go through [`FOURS`].
const BEHIND_FOUR: u64 = {
    let [a, b, c] = REPLACEMENT;
    u64::from_le_bytes([0, 0, 0, 0, a, b, c, 0])
};

/// [`Lossy`](crate::simd::shared::kernel::Lossy) of few bytes from UTF-8 to
/// UTF-8, as far as they are well-formed.
#[inline(always)]
pub(in crate::simd) fn begin<V: Vector>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> ControlFlow<LossyProgress, Progress> {
    let done = copy::short8(v, src, dst).unwrap_or_default();
    if done.read < src.len() {
        return ControlFlow::Continue(done);
    }
    ControlFlow::Break(LossyProgress::of_clean(done))
}

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-8, from where
/// it is `done`.
#[inline(always)]
pub(in crate::simd) fn convert<V: Vector>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> LossyProgress {
    let done = LossyProgress::of_clean(done);
    let mut run = Run { v, checker: Checker::new(v), src, dst, done };
    if src.len() > SHORT {
        run.blocks();
    }
    run.rest();
    run.done
}

/// A conversion under way. `done.read` is a boundary.
struct Run<'r, V: Vector> {
    v: V,
    checker: Checker<V>,
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: LossyProgress,
}

impl<V: Vector> Run<'_, V> {
    /// Takes what can be taken at once.
    #[inline(always)]
    fn blocks(&mut self) {
        loop {
            let before = self.done.read;
            let error = self.clean();
            let sparse = self.done.read - before >= SPARSE;
            if !error || !(if sparse { self.some() } else { self.damaged(QUIET) }) {
                return;
            }
        }
    }

    /// Copies text up to the first error; `false` if there is none in what can be taken at once.
    #[inline(always)]
    fn clean(&mut self) -> bool {
        let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
        let (at, error) = clean(self.v, self.checker, src, dst);
        // What is open there is taken back.
        let at = start_of(src, at);
        self.done.read += at;
        self.done.written += at;
        error
    }

    /// Replaces subparts that are next, a few at most; `false` if there is no room for U+FFFD.
    #[inline(always)]
    fn some(&mut self) -> bool {
        portable::replace_some::<Utf8, Utf8>(self.src, self.dst, &mut self.done, FEW)
    }

    /// Takes blocks until so many in a row are without an error, `quiet`; `false` if there is no
    /// more that can be taken at once.
    #[inline(always)]
    fn damaged(&mut self, quiet: usize) -> bool {
        let (v, checker) = (self.v, self.checker);
        // The text begins with nothing before it.
        let mut context = self.done.read.min(CONTEXT);
        let start = self.done.read - context;
        let src = &self.src[start..];
        let dst = &mut self.dst[self.done.written..];
        let Some(window) = src.get(..WINDOW) else { return false };
        let mut ahead = subparts::read(v, checker, window, &mut Carry::default());
        let (mut at, mut written, mut clean) = (0, 0, 0);
        let (mut covered, mut dropped) = (0, 0);
        while clean < quiet
            && let Some(window) = src[at..].get(..WINDOW)
            && let Some(room) = dst[written..].get_mut(..ROOM)
        {
            let structure = ahead;
            // Before the stores of this block, whose places come late and hold up what is behind.
            ahead = subparts::read(v, checker, &window[STRIDE..], &mut Carry::default());
            let fixing = Fixing::new(&structure, context, CONTEXT + STRIDE);
            fixing.put(v, &window[context..], room);
            written += fixing.len();
            at += STRIDE;
            let replaced = fixing.bad.count_ones() as usize;
            self.done.replaced += replaced;
            clean = if replaced == 0 { clean + 1 } else { 0 };
            (covered, dropped) = (structure.covered, structure.dropped);
            context = CONTEXT;
        }
        if at > 0 {
            // What is open before the next lane is taken back, as much of it as was copied.
            let back = open_before(covered, CONTEXT + STRIDE);
            let lanes = BLOCK - CONTEXT - STRIDE;
            written -= (!dropped << lanes & !(!0 >> back)).count_ones() as usize;
            self.done.read = start + at + CONTEXT - back as usize;
            self.done.written += written;
        }
        clean == quiet
    }

    /// Takes what is left, which is short of text or of room.
    #[inline(always)]
    fn rest(&mut self) {
        while self.done.read < self.src.len() {
            self.damaged(usize::MAX);
            if self.done.read == self.src.len() || !self.last() {
                break;
            }
        }
        if self.done.read < self.src.len() {
            self.done = self.done.with_rest::<Utf8, Utf8>(self.src, self.dst);
        }
    }

    /// Takes a block at most, and exactly the room that it needs; `false` if there is less.
    #[inline(always)]
    fn last(&mut self) -> bool {
        let rest = &self.src[self.done.read..];
        let mut carry = Carry::default();
        let structure = if rest.len() > BLOCK {
            subparts::read(self.v, self.checker, rest, &mut carry)
        } else {
            subparts::read_whole(self.v, self.checker, rest)
        };
        let taken = rest.len().min(BLOCK) - carry.open(&structure);
        let room = &mut self.dst[self.done.written..];
        let Some(written) = fix_exactly(self.v, &rest[..taken], &structure, room) else {
            return false;
        };
        self.done.read += taken;
        self.done.written += written;
        self.done.replaced += structure.bad.count_ones() as usize;
        true
    }
}

/// Copies `src`, where nothing is open before it, up to the first place where something shows as
/// wrong, or as far as can be taken at once; gives how far that is, and whether something is wrong
/// there.
#[inline(always)]
fn clean<V: Vector>(
    v: V,
    checker: Checker<V>,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, bool) {
    let most = src.len().min(dst.len());
    let (src, dst) = (&src[..most], &mut dst[..most]);
    if most < V::BYTES {
        return (0, false);
    }
    let bytes = v.load(src, 0);
    v.store(dst, 0, bytes);
    let wrong = checker.wrong(v, bytes, predecessors(v, bytes));
    if v.any(wrong) {
        return (v.first(wrong), true);
    }
    // Stores should not straddle cache lines.
    let aligned = V::BYTES - dst.as_ptr().addr() % V::BYTES;
    let mut at = if aligned >= 3 { aligned } else { V::BYTES };
    while let Some(window) = src[at - 3..].get(..3 + BLOCK) {
        copy(v, &window[3..], &mut dst[at..]);
        if is_ascii(v, &window[3..]) && window[2] < 0x80 {
            at += BLOCK;
            at += ascii(v, &src[at..], &mut dst[at..]);
            continue;
        }
        let wrong = first_wrong(v, checker, window);
        at += wrong;
        if wrong < BLOCK {
            return (at, true);
        }
    }
    (at, false)
}

/// Copies pairs of blocks while they are ASCII; gives how many bytes that were.
#[inline(always)]
fn ascii<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let mut at = 0;
    for (bytes, room) in src.chunks_exact(2 * BLOCK).zip(dst.chunks_exact_mut(2 * BLOCK)) {
        let (first, second) = bytes.split_at(BLOCK);
        if !(is_ascii(v, first) & is_ascii(v, second)) {
            break;
        }
        copy(v, first, room);
        copy(v, second, &mut room[BLOCK..]);
        at += 2 * BLOCK;
    }
    at
}

/// Copies a block.
#[inline(always)]
fn copy<V: Vector>(v: V, bytes: &[u8], room: &mut [MaybeUninit<u8>]) {
    let (bytes, room) = (&bytes[..BLOCK], &mut room[..BLOCK]);
    let mut at = 0;
    while at < BLOCK {
        v.store(room, at, v.load(bytes, at));
        at += V::BYTES;
    }
}

/// The first byte that shows as wrong in the block behind the third byte of `window`; [`BLOCK`] if
/// none does.
#[inline(always)]
fn first_wrong<V: Vector>(v: V, checker: Checker<V>, window: &[u8]) -> usize {
    let mut any = v.splat8(0);
    let mut at = 0;
    while at < BLOCK {
        any = v.or(any, wrong(v, checker, window, at));
        at += V::BYTES;
    }
    if !v.any(any) {
        return BLOCK;
    }
    let mut at = 0;
    while at < BLOCK {
        let first = v.first(wrong(v, checker, window, at));
        if first < V::BYTES {
            return at + first;
        }
        at += V::BYTES;
    }
    BLOCK
}

/// What is wrong in the register of that block at `at`.
#[inline(always)]
fn wrong<V: Vector>(v: V, checker: Checker<V>, window: &[u8], at: usize) -> V::Register {
    let before = [v.load(window, at + 2), v.load(window, at + 1), v.load(window, at)];
    checker.wrong(v, v.load(window, at + 3), before)
}

/// What becomes of the bytes of a block that are taken, a bit for each.
#[derive(Clone, Copy)]
struct Fixing {
    /// Those of which U+FFFD is made.
    bad: u64,
    /// Those that are left out.
    dropped: u64,
    /// How many there are.
    taken: usize,
}

impl Fixing {
    /// Of a block of which that is the `structure`, the lanes from `first` to `end`.
    #[inline(always)]
    fn new(structure: &Structure, first: usize, end: usize) -> Self {
        let taken = end - first;
        let lanes = !(!0_u64).checked_shl(taken as u32).unwrap_or(0);
        let of = |mask: u64| mask >> first & lanes;
        Self { bad: of(structure.bad), dropped: of(structure.dropped), taken }
    }

    /// How many bytes they become.
    #[inline(always)]
    fn len(self) -> usize {
        self.taken + 2 * self.bad.count_ones() as usize - self.dropped.count_ones() as usize
    }

    /// Writes what the first of `bytes` become, and whatever behind it.
    #[inline(always)]
    fn put<V: Vector>(self, v: V, bytes: &[u8], room: &mut [MaybeUninit<u8>]) {
        let Self { bad, dropped, .. } = self;
        let room = &mut room[..ROOM];
        if bad & bad.wrapping_sub(1) == 0 {
            return self.put_one(v, bytes, room);
        }
        let replaced = Replaced::new(bad);
        if dropped == 0 && replaced.fit() == BLOCK {
            return replaced.put_in(v.narrow(), bytes, room);
        }
        // The keys of the even fours and of the odd ones.
        let low = 0x0F0F_0F0F_0F0F_0F0F;
        let mut even = bad & low | (dropped & low) << 4;
        let mut odd = (bad >> 4) & low | dropped & !low;
        let v = v.narrow();
        let mut written = 0;
        for bytes in bytes[..BLOCK].as_chunks().0 {
            let bytes = u64::from_le_bytes(*bytes);
            written = four(v, bytes as u32, even as u8, room, written);
            written = four(v, (bytes >> 32) as u32, odd as u8, room, written);
            even >>= 8;
            odd >>= 8;
        }
    }

    /// [`put`](Self::put) where one subpart at most is bad. Without a branch: if none is, U+FFFD and
    /// what is behind it are written behind all that counts.
    #[inline(always)]
    fn put_one<V: Vector>(self, v: V, bytes: &[u8], room: &mut [MaybeUninit<u8>]) {
        debug_assert!(self.taken < BLOCK, "what is behind all that counts must have a bit");
        copy(v, bytes, room);
        let last = (self.bad | 1 << self.taken).trailing_zeros() as usize;
        // What is left out at the end belongs to what comes next.
        let first = last - (self.dropped & !(!0 << last)).count_ones() as usize;
        put_replacement(&mut room[first..]);
        copy(v, &bytes[last + 1..], &mut room[first + REPLACEMENT.len()..]);
    }
}

/// Writes what at most a block becomes, to no more room than that takes; `None` if there is less.
/// Gives how many bytes that are.
#[inline(always)]
fn fix_exactly<V: Vector>(
    v: V,
    bytes: &[u8],
    structure: &Structure,
    room: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let bad = structure.bad;
    if bad == 0 {
        put_short(v, bytes, room.get_mut(..bytes.len())?);
        return Some(bytes.len());
    }
    if bad & (bad - 1) == 0 {
        let dropped = structure.dropped.count_ones() as usize;
        let last = bad.trailing_zeros() as usize;
        let first = last - dropped;
        // All of it where what is behind the subpart goes, for a copy of always as many bytes is
        // the fastest.
        let room = room.get_mut(..bytes.len() + 2 - dropped)?;
        put_short(v, bytes, &mut room[2 - dropped..]);
        put_short(v, &bytes[..first], &mut room[..first]);
        put_replacement(&mut room[first..]);
        return Some(room.len());
    }
    let mut window = [0; 2 * BLOCK];
    window[..bytes.len()].copy_from_slice(bytes);
    let mut aside = [MaybeUninit::uninit(); ROOM];
    let fixing = Fixing::new(structure, 0, bytes.len());
    fixing.put(v, &window, &mut aside);
    let written = fixing.len();
    room.get_mut(..written)?.copy_from_slice(&aside[..written]);
    Some(written)
}

/// Writes what is left of four bytes by their key, behind what is `written`; gives how many bytes
/// are written then.
#[inline(always)]
fn four<V: Vector>(v: V, bytes: u32, key: u8, room: &mut [MaybeUninit<u8>], written: u8) -> u8 {
    let bytes = v.of_number((u64::from(bytes) | BEHIND_FOUR).into());
    let row = v.load(&FOURS[usize::from(key)], 0);
    v.store(room, written.into(), v.lookup(bytes, row));
    written.wrapping_add(LENGTHS[usize::from(key)])
}
