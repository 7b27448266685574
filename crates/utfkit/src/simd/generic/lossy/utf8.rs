//! Converts any UTF-8 to UTF-8, with U+FFFD for each ill-formed maximal subpart.
//!
//! Clean text is checked and stored in the same pass. A single error in it is replaced on its own.
//! If errors are near each other, blocks of 64 bytes are converted by their structure:
//!
//! - If one subpart of the block is ill-formed, the text after it is stored a second time.
//! - If none is, the same is done after the block, with no effect, so that there is no branch to
//!   predict.
//! - If there are more, four bytes at a time go through a table. For each way to drop some of them
//!   and replace others, a row has the sources of all bytes, including the three of U+FFFD. If no
//!   byte is dropped, eight bytes at a time go through another table. This takes the same time for
//!   any damage.
//!
//! A short text is validated and copied first. The last block is read in place, and a single
//! subpart in it is replaced between two copies.
//!
//! Correctness: the first loop begins at a boundary, as if nothing were before it. The second loop
//! reads each block with its context, three bytes before the converted lanes and two after them. At
//! its end, it takes back the sequence that is open there. Cost: 16 operations for a register of
//! clean text, as for validation. By structure, 59 bytes cost 20 operations for each register of
//! the 64 bytes, five of them moves of sign bits. Writing adds a few loads and stores, or a row, a
//! look-up and a store for each four or eight bytes.

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

/// After this number of clean bytes, the next error is not expected to be near.
const SPARSE: usize = BLOCK;

/// The maximum number of adjacent subparts that are replaced one by one. A single wrong byte makes
/// up to four, several in a row make more.
const FEW: usize = 8;

/// After this number of blocks without an error, no error is expected in the next block.
const QUIET: usize = 8;

/// The bytes read for one block: the block, its context, and the bytes that are stored a second
/// time.
const WINDOW: usize = 2 * BLOCK;

/// The sources of the bytes for each key of four bytes. The lower half of a key has a bit for each
/// replaced byte, and the upper half one for each dropped byte. The bytes of U+FFFD are at
/// positions 4, 5 and 6.
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
/// The number of bytes in each row.
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

/// The bytes after the four that go through [`FOURS`].
const AFTER_FOUR: u64 = {
    let [a, b, c] = REPLACEMENT;
    u64::from_le_bytes([0, 0, 0, 0, a, b, c, 0])
};

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-8 for short texts, up
/// to the first ill-formed sequence.
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

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-8, starting at
/// `done`.
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

/// A conversion in progress. `done.read` is a boundary.
struct Run<'r, V: Vector> {
    v: V,
    checker: Checker<V>,
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: LossyProgress,
}

impl<V: Vector> Run<'_, V> {
    /// Converts all text that can be converted in blocks.
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

    /// Copies text up to the first error. Returns `false` if there is no error in the text that can
    /// be converted in blocks.
    #[inline(always)]
    fn clean(&mut self) -> bool {
        let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
        let (at, error) = clean(self.v, self.checker, src, dst);
        // Take back the sequence that is open at the end.
        let at = start_of(src, at);
        self.done.read += at;
        self.done.written += at;
        error
    }

    /// Replaces the next subparts, at most [`FEW`]. Returns `false` if there is no room for U+FFFD.
    #[inline(always)]
    fn some(&mut self) -> bool {
        portable::replace_some::<Utf8, Utf8>(self.src, self.dst, &mut self.done, FEW)
    }

    /// Converts blocks until `quiet` blocks in a row have no error. Returns `false` if the text or
    /// the room ends before that.
    #[inline(always)]
    fn damaged(&mut self, quiet: usize) -> bool {
        let (v, checker) = (self.v, self.checker);
        // The context is shorter near the start of the text.
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
            // Read this before the stores of this block: their addresses are known late, and until
            // then they delay later loads.
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
            // Take back the sequence that is open before the next lane, without the bytes of it
            // that were dropped.
            let back = open_before(covered, CONTEXT + STRIDE);
            let lanes = BLOCK - CONTEXT - STRIDE;
            written -= (!dropped << lanes & !(!0 >> back)).count_ones() as usize;
            self.done.read = start + at + CONTEXT - back as usize;
            self.done.written += written;
        }
        clean == quiet
    }

    /// Converts the rest, where there is too little text or room for whole blocks.
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

    /// Converts at most one block, and needs only as much room as the result takes. Returns `false`
    /// if there is less.
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

/// Copies `src`, which begins at a boundary, in blocks up to the first detected error or up to the
/// last whole block. Returns the number of bytes, and whether there is an error after them.
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
    // After these bytes, stores do not straddle cache lines.
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

/// Copies pairs of blocks while they are ASCII. Returns the number of bytes.
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

/// Copies one block.
#[inline(always)]
fn copy<V: Vector>(v: V, bytes: &[u8], room: &mut [MaybeUninit<u8>]) {
    let (bytes, room) = (&bytes[..BLOCK], &mut room[..BLOCK]);
    let mut at = 0;
    while at < BLOCK {
        v.store(room, at, v.load(bytes, at));
        at += V::BYTES;
    }
}

/// Returns the offset of the first detected error in the block after the third byte of `window`, or
/// [`BLOCK`] if there is none.
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

/// Returns the errors in the register of that block at `at`.
#[inline(always)]
fn wrong<V: Vector>(v: V, checker: Checker<V>, window: &[u8], at: usize) -> V::Register {
    let before = [v.load(window, at + 2), v.load(window, at + 1), v.load(window, at)];
    checker.wrong(v, v.load(window, at + 3), before)
}

/// The changes to the converted bytes of a block, a bit for each byte.
#[derive(Clone, Copy)]
struct Fixing {
    /// The bytes that become U+FFFD.
    bad: u64,
    /// The bytes that are dropped.
    dropped: u64,
    /// The number of bytes.
    taken: usize,
}

impl Fixing {
    /// Selects the lanes from `first` to `end` of a block with that `structure`.
    #[inline(always)]
    fn new(structure: &Structure, first: usize, end: usize) -> Self {
        let taken = end - first;
        let lanes = !(!0_u64).checked_shl(taken as u32).unwrap_or(0);
        let of = |mask: u64| mask >> first & lanes;
        Self { bad: of(structure.bad), dropped: of(structure.dropped), taken }
    }

    /// Returns the number of bytes after conversion.
    #[inline(always)]
    fn len(self) -> usize {
        self.taken + 2 * self.bad.count_ones() as usize - self.dropped.count_ones() as usize
    }

    /// Writes the conversion of the first of `bytes`. The bytes written after it are unspecified.
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
        // The keys of the even groups of four and of the odd ones.
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

    /// Implements [`put`](Self::put) for at most one bad subpart. There is no branch: if there is
    /// none, U+FFFD and the text after it are written after all bytes that count.
    #[inline(always)]
    fn put_one<V: Vector>(self, v: V, bytes: &[u8], room: &mut [MaybeUninit<u8>]) {
        debug_assert!(self.taken < BLOCK, "the lane after the converted ones must have a bit");
        copy(v, bytes, room);
        let last = (self.bad | 1 << self.taken).trailing_zeros() as usize;
        // Dropped bytes at the end belong to the next block.
        let first = last - (self.dropped & !(!0 << last)).count_ones() as usize;
        put_replacement(&mut room[first..]);
        copy(v, &bytes[last + 1..], &mut room[first + REPLACEMENT.len()..]);
    }
}

/// Writes the conversion of at most one block, without writing beyond it. Returns the number of
/// bytes, or `None` if there is less room than that.
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
        // Copy everything to the place of the text after the subpart, because a copy of constant
        // length is the fastest.
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

/// Writes the conversion of four bytes by their key, at offset `written`. Returns the offset after
/// them.
#[inline(always)]
fn four<V: Vector>(v: V, bytes: u32, key: u8, room: &mut [MaybeUninit<u8>], written: u8) -> u8 {
    let bytes = v.of_number((u64::from(bytes) | AFTER_FOUR).into());
    let row = v.load(&FOURS[usize::from(key)], 0);
    v.store(room, written.into(), v.lookup(bytes, row));
    written.wrapping_add(LENGTHS[usize::from(key)])
}
