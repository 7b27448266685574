//! Computes lengths of well-formed text in other forms, and counts line feeds: sums over the code
//! units of a text.
//!
//! A unit adds its [`Weight`], which comes from comparisons. A comparison sets all bits of a unit,
//! so the sums of bytes count a unit once for each of its bytes. Sums are kept in bytes until they
//! could overflow.
//!
//! Correctness: units do not depend on each other, so the order does not matter. The registers at
//! the start and at the end overlap others, and masks clear the units that others count. No unit
//! subtracts more than the length adds for it, so a length is at least that of the well-formed
//! start of the text. Cost, per register: 2 operations for continuations and line feeds, which one
//! comparison finds, and 3 for low surrogates and for code points beyond U+FFFF. UTF-8 in UTF-16
//! costs 5 operations, UTF-16 in UTF-8 costs 8, and UTF-32 in UTF-8 costs 6.

pub(in crate::simd) mod lossy16;
pub(in crate::simd) mod lossy32;
pub(in crate::simd) mod lossy8;
use crate::simd::shared::text::Text;
use core::marker::PhantomData;

use crate::{
    form::Utf16,
    simd::{
        Form,
        generic::vector::{Vector, WIDEST},
    },
};

/// The number that each code unit adds to a sum.
pub(in crate::simd) trait Weight {
    /// The number of bytes in a unit.
    const UNIT: usize;
    /// The maximum that a unit adds.
    const MAX: usize;
    /// The number that a zero unit adds.
    const ZERO: usize = 0;

    /// Returns, in each byte of a unit, the number to *subtract* from a sum.
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register;
}

/// Fewer registers than this are added one by one.
const SHORT: usize = 8;

/// The number of bytes from which on alignment pays.
const LONG: usize = 512;

/// Returns the sum of the weights of all whole units.
#[inline(always)]
pub(in crate::simd) fn tally<V: Vector, W: Weight>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() / W::UNIT * W::UNIT];
    let bytes = if src.len() <= V::Narrow::BYTES {
        part::<V::Narrow, W>(v.narrow(), src)
    } else if src.len() < V::BYTES {
        short_sum::<V::Narrow, W>(v.narrow(), src)
    } else if src.len() < SHORT * V::BYTES {
        short_sum::<V, W>(v, src)
    } else {
        sum::<V, W>(v, src)
    };
    // The sum over bytes may exceed `usize`.
    (bytes / W::UNIT as u64) as usize
}

/// Returns the sum for a few registers, at least one. Each unit counts once for each of its bytes.
#[inline(always)]
fn short_sum<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let last = W::of(v, v.load(src, src.len() - V::BYTES));
    let mut sum = v.and(last, last_bytes::<V>(v, src.len() % V::BYTES));
    for register in src.chunks_exact(V::BYTES) {
        sum = v.add8(sum, W::of(v, v.load(register, 0)));
    }
    v.sum8(v.sub8(v.splat8(0), sum))
}

/// Does the work of [`short_sum`] for longer texts.
#[inline(always)]
fn sum<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let zero = v.splat8(0);
    // Use two sums, because each addition waits for the one before it.
    let [mut a, mut b] = [zero, zero];
    let mut rest = src;
    if src.len() >= LONG {
        // After these units, loads do not straddle cache lines.
        let ahead = (V::BYTES - src.as_ptr().addr() % V::BYTES) / W::UNIT * W::UNIT;
        a = v.sub8(a, v.and(W::of(v, v.load(src, 0)), first_bytes::<V>(v, ahead)));
        rest = &src[ahead..];
    }
    let last = W::of(v, v.load(src, src.len() - V::BYTES));
    b = v.sub8(b, v.and(last, last_bytes::<V>(v, rest.len() % V::BYTES)));
    // With this number of groups of four registers, no byte of the two sums can overflow. One
    // register before them, one after and three left over are included.
    let most = 4 * V::BYTES * ((255 / W::MAX - 5) / 4);
    let mut total = 0;
    while rest.len() >= 4 * V::BYTES {
        let (part, more) = rest.split_at(rest.len().min(most));
        let fours = part.chunks_exact(4 * V::BYTES);
        rest = if more.is_empty() { fours.remainder() } else { more };
        for four in fours {
            a = v.sub8(a, W::of(v, v.load(four, 0)));
            b = v.sub8(b, W::of(v, v.load(four, V::BYTES)));
            a = v.sub8(a, W::of(v, v.load(four, 2 * V::BYTES)));
            b = v.sub8(b, W::of(v, v.load(four, 3 * V::BYTES)));
        }
        if !more.is_empty() {
            total += v.sum8(v.add8(a, b));
            [a, b] = [zero, zero];
        }
    }
    for register in rest.chunks_exact(V::BYTES) {
        a = v.sub8(a, W::of(v, v.load(register, 0)));
    }
    total + v.sum8(v.add8(a, b))
}

/// Returns a mask with ones in the first `bytes` of a register.
#[inline(always)]
pub(in crate::simd) fn first_bytes<V: Vector>(v: V, bytes: usize) -> V::Register {
    v.load(&EDGES, WIDEST - bytes)
}

/// Returns a mask with ones in the last `bytes` of a register.
#[inline(always)]
pub(in crate::simd) fn last_bytes<V: Vector>(v: V, bytes: usize) -> V::Register {
    v.load(&EDGES, 2 * WIDEST - V::BYTES + bytes)
}

/// A row of ones, then as many zeros, then as many ones.
static EDGES: [u8; 3 * WIDEST] = {
    let mut edges = [0xFF; 3 * WIDEST];
    let mut at = WIDEST;
    while at < 2 * WIDEST {
        edges[at] = 0;
        at += 1;
    }
    edges
};

/// Returns the [`sum`] for at most one register.
#[inline(always)]
fn part<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let bytes = if src.len() == V::BYTES { v.load(src, 0) } else { v.load_short(src) };
    let sum = v.sum8(v.sub8(v.splat8(0), W::of(v, bytes)));
    sum - ((V::BYTES - src.len()) * W::ZERO) as u64
}

/// Counts the bytes that are not ASCII.
struct BeyondAscii;

impl Weight for BeyondAscii {
    const UNIT: usize = 1;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, bytes: V::Register) -> V::Register {
        v.gt8(v.splat8(0), bytes)
    }
}

/// Counts the continuations in UTF-8. The comparison is "greater" with the register as its second
/// operand, so that it can be a memory operand.
struct Continuations;

impl Weight for Continuations {
    const UNIT: usize = 1;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, bytes: V::Register) -> V::Register {
        v.gt8(v.splat8(0xC0), bytes)
    }
}

/// Counts the words of UTF-16 that begin at bytes of UTF-8: one for each lead, and one more for
/// each lead of four bytes.
struct Utf8InUtf16;

impl Weight for Utf8InUtf16 {
    const UNIT: usize = 1;
    const MAX: usize = 2;
    const ZERO: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, bytes: V::Register) -> V::Register {
        let leads = v.gt8(bytes, v.splat8(0xBF));
        let four = v.eq8(v.max8(bytes, v.splat8(0xF0)), bytes);
        v.add8(leads, four)
    }
}

/// Counts the low surrogates: the units of UTF-16 that do not begin a code point.
struct Low<const BIG: bool>;

impl<const BIG: bool> Weight for Low<BIG> {
    const UNIT: usize = 2;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let kind = v.and(units, v.splat16_of::<Utf16<BIG>>(0xFC00));
        v.eq16(kind, v.splat16_of::<Utf16<BIG>>(0xDC00))
    }
}

/// Counts three minus the bytes of UTF-8 for each unit of UTF-16. Each surrogate has two bytes.
struct Utf16InUtf8<const BIG: bool>;

impl<const BIG: bool> Weight for Utf16InUtf8<BIG> {
    const UNIT: usize = 2;
    const MAX: usize = 2;
    const ZERO: usize = 2;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        less_than_three::<V, Utf16<BIG>>(v, units)[0]
    }
}

/// Returns three minus the bytes of UTF-8 for each unit of UTF-16, negated, and a mask of the
/// surrogates, which have two bytes each.
#[inline(always)]
pub(in crate::simd) fn less_than_three<V: Vector, F: Text>(
    v: V,
    units: V::Register,
) -> [V::Register; 2] {
    let one = v.eq16(v.and(units, v.splat16_of::<F>(0xFF80)), v.splat8(0));
    let top = v.and(units, v.splat16_of::<F>(0xF800));
    let two = v.eq16(top, v.splat8(0));
    let surrogates = v.eq16(top, v.splat16_of::<F>(0xD800));
    [v.add8(v.add8(one, two), surrogates), surrogates]
}

/// Counts the bytes of UTF-8 beyond one for each unit of UTF-32.
struct Utf32InUtf8<const BIG: bool>;

impl<const BIG: bool> Weight for Utf32InUtf8<BIG> {
    const UNIT: usize = 4;
    const MAX: usize = 3;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let units = if BIG { v.swap::<4>(units) } else { units };
        let two = v.gt32(units, v.splat32(0x7F));
        let three = v.gt32(units, v.splat32(0x7FF));
        let four = v.gt32(units, v.splat32(0xFFFF));
        v.add8(v.add8(two, three), four)
    }
}

/// Counts the units of UTF-32 that are one word in UTF-16.
struct Basic<const BIG: bool>;

impl<const BIG: bool> Weight for Basic<BIG> {
    const UNIT: usize = 4;
    const MAX: usize = 1;
    const ZERO: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        v.eq32(v.and(units, v.splat32_in::<BIG>(!0xFFFF)), v.splat8(0))
    }
}

/// Implements [`Length`](crate::simd::shared::kernel::Length).
#[inline(always)]
pub(in crate::simd) fn length<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> usize {
    let units = src.len() / F::UNIT;
    match (F::FORM, T::FORM) {
        (Form::Latin1, Form::Utf8) => units + tally::<V, BeyondAscii>(v, src),
        (Form::Latin1, _) | (Form::Utf8, Form::Utf8) => units,
        (Form::Utf8, Form::Utf16Le | Form::Utf16Be) => tally::<V, Utf8InUtf16>(v, src),
        (Form::Utf8, _) => units - tally::<V, Continuations>(v, src),
        (Form::Utf16Le, Form::Utf8) => 3 * units - tally::<V, Utf16InUtf8<false>>(v, src),
        (Form::Utf16Be, Form::Utf8) => 3 * units - tally::<V, Utf16InUtf8<true>>(v, src),
        (Form::Utf16Le | Form::Utf16Be, Form::Utf16Le | Form::Utf16Be) => units,
        (Form::Utf16Le, _) => units - tally::<V, Low<false>>(v, src),
        (Form::Utf16Be, _) => units - tally::<V, Low<true>>(v, src),
        (Form::Utf32Le, Form::Utf8) => units + tally::<V, Utf32InUtf8<false>>(v, src),
        (Form::Utf32Be, Form::Utf8) => units + tally::<V, Utf32InUtf8<true>>(v, src),
        (Form::Utf32Le, Form::Utf16Le | Form::Utf16Be) => {
            2 * units - tally::<V, Basic<false>>(v, src)
        }
        (Form::Utf32Be, Form::Utf16Le | Form::Utf16Be) => {
            2 * units - tally::<V, Basic<true>>(v, src)
        }
        (Form::Utf32Le | Form::Utf32Be, _) => units,
    }
}

/// Counts the line feeds.
struct LineFeeds<F>(PhantomData<F>);

impl<F: Text> Weight for LineFeeds<F> {
    const UNIT: usize = F::UNIT;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let line_feed = b'\n';
        match F::FORM {
            Form::Latin1 | Form::Utf8 => v.eq8(units, v.splat8(line_feed)),
            Form::Utf16Le | Form::Utf16Be => v.eq16(units, v.splat16_of::<F>(line_feed.into())),
            Form::Utf32Le => v.eq32(units, v.splat32_in::<false>(line_feed.into())),
            Form::Utf32Be => v.eq32(units, v.splat32_in::<true>(line_feed.into())),
        }
    }
}

/// Implements [`Lines`](crate::simd::shared::kernel::Lines).
#[inline(always)]
pub(in crate::simd) fn lines<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    tally::<V, LineFeeds<F>>(v, src)
}
