//! UTF-8 validation: sixteen operations for a register of any text.
//!
//! The idea is Keiser and Lemire's: three table look-ups, by the high and the low bits of an octet's
//! predecessor and by the high bits of the octet itself, whose common bits say what is wrong with the
//! pair; continuations that a lead two or three octets before requires are compared with that.
//! Predecessors are loaded again, one to three octets earlier, rather than shuffled out of two
//! registers: a block depends on memory only, so blocks may overlap, and the last one ends with the
//! text. Text is tested for ASCII 64 octets at a time; only the octet before can then be the end
//! of something incomplete.
//!
//! Why it is right: every ill-formed sequence shows as an error at its second octet or later, or is
//! an octet that may follow nothing; [`start_of`] goes back from the first error to where the
//! well-formed text ends.

use super::single::{SHORT, is_ascii};
use crate::simd::{
    pairs8::{first_high, first_low, second_high, start_of},
    vector::Vector,
};

static FIRST_HIGH: [u8; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        table[nibble] = first_high(nibble);
        nibble += 1;
    }
    table
};
static FIRST_LOW: [u8; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        table[nibble] = first_low(nibble);
        nibble += 1;
    }
    table
};
static SECOND_HIGH: [u8; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        table[nibble] = second_high(nibble);
        nibble += 1;
    }
    table
};

/// The tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Checker<V: Vector> {
    first_high: V::Register,
    first_low: V::Register,
    second_high: V::Register,
}

impl<V: Vector> Checker<V> {
    #[inline(always)]
    pub(super) fn new(v: V) -> Self {
        Self {
            first_high: v.repeat(&FIRST_HIGH),
            first_low: v.repeat(&FIRST_LOW),
            second_high: v.repeat(&SECOND_HIGH),
        }
    }

    /// In each lane what is wrong with the octet of `block`, 0 if nothing is; `before` holds for each
    /// lane the octets one, two and three places earlier.
    #[inline(always)]
    pub(super) fn wrong(self, v: V, block: V::Register, before: [V::Register; 3]) -> V::Register {
        let [one, two, three] = before;
        let pair = self.pair(v, block, one);
        // Bit 7 is set exactly behind a lead of three octets or more, and of four.
        let third = v.saturating_sub8(two, v.splat8(0xE0 - 0x80));
        let fourth = v.saturating_sub8(three, v.splat8(0xF0 - 0x80));
        let required = v.and(v.or(third, fourth), v.splat8(0x80));
        v.xor(pair, required)
    }

    /// In each lane what is wrong with the octet of `block` behind that of `one`, but for the continuations
    /// that leads of three octets or more require.
    #[inline(always)]
    pub(super) fn pair(self, v: V, block: V::Register, one: V::Register) -> V::Register {
        let nibble = v.splat8(0x0F);
        let high = v.lookup(self.first_high, v.and(v.down16::<4>(one), nibble));
        let low = v.lookup(self.first_low, v.and(one, nibble));
        let second = v.lookup(self.second_high, v.and(v.down16::<4>(block), nibble));
        v.and(v.and(high, low), second)
    }
}

/// The predecessors of the octets of a first block: zeros come before the text.
#[inline(always)]
pub(super) fn predecessors<V: Vector>(v: V, block: V::Register) -> [V::Register; 3] {
    [v.behind::<1>(block), v.behind::<2>(block), v.behind::<3>(block)]
}

/// Octets that are tested for ASCII at once.
const STEP: usize = 64;
/// So many steps beyond ASCII in a row make a run of them likely.
const DENSE: u32 = 2;
/// Octets of a run that are not tested for ASCII.
const RUN: usize = 4 * STEP;

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-8.
#[inline(always)]
pub(super) fn validate<V: Vector>(v: V, src: &[u8]) -> usize {
    if src.len() <= V::Narrow::BYTES {
        validate_short(v.narrow(), src)
    } else if src.len() <= V::BYTES {
        validate_short(v, src)
    } else if let Some(valid) = validate_two(v, src) {
        valid
    } else if src.len() > SHORT {
        start_of(src, first_wrong::<V, false>(v, src))
    } else if !v.any_high(v.load(src, 0)) && is_ascii(v, src) {
        src.len()
    } else {
        start_of(src, first_wrong::<V, true>(v, src))
    }
}

/// [`validate`] of text longer than a register and no longer than two, unless something is wrong.
#[inline(always)]
fn validate_two<V: Vector>(v: V, src: &[u8]) -> Option<usize> {
    if src.len() > 2 * V::BYTES {
        return None;
    }
    let last = src.len() - V::BYTES;
    let blocks = [v.load(src, 0), v.load(src, last)];
    if !v.any_high(v.or(blocks[0], blocks[1])) {
        return Some(src.len());
    }
    let window = src.get(last.checked_sub(3)?..)?;
    let checker = Checker::new(v);
    let first = checker.wrong(v, blocks[0], predecessors(v, blocks[0]));
    if v.any(v.or(first, wrong_in(v, checker, window, 3))) {
        return None;
    }
    Some(start_of(src, src.len()))
}

/// Text of at most a register.
#[inline(always)]
fn validate_short<V: Vector>(v: V, src: &[u8]) -> usize {
    let block = v.load_short(src);
    if !v.any_high(block) {
        return src.len();
    }
    // The zeros behind the text show what is incomplete at its end.
    let wrong = Checker::new(v).wrong(v, block, predecessors(v, block));
    start_of(src, v.first(wrong).min(src.len()))
}

/// The first place of `src`, which is longer than a register, at which something shows as wrong; its
/// length if nothing does. Of a `BRIEF` text telling ASCII apart does not pay.
#[inline(always)]
fn first_wrong<V: Vector, const BRIEF: bool>(v: V, src: &[u8]) -> usize {
    let checker = Checker::new(v);
    let first = v.load(src, 0);
    if BRIEF || v.any_high(first) {
        let wrong = checker.wrong(v, first, predecessors(v, first));
        if v.any(wrong) {
            return v.first(wrong);
        }
    }
    let mut at = second_block(v, src);
    // How many steps since one of ASCII.
    let mut dense = 0;
    while let Some(window) = src[at - 3..].get(..3 + STEP) {
        if BRIEF || v.any_high(union(v, &window[3..])) {
            if v.any(wrong_in_octets::<V, STEP>(v, checker, window)) {
                break;
            }
            at += STEP;
            dense += 1;
            while !BRIEF
                && dense > DENSE
                && let Some(window) = src[at - 3..].get(..3 + RUN)
            {
                if v.any(wrong_in_octets::<V, RUN>(v, checker, window)) {
                    break;
                }
                at += RUN;
                if !v.any_high(v.load(window, 3 + RUN - V::BYTES)) {
                    dense = 0;
                }
            }
            continue;
        }
        dense = 0;
        if window[2] >= 0x80 && start_of(src, at) != at {
            return at;
        }
        at += STEP;
        while let Some(window) = src[at..].get(..2 * STEP) {
            if v.any_high(v.or(union(v, window), union(v, &window[STEP..]))) {
                break;
            }
            at += 2 * STEP;
        }
    }
    if at == src.len() {
        return at;
    }
    // Mostly all is right: the last step overlaps, whatever its length is.
    if let Some(window) = src.get((src.len() - STEP.min(src.len())).wrapping_sub(3)..)
        && !v.any(wrong_in_octets::<V, STEP>(v, checker, window))
        && src.len() - at < STEP
    {
        return src.len();
    }
    while let Some(window) = src[at - 3..].get(..3 + V::BYTES) {
        if window[2] < 0x80 && !v.any_high(v.load(window, 3)) {
            at += V::BYTES;
            continue;
        }
        let wrong = wrong_in(v, checker, window, 3);
        if v.any(wrong) {
            return at + v.first(wrong);
        }
        at += V::BYTES;
    }
    if at == src.len() {
        return at;
    }
    if let Some(window) = src.get((src.len() - V::BYTES).wrapping_sub(3)..) {
        let wrong = wrong_in(v, checker, window, 3);
        let at = src.len() - V::BYTES;
        return if v.any(wrong) { at + v.first(wrong) } else { src.len() };
    }
    // One or two octets behind the first register.
    let before =
        [v.load_short(&src[at - 1..]), v.load_short(&src[at - 2..]), v.load_short(&src[at - 3..])];
    let wrong = checker.wrong(v, v.load_short(&src[at..]), before);
    (at + v.first(wrong)).min(src.len())
}

/// Where the second block of `src` begins: at the next multiple of a block in memory, so that loads
/// do not straddle cache lines, if the text is long enough to gain from it.
#[inline(always)]
fn second_block<V: Vector>(_v: V, src: &[u8]) -> usize {
    const LONG: usize = 512;
    let aligned = V::BYTES - src.as_ptr().addr() % V::BYTES;
    if src.len() >= LONG && aligned >= 3 { aligned } else { V::BYTES }
}

/// The bits of the octets of a step.
#[inline(always)]
fn union<V: Vector>(v: V, step: &[u8]) -> V::Register {
    let mut any = v.load(step, 0);
    let mut at = V::BYTES;
    while at < STEP {
        any = v.or(any, v.load(step, at));
        at += V::BYTES;
    }
    any
}

/// What is wrong in so many octets behind the third of `window`.
#[inline(always)]
fn wrong_in_octets<V: Vector, const OCTETS: usize>(
    v: V,
    checker: Checker<V>,
    window: &[u8],
) -> V::Register {
    let window = &window[..3 + OCTETS];
    let mut any = wrong_in(v, checker, window, 3);
    let mut at = V::BYTES;
    while at < OCTETS {
        any = v.or(any, wrong_in(v, checker, window, 3 + at));
        at += V::BYTES;
    }
    any
}

/// What is wrong in the block of `window` at `at`.
#[inline(always)]
fn wrong_in<V: Vector>(v: V, checker: Checker<V>, window: &[u8], at: usize) -> V::Register {
    let before = [v.load(window, at - 1), v.load(window, at - 2), v.load(window, at - 3)];
    checker.wrong(v, v.load(window, at), before)
}
