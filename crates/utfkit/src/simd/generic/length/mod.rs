//! Lengths of well-formed text in other forms, and line feeds: sums over the code units of a text.
//!
//! A unit adds its [`Weight`], which comparisons make: each takes the ones of a whole unit, so sums
//! of bytes count a unit as often as it has bytes. Sums are kept in bytes as long as they cannot
//! run over.
//!
//! Why it is right: units do not depend on each other, so order does not matter. Registers at the
//! start and at the end overlap others, and a mask takes from them what others count. No unit adds
//! more than a length gives for it: a length counts at least the well-formed start of a text. Cost,
//! for a register: 2 operations for what one comparison tells, as continuations and line feeds, 3
//! for low surrogates and for code points beyond FFFF, 5 for UTF-8 in UTF-16, 8 and 6 for UTF-16
//! and UTF-32 in UTF-8.

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

/// What each code unit adds to a sum.
pub(in crate::simd) trait Weight {
    /// Bytes in a unit.
    const UNIT: usize;
    /// The most that a unit adds.
    const MAX: usize;
    /// What a unit of zero adds.
    const ZERO: usize = 0;

    /// In each byte of a unit, what it *takes away* from a sum.
    fn of<V: Vector>(v: V, units: V::Register) -> V::Register;
}

/// Registers that are added one by one.
const SHORT: usize = 8;

/// Bytes for which it pays to align.
const LONG: usize = 512;

/// The sum of the weights of all whole units.
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
    // In bytes there may be more than an address can count.
    (bytes / W::UNIT as u64) as usize
}

/// The sum for a register at least and few of them, in which units count as often as they have
/// bytes.
#[inline(always)]
fn short_sum<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let last = W::of(v, v.load(src, src.len() - V::BYTES));
    let mut sum = v.and(last, behind::<V>(v, src.len() % V::BYTES));
    for register in src.chunks_exact(V::BYTES) {
        sum = v.add8(sum, W::of(v, v.load(register, 0)));
    }
    v.sum8(v.sub8(v.splat8(0), sum))
}

/// [`short_sum`] for more.
#[inline(always)]
fn sum<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let zero = v.splat8(0);
    // Two sums, for each waits for itself.
    let [mut a, mut b] = [zero, zero];
    let mut rest = src;
    if src.len() >= LONG {
        // From there on loads do not straddle cache lines.
        let ahead = (V::BYTES - src.as_ptr().addr() % V::BYTES) / W::UNIT * W::UNIT;
        a = v.sub8(a, v.and(W::of(v, v.load(src, 0)), first::<V>(v, ahead)));
        rest = &src[ahead..];
    }
    let last = W::of(v, v.load(src, src.len() - V::BYTES));
    b = v.sub8(b, v.and(last, behind::<V>(v, rest.len() % V::BYTES)));
    // So many fours of registers that with one before, one behind, and three left over no byte of
    // the sums together runs over.
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

/// All ones in the first `bytes` of a register.
#[inline(always)]
pub(in crate::simd) fn first<V: Vector>(v: V, bytes: usize) -> V::Register {
    v.load(&EDGES, WIDEST - bytes)
}

/// All ones in the last `bytes` of a register.
#[inline(always)]
pub(in crate::simd) fn behind<V: Vector>(v: V, bytes: usize) -> V::Register {
    v.load(&EDGES, 2 * WIDEST - V::BYTES + bytes)
}

/// Ones, as many zeros, and as many ones.
static EDGES: [u8; 3 * WIDEST] = {
    let mut edges = [0xFF; 3 * WIDEST];
    let mut at = WIDEST;
    while at < 2 * WIDEST {
        edges[at] = 0;
        at += 1;
    }
    edges
};

/// [`sum`] for a register at most.
#[inline(always)]
fn part<V: Vector, W: Weight>(v: V, src: &[u8]) -> u64 {
    let bytes = if src.len() == V::BYTES { v.load(src, 0) } else { v.load_short(src) };
    let sum = v.sum8(v.sub8(v.splat8(0), W::of(v, bytes)));
    sum - ((V::BYTES - src.len()) * W::ZERO) as u64
}

/// All bytes but ASCII.
struct BeyondAscii;

impl Weight for BeyondAscii {
    const UNIT: usize = 1;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, bytes: V::Register) -> V::Register {
        v.gt8(v.splat8(0), bytes)
    }
}

/// Continuations in UTF-8. A register is compared where it lies in memory, as it is for nothing
/// greater.
struct Continuations;

impl Weight for Continuations {
    const UNIT: usize = 1;
    const MAX: usize = 1;

    #[inline(always)]
    fn of<V: Vector>(v: V, bytes: V::Register) -> V::Register {
        v.gt8(v.splat8(0xC0), bytes)
    }
}

/// The words of UTF-16 that bytes of UTF-8 begin: leads, and once more those of four bytes.
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

/// Low surrogates: units of UTF-16 that begin no code point.
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

/// The bytes of UTF-8 that units of UTF-16 take less than three. Surrogates take two each.
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

/// The bytes of UTF-8 that units of UTF-16 take less than three, each taken from 0, and the
/// surrogates, which take two each.
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

/// The bytes of UTF-8 that units of UTF-32 take beyond one.
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

/// Units of UTF-32 that are one word of UTF-16.
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

/// [`Length`](crate::simd::shared::kernel::Length).
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

/// Line feeds.
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

/// [`Lines`](crate::simd::shared::kernel::Lines).
#[inline(always)]
pub(in crate::simd) fn lines<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    tally::<V, LineFeeds<F>>(v, src)
}
