//! UTF-8 of any kind to UTF-16 and UTF-32, with U+FFFD for each maximal subpart that is ill-formed.
//!
//! The planes are those of the strict conversion; what is emitted, and where U+FFFD is put in, are masks
//! that [`subparts8`](crate::simd::subparts8) reads off the text. There is no check, and no restart
//! behind an error: text with damage takes the same time whatever the damage is. The strict kernel takes
//! the text up to the first error, and again what follows some blocks without one.
//!
//! Why it is right: at an octet where a character ends, or where the third of four does, the octets
//! before are those of the character as far as the masks let them count; at one where U+FFFD is put
//! both planes are overwritten.

use core::mem::MaybeUninit;

use super::{blocks, emit};
use crate::simd::{
    LossyProgress, Progress,
    generic::{
        plain,
        subparts::{self, BLOCK, is_ascii},
        validate8::Checker,
    },
    portable,
    subparts8::{Carry, Structure},
    vector::{Set, Text, Vector},
};

/// Octets before a block and behind it that it looks at.
const BEFORE: usize = 3;
const AROUND: usize = BEFORE + BLOCK + 1;

/// After so many blocks without an error the strict kernel is tried again.
const STREAK: usize = 3;

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-8 to UTF-16 or UTF-32.
#[inline(always)]
pub(in crate::simd::generic) fn convert<S: Set, F: Text, T: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    // SAFETY: the token of the set is the proof that the machine has the instructions.
    let done = unsafe { S::convert::<F, T>(src, dst) };
    if done.read == src.len() || dst.len() - done.written < T::UNIT {
        return LossyProgress { read: done.read, written: done.written, replaced: 0 };
    }
    let checker = Checker::new(v);
    let mut run = Run { v, checker, src, dst, done, replaced: 0 };
    while run.damaged::<F, T>() {
        blocks::<S, F, T>(v, checker, src, run.dst, &mut run.done);
    }
    while run.done.read < src.len() && run.last::<T>() {}
    run.rest::<F, T>()
}

/// A conversion under way. `done.read` is a boundary.
struct Run<'r, V: Vector> {
    v: V,
    checker: Checker<V>,
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
    replaced: usize,
}

impl<V: Vector> Run<'_, V> {
    /// Takes blocks until some in a row have no error; `false` if there are no more that can be taken at once.
    #[inline(always)]
    fn damaged<F: Text, T: Text>(&mut self) -> bool {
        if self.done.read < BEFORE && !self.last::<T>() {
            return false;
        }
        let Progress { read: mut at, mut written } = self.done;
        let most = BLOCK * T::UNIT;
        let mut carry = Carry::default();
        let mut clean = 0;
        let mut open = 0;
        while clean < STREAK
            && at >= BEFORE
            && self.src.len() - at > BLOCK
            && self.dst.len() - written >= most
        {
            let window = &self.src[at - BEFORE..][..AROUND];
            let room = &mut self.dst[written..][..most];
            let structure = subparts::read(self.v, self.checker, &window[BEFORE..], &mut carry);
            written += T::UNIT * emit::<V, T>(self.v, window, &structure, !0, room);
            at += BLOCK;
            self.replaced += structure.bad.count_ones() as usize;
            clean = if structure.bad == 0 { clean + 1 } else { 0 };
            open = carry.open(&structure);
            if open == 0
                && let Some(next) = self.src.get(at..at + BLOCK)
                && is_ascii(self.v, next)
            {
                let mut run = Progress { read: at, written };
                plain::run::<V, F, T>(self.v, self.src, self.dst, &mut run);
                Progress { read: at, written } = run;
            }
        }
        // What is open there is taken back, and the high surrogate that was written for it.
        let half = T::UNIT == 2 && carry.is_half();
        self.done = Progress { read: at - open, written: written - 2 * usize::from(half) };
        clean == STREAK
    }

    /// Takes a block at most, through memory on the side; `false` if there is no room for all of it.
    #[inline(always)]
    fn last<T: Text>(&mut self) -> bool {
        let rest = &self.src[self.done.read..];
        let taken = rest.len().min(BLOCK);
        // Zeros before the text begin nothing; behind it they end what is open there.
        let mut window = [0; AROUND];
        let there = rest.len().min(BLOCK + 1);
        window[BEFORE..][..there].copy_from_slice(&rest[..there]);
        let mut carry = Carry::default();
        let structure = subparts::read(self.v, self.checker, &window[BEFORE..], &mut carry);
        let wanted = !0 >> (BLOCK - taken);
        let mut room = [MaybeUninit::new(0); BLOCK * 4];
        let units = emit::<V, T>(self.v, &window, &structure, wanted, &mut room);
        let half = T::UNIT == 2 && carry.is_half();
        let written = (units - usize::from(half)) * T::UNIT;
        let Some(target) = self.dst[self.done.written..].get_mut(..written) else { return false };
        target.copy_from_slice(&room[..written]);
        self.done.read += taken - carry.open(&structure);
        self.done.written += written;
        self.replaced += structure.bad.count_ones() as usize;
        true
    }

    /// Takes what there is room for of what is left.
    #[inline(always)]
    fn rest<F: Text, T: Text>(self) -> LossyProgress {
        let Self { src, dst, done, replaced, .. } = self;
        let mut all = LossyProgress { read: done.read, written: done.written, replaced };
        if done.read < src.len() {
            let (src, dst) = (&src[done.read..], &mut dst[done.written..]);
            let rest = portable::KERNELS.convert_lossy(F::FORM, T::FORM, src, dst);
            all.read += rest.read;
            all.written += rest.written;
            all.replaced += rest.replaced;
        }
        all
    }
}

/// Writes what the block of `window` becomes, of which that is the `structure`, as far as it is `wanted`;
/// gives how many units that were.
#[inline(always)]
fn emit<V: Vector, T: Text>(
    v: V,
    window: &[u8],
    structure: &Structure,
    wanted: u64,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let window = &window[..AROUND];
    let room = &mut room[..BLOCK * T::UNIT];
    let high_surrogates = if T::UNIT == 2 { structure.fourth_follows } else { 0 };
    let emitted = (structure.ends | high_surrogates) & wanted;
    let mut units = 0;
    let mut at = 0;
    while at < BLOCK {
        let part = Part {
            emitted: (emitted >> at) as u32,
            bad: (structure.bad >> at) as u32,
            thirds: (structure.thirds >> at) as u32,
            fourths: (structure.fourths >> at) as u32,
            fourth_follows: (structure.fourth_follows >> at) as u32,
        };
        let part = if V::BYTES < 32 { part.lower_half() } else { part };
        let room = &mut room[units * T::UNIT..][..V::BYTES * T::UNIT];
        register::<V, T>(v, &window[at..][..BEFORE + V::BYTES], part, room);
        units += part.emitted.count_ones() as usize;
        at += V::BYTES;
    }
    units
}

/// What [`Structure`] says of a register, and where units are emitted.
#[derive(Clone, Copy)]
struct Part {
    emitted: u32,
    bad: u32,
    thirds: u32,
    fourths: u32,
    fourth_follows: u32,
}

impl Part {
    /// What it says of sixteen octets.
    #[inline(always)]
    fn lower_half(self) -> Self {
        let Self { emitted, bad, thirds, fourths, fourth_follows } = self;
        Self {
            emitted: emitted & 0xFFFF,
            bad: bad & 0xFFFF,
            thirds: thirds & 0xFFFF,
            fourths: fourths & 0xFFFF,
            fourth_follows: fourth_follows & 0xFFFF,
        }
    }
}

/// Writes the units of the register behind the third octet of `window`.
#[inline(always)]
fn register<V: Vector, T: Text>(v: V, window: &[u8], part: Part, room: &mut [MaybeUninit<u8>]) {
    let octets = v.load(window, 3);
    let [one, two, three] = [v.load(window, 2), v.load(window, 1), v.load(window, 0)];
    let bad = v.spread(part.bad);
    let [low, high] = emit::planes(v, octets, one);
    // What stands two places before counts where that is a lead of the same sequence.
    let top = v.and(v.and(two, v.splat8(0x0F)), v.spread(part.thirds));
    let high = v.or(high, v.up16::<4>(top));
    // U+FFFD: all ones but for one bit.
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
