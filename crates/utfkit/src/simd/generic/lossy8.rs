//! UTF-8 of any kind to UTF-8, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! Clean text is checked and stored in the same pass. A block of 64 octets with an error in it is
//! taken by its structure: four octets at a time go through a table that has, for each way in which
//! some of them are dropped and some are replaced, where the octets come from, three of U+FFFD
//! among them; or eight, if none is dropped. That takes the same time whatever the damage is. A
//! block without an error goes back to the first loop. Few octets are validated and copied before
//! all else; the last block is read where it is, and one subpart in it is replaced between two
//! copies.
//!
//! Why it is right: the second loop begins each block at a boundary, so nothing is carried; what is
//! open at the end of a block begins the next. The first loop begins behind a block without an
//! error, so the three octets that it looks back to are well-formed.

use core::{mem::MaybeUninit, ops::ControlFlow};

use super::{
    copy::{self, SHORT, put_short},
    replaced::{REPLACEMENT, ROOM, Replaced, put_replacement},
    subparts::{self, BLOCK, is_ascii},
    validate8::{Checker, predecessors},
};
use crate::simd::{
    Form, LossyProgress, Progress,
    pairs8::start_of,
    portable,
    subparts8::{Carry, Structure},
    vector::Vector,
};

/// For four octets, of which a key has a bit each in its lower half for those that are replaced and
/// in its upper half for those that are dropped: where their octets are if those of U+FFFD are at
/// places 4, 5 and 6.
static FOURS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut to = 0;
        let mut octet = 0;
        while octet < 4 {
            if key >> octet & 1 == 1 {
                rows[key][to] = 4;
                rows[key][to + 1] = 5;
                rows[key][to + 2] = 6;
                to += 3;
            } else if key >> (octet + 4) & 1 == 0 {
                rows[key][to] = octet;
                to += 1;
            }
            octet += 1;
        }
        key += 1;
    }
    rows
};
/// How many octets a row has.
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

/// What stands behind four octets that go through [`FOURS`].
const BEHIND_FOUR: u64 = {
    let [a, b, c] = REPLACEMENT;
    u64::from_le_bytes([0, 0, 0, 0, a, b, c, 0])
};

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) of few octets from UTF-8 to
/// UTF-8, as far as they are well-formed.
#[inline(always)]
pub(super) fn begin<V: Vector>(
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

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-8 to UTF-8, from where
/// it is `done`.
#[inline(always)]
pub(super) fn convert<V: Vector>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> LossyProgress {
    let done = LossyProgress::of_clean(done);
    let mut run = Run { v, checker: Checker::new(v), src, dst, done };
    if src.len() > SHORT {
        while run.clean() && run.damaged() {}
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
    /// Copies text while it is well-formed; `false` if there is no more that can be taken at once.
    #[inline(always)]
    fn clean(&mut self) -> bool {
        let (v, checker, src) = (self.v, self.checker, self.src);
        let from = self.done.read;
        let most = src.len().min(from + self.dst.len() - self.done.written);
        let mut at = from;
        if at == 0 && most >= V::BYTES {
            let octets = v.load(src, 0);
            if v.any(checker.wrong(v, octets, predecessors(v, octets))) {
                return true;
            }
            v.store(self.dst, 0, octets);
            // Stores should not straddle cache lines.
            let aligned = V::BYTES - self.dst.as_ptr().addr() % V::BYTES;
            at = if aligned >= 3 { aligned } else { V::BYTES };
        }
        // The first three octets have no octets before them to look at: the other loop takes them.
        let mut more = at < 3;
        while at >= 3 && most - at >= BLOCK {
            let window = &src[at - 3..][..3 + BLOCK];
            let room = &mut self.dst[self.done.written + at - from..][..BLOCK];
            if !is_ascii(v, &window[3..]) || window[2] >= 0x80 {
                if wrong(v, checker, window) {
                    more = true;
                    break;
                }
                copy(v, &window[3..], room);
                at += BLOCK;
                continue;
            }
            copy(v, &window[3..], room);
            at += BLOCK;
            at += self::ascii(v, &src[at..most], &mut self.dst[self.done.written + at - from..]);
        }
        // What is open there is taken back.
        let at = start_of(src, at).max(from);
        self.done.written += at - from;
        self.done.read = at;
        more
    }

    /// Takes blocks while there are errors in them; `false` if there is no more that can be taken
    /// at once.
    #[inline(always)]
    fn damaged(&mut self) -> bool {
        loop {
            let Some(octets) = self.src[self.done.read..].get(..2 * BLOCK) else { return false };
            let Some(room) = self.dst[self.done.written..].get_mut(..ROOM) else { return false };
            let mut carry = Carry::default();
            let structure = subparts::read(self.v, self.checker, octets, &mut carry);
            let open = carry.open(&structure);
            self.done.written += mend(self.v, octets, &structure, room) - open;
            self.done.read += BLOCK - open;
            self.done.replaced += structure.bad.count_ones() as usize;
            if structure.bad == 0 || is_ascii(self.v, &octets[BLOCK..]) {
                return true;
            }
        }
    }

    /// Takes what is left, which is short of text or of room.
    #[inline(always)]
    fn rest(&mut self) {
        while self.done.read < self.src.len() && (self.damaged() || self.last()) {}
        if self.done.read < self.src.len() {
            let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
            let rest = portable::KERNELS.convert_lossy(Form::Utf8, Form::Utf8, src, dst);
            self.done.read += rest.read;
            self.done.written += rest.written;
            self.done.replaced += rest.replaced;
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
        let Some(written) = mend_exactly(self.v, &rest[..taken], &structure, room) else {
            return false;
        };
        self.done.read += taken;
        self.done.written += written;
        self.done.replaced += structure.bad.count_ones() as usize;
        true
    }
}

/// Copies pairs of blocks while they are ASCII; gives how many octets that were.
#[inline(always)]
fn ascii<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let mut at = 0;
    for (octets, room) in src.chunks_exact(2 * BLOCK).zip(dst.chunks_exact_mut(2 * BLOCK)) {
        let (first, second) = octets.split_at(BLOCK);
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
fn copy<V: Vector>(v: V, octets: &[u8], room: &mut [MaybeUninit<u8>]) {
    let (octets, room) = (&octets[..BLOCK], &mut room[..BLOCK]);
    let mut at = 0;
    while at < BLOCK {
        v.store(room, at, v.load(octets, at));
        at += V::BYTES;
    }
}

/// Whether something is wrong in the block behind the third octet of `window`.
#[inline(always)]
fn wrong<V: Vector>(v: V, checker: Checker<V>, window: &[u8]) -> bool {
    let mut wrong = v.splat8(0);
    let mut at = 3;
    while at < 3 + BLOCK {
        let before = [v.load(window, at - 1), v.load(window, at - 2), v.load(window, at - 3)];
        wrong = v.or(wrong, checker.wrong(v, v.load(window, at), before));
        at += V::BYTES;
    }
    v.any(wrong)
}

/// Writes a block, of which that is the `structure`; gives how many octets that were.
#[inline(always)]
fn mend<V: Vector>(
    v: V,
    octets: &[u8],
    structure: &Structure,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let octets = &octets[..2 * BLOCK];
    let room = &mut room[..ROOM];
    let bad = structure.bad;
    if bad == 0 {
        copy(v, octets, room);
        return BLOCK;
    }
    let dropped = structure.dropped;
    if bad & (bad - 1) == 0 {
        return mend_one(v, octets, bad, dropped, room);
    }
    let replaced = Replaced::new(bad);
    if dropped == 0 && replaced.fit() == BLOCK {
        replaced.put_in(v.narrow(), octets, room);
        return BLOCK + 2 * replaced.among(BLOCK);
    }
    // The keys of the even fours and of the odd ones.
    let low = 0x0F0F_0F0F_0F0F_0F0F;
    let mut even = bad & low | (dropped & low) << 4;
    let mut odd = (bad >> 4) & low | dropped & !low;
    let v = v.narrow();
    let mut written = 0;
    for octets in octets[..BLOCK].as_chunks().0 {
        let octets = u64::from_le_bytes(*octets);
        written = four(v, octets as u32, even as u8, room, written);
        written = four(v, (octets >> 32) as u32, odd as u8, room, written);
        even >>= 8;
        odd >>= 8;
    }
    written.into()
}

/// [`mend`] of at most a block, to no more room than that takes; `None` if there is less.
#[inline(always)]
fn mend_exactly<V: Vector>(
    v: V,
    octets: &[u8],
    structure: &Structure,
    room: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let bad = structure.bad;
    if bad == 0 {
        put_short(v, octets, room.get_mut(..octets.len())?);
        return Some(octets.len());
    }
    if bad & (bad - 1) == 0 {
        let dropped = structure.dropped.count_ones() as usize;
        let last = bad.trailing_zeros() as usize;
        let first = last - dropped;
        // All of it where what is behind the subpart goes, for a copy of always as many octets is
        // the fastest.
        let room = room.get_mut(..octets.len() + 2 - dropped)?;
        put_short(v, octets, &mut room[2 - dropped..]);
        put_short(v, &octets[..first], &mut room[..first]);
        put_replacement(&mut room[first..]);
        return Some(room.len());
    }
    let mut window = [0; 2 * BLOCK];
    window[..octets.len()].copy_from_slice(octets);
    let mut aside = [MaybeUninit::uninit(); ROOM];
    let written = mend(v, &window, structure, &mut aside) - (BLOCK - octets.len());
    room.get_mut(..written)?.copy_from_slice(&aside[..written]);
    Some(written)
}

/// Writes a block of which one subpart is `bad`, all octets of it `dropped` but the last.
#[inline(always)]
fn mend_one<V: Vector>(
    v: V,
    octets: &[u8],
    bad: u64,
    dropped: u64,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    copy(v, octets, room);
    let last = bad.trailing_zeros() as usize;
    let first = last - dropped.count_ones() as usize;
    let behind = last + 1;
    put_replacement(&mut room[first..]);
    copy(v, &octets[behind..behind + BLOCK], &mut room[first + 3..]);
    first + 3 + BLOCK - behind
}

/// Writes what is left of four octets by their key, behind what is `written`; gives how many octets
/// are written then.
#[inline(always)]
fn four<V: Vector>(v: V, octets: u32, key: u8, room: &mut [MaybeUninit<u8>], written: u8) -> u8 {
    let octets = v.of_number((u64::from(octets) | BEHIND_FOUR).into());
    let row = v.load(&FOURS[usize::from(key)], 0);
    v.store(room, written.into(), v.lookup(octets, row));
    written.wrapping_add(LENGTHS[usize::from(key)])
}
