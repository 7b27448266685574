//! Converts any UTF-8 to UTF-16 and UTF-32, with U+FFFD for each ill-formed maximal subpart.
//!
//! The planes are those of the strict conversion. Masks that
//! [`subparts8`](crate::simd::shared::utf8_subparts) reads off the text show which units are
//! emitted and where U+FFFD replaces them. There is no check and no restart after an error, so
//! damaged text takes the same time for any damage. The blocks of the strict conversion take the
//! text up to the first error, and take over again after a few blocks without an error. A text of
//! one block, or the last block, is read and written in place, by registers that overlap.
//!
//! Correctness: where a character ends, and at the third byte of four, the masks select only the
//! earlier bytes of the same character. At a byte that U+FFFD replaces, both planes are
//! overwritten. Cost in UTF-16, per register: 20 operations to find the structure, and 29 to write
//! it if there is no fourth byte nearby.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::simd::{
    LossyProgress, Progress,
    generic::{
        from8::{blocks, emit},
        plain,
        subparts::{self, BLOCK, is_ascii},
        validate::utf8::{Checker, predecessors},
        vector::{Vector, WIDEST},
    },
    shared::utf8_subparts::{Carry, Structure},
};

/// The numbers of bytes before a block that it depends on, and of a block with these and the byte
/// after it.
const BEFORE: usize = 3;
const AROUND: usize = BEFORE + BLOCK + 1;

/// The number of blocks without an error after which the strict conversion is tried again.
const STREAK: usize = 3;

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-8 to UTF-16 or UTF-32,
/// starting at `done`.
#[inline(always)]
pub(in crate::simd) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> LossyProgress {
    let checker = Checker::new(v);
    let mut run = Run { v, checker, src, dst, done, replaced: 0 };
    if src.len() > plain::LONG {
        plain::run::<V, F, T>(v, src, run.dst, &mut run.done);
    }
    while src.len() - run.done.read > BLOCK {
        blocks::<V, F, T>(v, checker, src, run.dst, &mut run.done);
        if !run.damaged::<F, T>() {
            break;
        }
    }
    while run.done.read < src.len() && run.last::<T>() {}
    run.rest::<F, T>()
}

/// A conversion in progress. `done.read` is a boundary.
struct Run<'r, V: Vector> {
    v: V,
    checker: Checker<V>,
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    replaced: usize,
}

impl<V: Vector> Run<'_, V> {
    /// Converts blocks until [`STREAK`] blocks in a row have no error. Returns `false` if there are
    /// no more whole blocks that it can convert.
    #[inline(always)]
    fn damaged<F: Text, T: Text>(&mut self) -> bool {
        if self.done.read < BEFORE && !self.last::<T>() {
            return false;
        }
        let Progress { read: mut at, mut written } = self.done;
        let most = BLOCK * T::UNIT;
        let mut carry = Carry::default();
        let mut ahead = None;
        let mut clean = 0;
        let (mut open, mut half) = (0, false);
        while clean < STREAK
            && at >= BEFORE
            && self.src.len() - at > BLOCK
            && self.dst.len() - written >= most
        {
            let window = &self.src[at - BEFORE..][..AROUND];
            let room = &mut self.dst[written..][..most];
            let structure = match ahead {
                Some(structure) => structure,
                None => subparts::read(self.v, self.checker, &window[BEFORE..], &mut carry),
            };
            (open, half) = (carry.open(&structure), T::UNIT == 2 && carry.is_half());
            at += BLOCK;
            let next = self.src[at..].get(..BLOCK + 1);
            let is_plain = open == 0
                && match next {
                    Some(next) => is_ascii(self.v, next),
                    None => false,
                };
            // Read this before the stores of this block: their addresses are known late, and until
            // then they delay later loads.
            ahead = match next {
                Some(next) if !is_plain => {
                    Some(subparts::read(self.v, self.checker, next, &mut carry))
                }
                _ => None,
            };
            written += T::UNIT * emit::<V, T>(self.v, window, &structure, room);
            self.replaced += structure.bad.count_ones() as usize;
            clean = if structure.bad == 0 { clean + 1 } else { 0 };
            if is_plain {
                let mut run = Progress { read: at, written };
                plain::run::<V, F, T>(self.v, self.src, self.dst, &mut run);
                Progress { read: at, written } = run;
                carry = Carry::default();
            }
        }
        // Take back the sequence that is open at the end, and the high surrogate that was written
        // for it.
        self.done = Progress { read: at - open, written: written - 2 * usize::from(half) };
        clean == STREAK
    }

    /// Converts at most one block, through a buffer if there may be too little room. Returns
    /// `false` if the result does not fit.
    #[inline(always)]
    fn last<T: Text>(&mut self) -> bool {
        let (v, checker) = (self.v, self.checker);
        let rest = &self.src[self.done.read..];
        let taken = rest.len().min(BLOCK);
        let mut carry = Carry::default();
        let structure = if rest.len() > BLOCK {
            subparts::read(v, checker, rest, &mut carry)
        } else {
            subparts::read_whole(v, checker, rest)
        };
        let most = taken.next_multiple_of(V::BYTES) * T::UNIT;
        let mut aside = [MaybeUninit::uninit(); 4 * BLOCK];
        let room = &mut self.dst[self.done.written..];
        let is_aside = room.len() < most;
        let target = if is_aside { &mut aside[..most] } else { &mut room[..most] };
        let units = emit_whole::<V, T>(v, &rest[..taken], &structure, target);
        let half = T::UNIT == 2 && carry.is_half();
        let written = (units - usize::from(half)) * T::UNIT;
        if is_aside {
            let Some(room) = room.get_mut(..written) else { return false };
            room.copy_from_slice(&aside[..written]);
        }
        self.done.read += taken - carry.open(&structure);
        self.done.written += written;
        self.replaced += structure.bad.count_ones() as usize;
        true
    }

    /// Converts the part of the rest that there is room for.
    #[inline(always)]
    fn rest<F: Text, T: Text>(self) -> LossyProgress {
        let Self { src, dst, done, replaced, .. } = self;
        let all = LossyProgress { read: done.read, written: done.written, replaced };
        if done.read < src.len() { all.with_rest::<F, T>(src, dst) } else { all }
    }
}

/// Writes the conversion of the block in `window`, which has that `structure`. Returns the number
/// of units written.
#[inline(always)]
fn emit<V: Vector, T: Text>(
    v: V,
    window: &[u8],
    structure: &Structure,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let window = &window[..AROUND];
    let room = &mut room[..BLOCK * T::UNIT];
    let mut units = 0;
    let mut at = 0;
    while at < BLOCK {
        let bytes = v.load(window, at + 3);
        let before = [v.load(window, at + 2), v.load(window, at + 1), v.load(window, at)];
        let part = Part::of::<V, T>(structure, at);
        register::<V, T>(v, bytes, before, part, &mut room[units * T::UNIT..]);
        units += part.emitted.count_ones() as usize;
        at += V::BYTES;
    }
    units
}

/// Does the work of [`emit()`] for at most one block that begins at a boundary, without a window
/// around it.
#[inline(always)]
fn emit_whole<V: Vector, T: Text>(
    v: V,
    src: &[u8],
    structure: &Structure,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let bytes = if src.len() < V::BYTES { v.load_short(src) } else { v.load(src, 0) };
    let mut part = Part::of::<V, T>(structure, 0);
    if src.len() < V::BYTES {
        part.emitted &= !(!0 << src.len());
    }
    register::<V, T>(v, bytes, predecessors(v, bytes), part, room);
    let mut units = part.emitted.count_ones() as usize;
    let mut at = V::BYTES;
    while at < src.len() {
        // The last register overlaps the one before it, and emits nothing for the overlap.
        let place = at.min(src.len() - V::BYTES);
        let bytes = v.load(src, place);
        let before = if place < BEFORE {
            predecessors(v, bytes)
        } else {
            [v.load(src, place - 1), v.load(src, place - 2), v.load(src, place - 3)]
        };
        let mut part = Part::of::<V, T>(structure, place);
        part.emitted &= !0 << (at - place);
        register::<V, T>(v, bytes, before, part, &mut room[units * T::UNIT..]);
        units += part.emitted.count_ones() as usize;
        at += V::BYTES;
    }
    units
}

/// The part of a [`Structure`] that is about one register, and the bytes at which units are
/// emitted.
#[derive(Clone, Copy)]
struct Part {
    emitted: u32,
    bad: u32,
    thirds: u32,
    fourths: u32,
    fourth_follows: u32,
}

impl Part {
    /// Returns the part for the register at byte `at`.
    #[inline(always)]
    fn of<V: Vector, T: Text>(structure: &Structure, at: usize) -> Self {
        let register = !0 >> (WIDEST - V::BYTES);
        let Structure { ends, bad, thirds, fourths, fourth_follows, .. } = *structure;
        let high_surrogates = if T::UNIT == 2 { fourth_follows } else { 0 };
        Self {
            emitted: ((ends | high_surrogates) >> at) as u32 & register,
            bad: (bad >> at) as u32 & register,
            thirds: (thirds >> at) as u32 & register,
            fourths: (fourths >> at) as u32 & register,
            fourth_follows: (fourth_follows >> at) as u32 & register,
        }
    }
}

/// Writes the units of a register. `before` are the bytes one, two and three positions earlier.
#[inline(always)]
fn register<V: Vector, T: Text>(
    v: V,
    bytes: V::Register,
    [one, two, three]: [V::Register; 3],
    part: Part,
    room: &mut [MaybeUninit<u8>],
) {
    let room = &mut room[..V::BYTES * T::UNIT];
    let bad = v.spread(part.bad);
    let [low, high] = emit::planes(v, bytes, one);
    // The byte two positions earlier counts only if it is the lead of the same sequence.
    let top = v.and(v.and(two, v.splat8(0x0F)), v.spread(part.thirds));
    let high = v.or(high, v.up16::<4>(top));
    // U+FFFD has all bits set except one.
    let low = v.and_not(v.or(low, bad), v.and(bad, v.splat8(0x02)));
    let high = v.or(high, bad);
    if part.fourths | part.fourth_follows == 0 {
        emit::basic::<V, T>(v, [low, high], part.emitted, room);
    } else if T::UNIT == 2 {
        let third = v.spread(part.fourth_follows);
        let fourth = v.spread(part.fourths);
        emit::with_surrogates::<V, T>(v, [low, high], [third, fourth], part.emitted, room);
    } else {
        let (high_of_four, plane) = emit::beyond_basic(v, two, three, v.spread(part.fourths));
        let planes = [low, v.or(high, high_of_four), plane];
        emit::with_planes::<V, T>(v, planes, part.emitted, room);
    }
}
