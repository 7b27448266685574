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

use crate::simd::{
    memory::FAR,
    pairs8::{first_high, first_low, second_high, start_of},
    vector::{Vector, WIDEST},
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

/// Octets of text in which the place of a mistake is looked for only when there is one.
pub(in crate::simd) const BRIEF: usize = 256;

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-8.
#[inline(always)]
pub(super) fn validate<V: Vector>(v: V, src: &[u8]) -> usize {
    if src.len() <= V::Narrow::BYTES {
        validate_short(v.narrow(), src)
    } else if src.len() <= V::BYTES {
        validate_short(v, src)
    } else if src.len() <= BRIEF {
        validate_brief(v, src)
    } else {
        start_of(src, first_wrong(v, src))
    }
}

/// [`validate`] of text longer than a register and no longer than [`BRIEF`]: one test for all that may be
/// wrong in it, its end among it, for a call is over before a branch between blocks is known. Which branches
/// are taken does not depend on where in its last character a text was cut to a length.
#[inline(always)]
fn validate_brief<V: Vector>(v: V, src: &[u8]) -> usize {
    let last = src.len() - V::BYTES;
    let end = v.load(src, last);
    let mut at = 0;
    while at + 2 * V::BYTES < src.len() {
        if v.any_high(v.or(v.load(src, at), v.load(src, at + V::BYTES))) {
            break;
        }
        at += 2 * V::BYTES;
    }
    if at + 2 * V::BYTES >= src.len() && !v.any_high(v.or(v.load(src, at.min(last)), end)) {
        return src.len();
    }
    if last < 3 {
        return start_of(src, wrong_behind_first(v, src));
    }
    let checker = Checker::new(v);
    let wrong = match at {
        0 => wrong_in_dense(v, checker, src),
        _ => wrong_behind_ascii(v, checker, src, at),
    };
    let open = v.saturating_sub8(end, v.load(&CLOSED, WIDEST - V::BYTES));
    if !v.any(v.or(wrong, open)) {
        return src.len();
    }
    start_of(src, place_of_wrong(v, checker, src, at))
}

/// What is wrong in `src`, which is longer than a register by three octets at least.
#[inline(always)]
fn wrong_in_dense<V: Vector>(v: V, checker: Checker<V>, src: &[u8]) -> V::Register {
    let last = src.len() - V::BYTES;
    let first = v.load(src, 0);
    let mut any = checker.wrong(v, first, predecessors(v, first));
    let mut at = V::BYTES;
    while at < last {
        any = v.or(any, wrong_in(v, checker, src, at));
        at += V::BYTES;
    }
    v.or(any, wrong_in(v, checker, src, last))
}

/// What is wrong in `src` from `at` on, two registers or more behind its start: text that begins with ASCII
/// has more of it.
#[inline(always)]
fn wrong_behind_ascii<V: Vector>(
    v: V,
    checker: Checker<V>,
    src: &[u8],
    mut at: usize,
) -> V::Register {
    let last = src.len() - V::BYTES;
    let mut any = v.splat8(0);
    while at < src.len() {
        let [a, b] = [at.min(last), (at + V::BYTES).min(last)];
        // What is incomplete before ASCII shows in it.
        let high = v.or(v.load(src, a - 3), v.or(v.load(src, b - 3), v.load(src, b)));
        if v.any_high(high) {
            any = v.or(any, v.or(wrong_in(v, checker, src, a), wrong_in(v, checker, src, b)));
        }
        at += 2 * V::BYTES;
    }
    any
}

/// The greatest octets at the end of a register that begin nothing which would go on behind it.
static CLOSED: [u8; WIDEST] = {
    let mut greatest = [0xFF; WIDEST];
    greatest[WIDEST - 3] = 0xEF;
    greatest[WIDEST - 2] = 0xDF;
    greatest[WIDEST - 1] = 0xBF;
    greatest
};

/// The first place at which something shows as wrong in `src`, of which `start` octets are ASCII; its length
/// if nothing does. It is looked for from the first octet on that is not ASCII.
#[inline(always)]
fn place_of_wrong<V: Vector>(v: V, checker: Checker<V>, src: &[u8], start: usize) -> usize {
    let last = src.len() - V::BYTES;
    let mut at = start;
    while at < last {
        let high = v.bits(v.load(src, at));
        if high != 0 {
            at += high.trailing_zeros() as usize;
            break;
        }
        at += V::BYTES;
    }
    if at < last {
        let first = v.load(src, at);
        let wrong = checker.wrong(v, first, predecessors(v, first));
        if v.any(wrong) {
            return at + v.first(wrong);
        }
        at += V::BYTES;
    }
    first_wrong_from(v, checker, src, at)
}

/// The first place from `at` on at which something shows as wrong, register by register; the length of `src` if
/// nothing does.
#[inline(always)]
fn first_wrong_from<V: Vector>(v: V, checker: Checker<V>, src: &[u8], mut at: usize) -> usize {
    let last = src.len() - V::BYTES;
    while at < last {
        let wrong = wrong_in(v, checker, src, at);
        if v.any(wrong) {
            return at + v.first(wrong);
        }
        at += V::BYTES;
    }
    last + v.first(wrong_in(v, checker, src, last))
}

/// [`first_wrong`] of text that is one or two octets longer than a register.
#[inline(always)]
fn wrong_behind_first<V: Vector>(v: V, src: &[u8]) -> usize {
    let checker = Checker::new(v);
    let first = v.load(src, 0);
    let wrong = checker.wrong(v, first, predecessors(v, first));
    if v.any(wrong) {
        return v.first(wrong);
    }
    let at = V::BYTES;
    let before =
        [v.load_short(&src[at - 1..]), v.load_short(&src[at - 2..]), v.load_short(&src[at - 3..])];
    let wrong = checker.wrong(v, v.load_short(&src[at..]), before);
    (at + v.first(wrong)).min(src.len())
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

/// The first place of `src`, which is longer than [`BRIEF`], at which something shows as wrong; its
/// length if nothing does.
#[inline(always)]
fn first_wrong<V: Vector>(v: V, src: &[u8]) -> usize {
    let checker = Checker::new(v);
    let first = v.load(src, 0);
    if v.any_high(first) {
        let wrong = checker.wrong(v, first, predecessors(v, first));
        if v.any(wrong) {
            return v.first(wrong);
        }
    }
    let mut at = second_block(v, src);
    let is_far = src.len() >= FAR;
    // How many steps since one of ASCII.
    let mut dense = 0;
    while let Some(window) = src[at - 3..].get(..3 + STEP) {
        if is_far {
            v.ask_ahead(window, 0);
        }
        if v.any_high(union(v, &window[3..])) {
            if v.any(wrong_in_octets::<V, STEP>(v, checker, window)) {
                break;
            }
            at += STEP;
            dense += 1;
            while dense > DENSE
                && let Some(window) = src[at - 3..].get(..3 + RUN)
            {
                if is_far {
                    ask_ahead::<V, RUN>(v, window);
                }
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
            if is_far {
                ask_ahead::<V, { 2 * STEP }>(v, window);
            }
            if v.any_high(v.or(union(v, window), union(v, &window[STEP..]))) {
                break;
            }
            at += 2 * STEP;
        }
    }
    // Mostly all is right: the last step overlaps, whatever its length is.
    let last = src.len() - STEP;
    if last < at && !v.any(wrong_in_octets::<V, STEP>(v, checker, &src[last - 3..])) {
        return src.len();
    }
    first_wrong_from(v, checker, src, at)
}

/// Where the second block of `src` begins: at the next multiple of a block in memory, so that loads
/// do not straddle cache lines, if the text is long enough to gain from it.
#[inline(always)]
fn second_block<V: Vector>(_v: V, src: &[u8]) -> usize {
    const LONG: usize = 512;
    let aligned = V::BYTES - src.as_ptr().addr() % V::BYTES;
    if src.len() >= LONG && aligned >= 3 { aligned } else { V::BYTES }
}

/// Asks for the lines of so many octets, far ahead.
#[inline(always)]
fn ask_ahead<V: Vector, const OCTETS: usize>(v: V, window: &[u8]) {
    const LINE: usize = 64;
    let mut at = 0;
    while at < OCTETS {
        v.ask_ahead(window, at);
        at += LINE;
    }
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
