//! Validates UTF-8, with sixteen operations per register of any text.
//!
//! The idea is Keiser and Lemire's. There are three table look-ups: by the high and the low bits of
//! the byte before, and by the high bits of the byte itself. The bits that all three have in common
//! are the errors of the pair. They are compared with the continuations that a lead two or three
//! bytes earlier requires.
//!
//! Predecessors are loaded again, one to three bytes earlier, instead of being shuffled out of two
//! registers. So a block depends only on memory, blocks may overlap, and the last one ends with the
//! text. Text is tested for ASCII 64 bytes at a time; only a sequence before such a block can then
//! be incomplete. The position of an error is found in an integer with a bit for each of 64 bytes,
//! so that no branch depends on it.
//!
//! Correctness: every ill-formed sequence shows as an error at its second byte or later, or is a
//! byte that may not follow anything. [`start_of`] goes back from the first error to the end of the
//! well-formed text.

use core::{hint::select_unpredictable, ops::Range};

use crate::simd::{
    generic::{
        validate::{ascii as single, ascii::BRIEF},
        vector::{Vector, WIDEST},
    },
    shared::{
        cache::{FAR, rare},
        utf8_errors::{first_high, first_low, second_high, start_of},
    },
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
pub(in crate::simd) struct Checker<V: Vector> {
    first_high: V::Register,
    first_low: V::Register,
    second_high: V::Register,
}

impl<V: Vector> Checker<V> {
    #[inline(always)]
    pub(in crate::simd) fn new(v: V) -> Self {
        Self {
            first_high: v.repeat(&FIRST_HIGH),
            first_low: v.repeat(&FIRST_LOW),
            second_high: v.repeat(&SECOND_HIGH),
        }
    }

    /// Returns the errors of the byte in each lane of `block`, or 0. `before` has the bytes one,
    /// two and three positions earlier for each lane.
    #[inline(always)]
    pub(in crate::simd) fn wrong(
        self,
        v: V,
        block: V::Register,
        before: [V::Register; 3],
    ) -> V::Register {
        let [one, two, three] = before;
        let pair = self.pair(v, block, one);
        // Bit 7 is set exactly after a lead of three bytes or more, and two after a lead of four.
        let third = v.saturating_sub8(two, v.splat8(0xE0 - 0x80));
        let fourth = v.saturating_sub8(three, v.splat8(0xF0 - 0x80));
        let required = v.and(v.or(third, fourth), v.splat8(0x80));
        v.xor(pair, required)
    }

    /// Returns the errors of each byte of `block` after the byte of `one`. Continuations that are
    /// required by leads of three bytes or more also show as errors.
    #[inline(always)]
    pub(in crate::simd) fn pair(self, v: V, block: V::Register, one: V::Register) -> V::Register {
        let nibble = v.splat8(0x0F);
        let high = v.lookup(self.first_high, v.and(v.down16::<4>(one), nibble));
        let low = v.lookup(self.first_low, v.and(one, nibble));
        let second = v.lookup(self.second_high, v.and(v.down16::<4>(block), nibble));
        v.and(v.and(high, low), second)
    }
}

/// Returns the predecessors of the bytes of the first block. Zeros are before the text.
#[inline(always)]
pub(in crate::simd) fn predecessors<V: Vector>(v: V, block: V::Register) -> [V::Register; 3] {
    [v.shift_up::<1>(block), v.shift_up::<2>(block), v.shift_up::<3>(block)]
}

/// The number of bytes that are tested at once: as many as an integer has bits.
const STEP: usize = 64;
/// The number of steps beyond ASCII in a row that make a run of them likely.
const DENSE: u32 = 2;
/// The number of bytes of a run that are not tested for ASCII.
const RUN: usize = 4 * STEP;

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-8.
#[inline(always)]
pub(in crate::simd) fn validate<V: Vector>(v: V, src: &[u8]) -> usize {
    if src.len() <= V::Narrow::BYTES {
        validate_short(v.narrow(), src)
    } else if src.len() <= V::BYTES {
        rare();
        validate_short(v, src)
    } else if src.len() <= STEP {
        validate_step(v, src)
    } else if src.len() <= BRIEF {
        validate_brief(v, src)
    } else {
        start_of(src, first_wrong(v, src))
    }
}

/// Implements [`validate`] for texts longer than a register and at most one step. One test covers
/// all errors, including an incomplete end. If it fails, the position of the error is found without
/// a branch, because the whole call ends before a branch would be resolved.
#[inline(always)]
fn validate_step<V: Vector>(v: V, src: &[u8]) -> usize {
    let last = src.len() - V::BYTES;
    let mut any = v.load(src, last);
    let mut at = 0;
    while at < last {
        any = v.or(any, v.load(src, at));
        at += V::BYTES;
    }
    if !v.any_high(any) {
        return src.len();
    }
    rare();
    let checker = Checker::new(v);
    let first = v.load(src, 0);
    let first = checker.wrong(v, first, predecessors(v, first));
    if last < 3 {
        let places = places(v, first) | wrong_after_register(v, checker, src);
        return start_of(src, src.len().min(places.trailing_zeros() as usize));
    }
    let mut any = v.or(first, wrong_in(v, checker, src, last));
    let mut at = V::BYTES;
    while at < last {
        any = v.or(any, wrong_in(v, checker, src, at));
        at += V::BYTES;
    }
    if !v.any(v.or(any, open(v, v.load(src, last)))) {
        return src.len();
    }
    let mut places = places(v, first) | self::places(v, wrong_in(v, checker, src, last)) << last;
    let mut at = V::BYTES;
    while at < last {
        places |= self::places(v, wrong_in(v, checker, src, at)) << at;
        at += V::BYTES;
    }
    start_of(src, src.len().min(places.trailing_zeros() as usize))
}

/// Returns nonzero bytes if a sequence at the end of the text is incomplete. `end` has the last
/// bytes of the text.
#[inline(always)]
fn open<V: Vector>(v: V, end: V::Register) -> V::Register {
    v.saturating_sub8(end, v.load(&CLOSED, WIDEST - V::BYTES))
}

/// The largest bytes at the end of a register that do not begin a sequence that would continue
/// after it.
static CLOSED: [u8; WIDEST] = {
    let mut greatest = [0xFF; WIDEST];
    greatest[WIDEST - 3] = 0xEF;
    greatest[WIDEST - 2] = 0xDF;
    greatest[WIDEST - 1] = 0xBF;
    greatest
};

/// Returns the positions of the errors in the one or two bytes of `src` after a register.
#[inline(always)]
fn wrong_after_register<V: Vector>(v: V, checker: Checker<V>, src: &[u8]) -> u64 {
    let at = V::BYTES;
    let before =
        [v.load_short(&src[at - 1..]), v.load_short(&src[at - 2..]), v.load_short(&src[at - 3..])];
    places(v, checker.wrong(v, v.load_short(&src[at..]), before)) << at
}

/// Implements [`validate`] for texts longer than a step and at most [`BRIEF`] bytes. The branches
/// do not depend on the place in the last character where a text was cut.
#[inline(always)]
fn validate_brief<V: Vector>(v: V, src: &[u8]) -> usize {
    let checker = Checker::new(v);
    if v.any_high(single::union::<V, STEP>(v, src)) {
        rare();
        return start_of(src, first_wrong_from_start(v, checker, src));
    }
    if !v.any_high(single::brief_union(v, src)) {
        return src.len();
    }
    rare();
    if src.len() <= STEP + V::BYTES {
        return start_of(src, first_wrong_at_end(v, checker, src));
    }
    let high = high_range(v, src);
    // A byte that does not begin a sequence is an error by itself.
    if !matches!(src[high.start], 0xC2..=0xF4) {
        return high.start;
    }
    // An incomplete sequence before ASCII shows as an error in the ASCII.
    start_of(src, first_wrong_in(v, checker, src, high.start..high.end + 3))
}

/// Returns the position of the first error in `src`, which is longer than a step and at most
/// [`BRIEF`] bytes. If there is none, returns its length.
#[inline(always)]
fn first_wrong_from_start<V: Vector>(v: V, checker: Checker<V>, src: &[u8]) -> usize {
    let first = v.load(src, 0);
    let first = checker.wrong(v, first, predecessors(v, first));
    let mut any = first;
    let mut at = V::BYTES;
    while at < STEP {
        any = v.or(any, wrong_in(v, checker, src, at));
        at += V::BYTES;
    }
    if v.any(any) {
        let mut places = places(v, first);
        let mut at = V::BYTES;
        while at < STEP {
            places |= self::places(v, wrong_in(v, checker, src, at)) << at;
            at += V::BYTES;
        }
        return places.trailing_zeros() as usize;
    }
    if src.len() <= STEP + V::BYTES {
        return first_wrong_at_end(v, checker, src);
    }
    // An incomplete sequence before ASCII shows as an error in the ASCII.
    if !v.any_high(single::brief_union(v, &src[STEP - 3..])) {
        return src.len();
    }
    let last = src.len() - STEP;
    // Such a text has only a few steps, and they may overlap, so no loop is needed.
    if last > STEP
        && let Some(place) = wrong_at_step(v, checker, src, STEP)
    {
        return place;
    }
    if last > 2 * STEP
        && let Some(place) = wrong_at_step(v, checker, src, last - STEP)
    {
        return place;
    }
    wrong_at_step(v, checker, src, last).unwrap_or(src.len())
}

/// Returns the position of the first error in the last register of `src`. If there is none, returns
/// the length of `src`.
#[inline(always)]
fn first_wrong_at_end<V: Vector>(v: V, checker: Checker<V>, src: &[u8]) -> usize {
    let last = src.len() - V::BYTES;
    last + v.first(wrong_in(v, checker, src, last))
}

/// Returns the range from the first byte of `src` that is not ASCII to the last. The text has such
/// a byte, but none in its first step.
#[inline(always)]
fn high_range<V: Vector>(v: V, src: &[u8]) -> Range<usize> {
    let last = src.len() - STEP;
    // Start at the end, and without a branch, because the position of the bytes is unpredictable.
    let mut range = with_high(v, src, last, src.len()..0);
    if last > STEP {
        range = with_high(v, src, last - STEP, range);
        range = with_high(v, src, STEP, range);
    }
    range
}

/// Extends `range`, which is later, by the bytes of the step at `at` that are not ASCII.
#[inline(always)]
fn with_high<V: Vector>(v: V, src: &[u8], at: usize, range: Range<usize>) -> Range<usize> {
    let bits = high(v, &src[at..]);
    let start = at + bits.trailing_zeros() as usize;
    let end = at + STEP - bits.leading_zeros() as usize;
    select_unpredictable(bits != 0, start, range.start)
        ..range.end.max(select_unpredictable(bits != 0, end, 0))
}

/// Returns a bit for each byte of a step that is not ASCII.
#[inline(always)]
fn high<V: Vector>(v: V, step: &[u8]) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < STEP {
        bits |= u64::from(v.bits(v.load(step, at))) << at;
        at += V::BYTES;
    }
    bits
}

/// Returns the position of the first error in `range` or in the step that its end falls into. If
/// there is none, returns the length of `src`.
#[inline(always)]
fn first_wrong_in<V: Vector>(v: V, checker: Checker<V>, src: &[u8], range: Range<usize>) -> usize {
    let last = src.len() - STEP;
    let mut at = range.start;
    loop {
        let step = at.min(last);
        if let Some(place) = wrong_at_step(v, checker, src, step) {
            return place;
        }
        at += STEP;
        if step == last || at >= range.end {
            return src.len();
        }
    }
}

/// Returns the position of the first error in the step of `src` at `at`. At least three bytes are
/// before it.
#[inline(always)]
fn wrong_at_step<V: Vector>(v: V, checker: Checker<V>, src: &[u8], at: usize) -> Option<usize> {
    let window = &src[at - 3..at + STEP];
    if !v.any(wrong_in_step(v, checker, window)) {
        return None;
    }
    let mut places = 0;
    let mut lane = 0;
    while lane < STEP {
        places |= self::places(v, wrong_in(v, checker, window, 3 + lane)) << lane;
        lane += V::BYTES;
    }
    Some(at + places.trailing_zeros() as usize)
}

/// Returns a bit for each byte that is not 0.
#[inline(always)]
fn places<V: Vector>(v: V, wrong: V::Register) -> u64 {
    let zeros = v.bits(v.eq8(wrong, v.splat8(0)));
    u64::from(!zeros) & (u64::MAX >> (64 - V::BYTES))
}

/// Validates a text of at most one register.
#[inline(always)]
fn validate_short<V: Vector>(v: V, src: &[u8]) -> usize {
    let block = v.load_short(src);
    if !v.any_high(block) {
        return src.len();
    }
    // The zeros after the text turn an incomplete sequence at its end into an error.
    let wrong = Checker::new(v).wrong(v, block, predecessors(v, block));
    start_of(src, v.first(wrong).min(src.len()))
}

/// Returns the position of the first error in `src`, which is longer than [`BRIEF`]. If there is
/// none, returns its length.
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
    // The number of steps since the last step that was ASCII.
    let mut dense = 0;
    while let Some(window) = src[at - 3..].get(..3 + STEP) {
        if is_far {
            v.prefetch(window, 0);
        }
        if v.any_high(single::union::<V, STEP>(v, &window[3..])) {
            if v.any(wrong_in_bytes::<V, STEP>(v, checker, window)) {
                break;
            }
            at += STEP;
            dense += 1;
            if dense > DENSE {
                dense = 0;
                if !run(v, checker, src, &mut at) {
                    break;
                }
            }
            continue;
        }
        dense = 0;
        if window[2] >= 0x80 && start_of(src, at) != at {
            return at;
        }
        at += STEP;
        for block in src[at..].chunks_exact(2 * STEP) {
            if is_far {
                prefetch::<V, { 2 * STEP }>(v, block);
            }
            if v.any_high(v.or(
                single::union::<V, STEP>(v, block),
                single::union::<V, STEP>(v, &block[STEP..]),
            )) {
                break;
            }
            at += 2 * STEP;
        }
    }
    // No sequence is open at an end that is ASCII. None is open at `at` either, because the byte
    // before it is ASCII, too.
    let last = src.len() - STEP;
    if at > last && !v.any_high(single::union::<V, STEP>(v, &src[last..])) {
        return src.len();
    }
    first_wrong_in(v, checker, src, at..src.len())
}

/// Continues through text without testing for ASCII, until the text becomes ASCII. Returns `true`
/// if no error was found.
#[inline(always)]
fn run<V: Vector>(v: V, checker: Checker<V>, src: &[u8], at: &mut usize) -> bool {
    while let Some(window) = src[*at - 3..].get(..3 + RUN) {
        if src.len() >= FAR {
            prefetch::<V, RUN>(v, window);
        }
        if v.any(wrong_in_bytes::<V, RUN>(v, checker, window)) {
            return false;
        }
        *at += RUN;
        let [a, b] = [v.load(window, 3 + RUN - 2 * V::BYTES), v.load(window, 3 + RUN - V::BYTES)];
        if !v.any_high(v.or(a, b)) {
            break;
        }
    }
    true
}

/// Returns the offset of the second block of `src`. In a text that is long enough to gain from it,
/// this is the next multiple of a block in memory. Then loads do not straddle cache lines.
#[inline(always)]
fn second_block<V: Vector>(_v: V, src: &[u8]) -> usize {
    const LONG: usize = 512;
    let aligned = V::BYTES - src.as_ptr().addr() % V::BYTES;
    if src.len() >= LONG && aligned >= 3 { aligned } else { V::BYTES }
}

/// Prefetches the cache lines of `BYTES` bytes, far ahead.
#[inline(always)]
fn prefetch<V: Vector, const BYTES: usize>(v: V, window: &[u8]) {
    const LINE: usize = 64;
    let mut at = 0;
    while at < BYTES {
        v.prefetch(window, at);
        at += LINE;
    }
}

/// Returns the errors in the `BYTES` bytes after the third byte of `window`, which are whole steps.
#[inline(always)]
fn wrong_in_bytes<V: Vector, const BYTES: usize>(
    v: V,
    checker: Checker<V>,
    window: &[u8],
) -> V::Register {
    let window = &window[..3 + BYTES];
    let mut any = wrong_in_step(v, checker, window);
    let mut at = STEP;
    while at < BYTES {
        any = v.or(any, wrong_in_step(v, checker, &window[at..]));
        at += STEP;
    }
    any
}

/// Returns the errors in the step after the third byte of `window`.
#[inline(always)]
fn wrong_in_step<V: Vector>(v: V, checker: Checker<V>, window: &[u8]) -> V::Register {
    let mut any = wrong_in(v, checker, window, 3);
    let mut at = V::BYTES;
    while at < STEP {
        any = v.or(any, wrong_in(v, checker, window, 3 + at));
        at += V::BYTES;
    }
    any
}

/// Returns the errors in the block of `window` at `at`.
#[inline(always)]
fn wrong_in<V: Vector>(v: V, checker: Checker<V>, window: &[u8], at: usize) -> V::Register {
    let before = [v.load(window, at - 1), v.load(window, at - 2), v.load(window, at - 3)];
    checker.wrong(v, v.load(window, at), before)
}
