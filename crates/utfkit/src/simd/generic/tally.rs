//! Lengths of well-formed text in other forms, and line feeds: sums over the code units of a text.
//!
//! A unit adds its [`Weight`], which comparisons make: each takes the ones of a whole unit, so sums of octets
//! count a unit as often as it has octets. Sums are kept in octets as long as they cannot run over.
//!
//! Why it is right: units do not depend on each other, so order does not matter, and zeros that fill
//! up the last register add what a unit of zero adds. No unit adds less than nothing: a length counts
//! at least the well-formed start of a text.

use core::marker::PhantomData;

use crate::simd::{
    Form,
    vector::{Text, Vector},
};

/// What each code unit adds to a sum.
trait Weight {
    /// Octets in a unit.
    const UNIT: usize;
    /// The most that a unit adds.
    const MOST: usize;
    /// What a unit of zero adds.
    const ZERO: usize = 0;

    /// In each octet of a unit, what it *takes away* from a sum.
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register;
}

/// Octets for which it pays to align.
const LONG: usize = 1024;

/// The sum of the weights of all whole units.
#[inline(always)]
fn tally<V: Vector, W: Weight>(v: V, src: &[u8]) -> usize {
    let src = &src[..src.len() / W::UNIT * W::UNIT];
    if src.len() <= V::Narrow::BYTES {
        return sum::<V::Narrow, W>(v.narrow(), src);
    }
    sum::<V, W>(v, src)
}

#[inline(always)]
fn sum<V: Vector, W: Weight>(v: V, src: &[u8]) -> usize {
    let zero = v.splat8(0);
    let mut total = 0;
    let mut at = 0;
    if src.len() >= LONG {
        // From there on loads do not straddle cache lines.
        at = (V::BYTES - src.as_ptr().addr() % V::BYTES) / W::UNIT * W::UNIT;
        total += part::<V, W>(v, &src[..at]);
    }
    // Two sums, for each waits for itself.
    let step = 4 * V::BYTES;
    let most = 255 / W::MOST / 2;
    while src.len() - at >= step {
        let steps = ((src.len() - at) / step).min(most);
        let [mut a, mut b] = [zero, zero];
        for step in src[at..].chunks_exact(step).take(steps) {
            a = v.sub8(a, W::of(v, v.load(step, 0)));
            b = v.sub8(b, W::of(v, v.load(step, V::BYTES)));
            a = v.sub8(a, W::of(v, v.load(step, 2 * V::BYTES)));
            b = v.sub8(b, W::of(v, v.load(step, 3 * V::BYTES)));
        }
        total += v.sum8(a) + v.sum8(b);
        at += steps * step;
    }
    let mut rest = zero;
    while src.len() - at >= V::BYTES {
        rest = v.sub8(rest, W::of(v, v.load(src, at)));
        at += V::BYTES;
    }
    total += v.sum8(rest);
    if at < src.len() {
        total += part::<V, W>(v, &src[at..]);
    }
    // In octets there may be more than an address can count.
    (total / W::UNIT as u64) as usize
}

/// The sum for a register at most, in which units count as often as they have octets.
#[inline(always)]
fn part<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let sum = v.sum8(v.sub8(v.splat8(0), W::of(v, v.load_short(src))));
    sum - ((V::BYTES - src.len()) * W::ZERO) as u64
}

/// All octets but ASCII.
struct BeyondAscii;

impl Weight for BeyondAscii {
    const UNIT: usize = 1;
    const MOST: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, octets: V::Register) -> V::Register {
        v.gt8(v.splat8(0), octets)
    }
}

/// Octets of UTF-8 that are no continuations, and, if `FOUR`, once more those that begin four.
struct Leads<const FOUR: bool>;

impl<const FOUR: bool> Weight for Leads<FOUR> {
    const UNIT: usize = 1;
    const MOST: usize = 2;
    const ZERO: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, octets: V::Register) -> V::Register {
        let leads = v.gt8(octets, v.splat8(0xBF));
        if !FOUR {
            return leads;
        }
        let four = v.eq8(v.max8(octets, v.splat8(0xF0)), octets);
        v.add8(leads, four)
    }
}

/// Units of UTF-16 but low surrogates: one for each code point.
struct NotLow<const BIG: bool>;

impl<const BIG: bool> Weight for NotLow<BIG> {
    const UNIT: usize = 2;
    const MOST: usize = 1;
    const ZERO: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let kind = v.and(units, v.splat16_in::<BIG>(0xFC00));
        v.xor(v.eq16(kind, v.splat16_in::<BIG>(0xDC00)), v.splat8(0xFF))
    }
}

/// The octets of UTF-8 that units of UTF-16 take. Surrogates take two each.
struct Utf16InUtf8<const BIG: bool>;

impl<const BIG: bool> Weight for Utf16InUtf8<BIG> {
    const UNIT: usize = 2;
    const MOST: usize = 3;
    const ZERO: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let zero = v.splat8(0);
        let top = v.and(units, v.splat16_in::<BIG>(0xF800));
        let one = v.eq16(v.and(units, v.splat16_in::<BIG>(0xFF80)), zero);
        let two = v.eq16(top, zero);
        let surrogate = v.eq16(top, v.splat16_in::<BIG>(0xD800));
        // Three, less one for each of these.
        v.sub8(v.splat8(-3_i8 as u8), v.add8(v.add8(one, two), surrogate))
    }
}

/// The octets of UTF-8 that units of UTF-32 take beyond one.
struct Utf32InUtf8<const BIG: bool>;

impl<const BIG: bool> Weight for Utf32InUtf8<BIG> {
    const UNIT: usize = 4;
    const MOST: usize = 3;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let units = if BIG { v.swap::<4>(units) } else { units };
        let two = v.gt32(units, v.splat32(0x7F));
        let three = v.gt32(units, v.splat32(0x7FF));
        let four = v.gt32(units, v.splat32(0xFFFF));
        v.add8(v.add8(two, three), four)
    }
}

/// The words of UTF-16 that units of UTF-32 take.
struct Utf32InUtf16<const BIG: bool>;

impl<const BIG: bool> Weight for Utf32InUtf16<BIG> {
    const UNIT: usize = 4;
    const MOST: usize = 2;
    const ZERO: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let basic = v.eq32(v.and(units, v.splat32_in::<BIG>(!0xFFFF)), v.splat8(0));
        v.sub8(v.splat8(-2_i8 as u8), basic)
    }
}

/// [`Kernels::length`](crate::simd::Kernels::length).
#[inline(always)]
pub(super) fn length<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> usize {
    let units = src.len() / F::UNIT;
    match (F::FORM, T::FORM) {
        (Form::Latin1, Form::Utf8) => units + tally::<V, BeyondAscii>(v, src),
        (Form::Ascii | Form::Latin1, _) | (Form::Utf8, Form::Utf8) => units,
        (Form::Utf8, Form::Utf16Le | Form::Utf16Be) => tally::<V, Leads<true>>(v, src),
        (Form::Utf8, _) => tally::<V, Leads<false>>(v, src),
        (Form::Utf16Le, Form::Utf8) => tally::<V, Utf16InUtf8<false>>(v, src),
        (Form::Utf16Be, Form::Utf8) => tally::<V, Utf16InUtf8<true>>(v, src),
        (Form::Utf16Le | Form::Utf16Be, Form::Utf16Le | Form::Utf16Be) => units,
        (Form::Utf16Le, _) => tally::<V, NotLow<false>>(v, src),
        (Form::Utf16Be, _) => tally::<V, NotLow<true>>(v, src),
        (Form::Utf32Le, Form::Utf8) => units + tally::<V, Utf32InUtf8<false>>(v, src),
        (Form::Utf32Be, Form::Utf8) => units + tally::<V, Utf32InUtf8<true>>(v, src),
        (Form::Utf32Le, Form::Utf16Le | Form::Utf16Be) => tally::<V, Utf32InUtf16<false>>(v, src),
        (Form::Utf32Be, Form::Utf16Le | Form::Utf16Be) => tally::<V, Utf32InUtf16<true>>(v, src),
        (Form::Utf32Le | Form::Utf32Be, _) => units,
    }
}

/// Line feeds.
struct LineFeeds<F>(PhantomData<F>);

impl<F: Text> Weight for LineFeeds<F> {
    const UNIT: usize = F::UNIT;
    const MOST: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register {
        let line_feed = b'\n';
        match F::FORM {
            Form::Ascii | Form::Latin1 | Form::Utf8 => v.eq8(units, v.splat8(line_feed)),
            Form::Utf16Le => v.eq16(units, v.splat16_in::<false>(line_feed.into())),
            Form::Utf16Be => v.eq16(units, v.splat16_in::<true>(line_feed.into())),
            Form::Utf32Le => v.eq32(units, v.splat32_in::<false>(line_feed.into())),
            Form::Utf32Be => v.eq32(units, v.splat32_in::<true>(line_feed.into())),
        }
    }
}

/// [`Kernels::lines`](crate::simd::Kernels::lines).
#[inline(always)]
pub(super) fn lines<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    tally::<V, LineFeeds<F>>(v, src)
}
