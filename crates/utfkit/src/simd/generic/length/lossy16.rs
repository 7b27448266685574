//! How long UTF-16 of any kind is in each UTF, with U+FFFD for each surrogate that is alone.
//!
//! Beside what [`tally`](crate::simd::generic::length) adds up, which takes each surrogate for half of a pair, low
//! surrogates must be where high ones are, one place further on: the places where they are not are
//! those that are alone, and those where they are make one character of two units. Rounds without
//! surrogates, behind another unit than a high one, add nothing to either.
//!
//! Why it is right: a high surrogate is alone exactly if no low one is behind it, and a low one if
//! no high one is before it, so each is one place where one is expected and the other found, and no
//! place is two. The place behind the last unit counts: there is no low surrogate. A surrogate that
//! is alone takes three bytes of UTF-8 where half of a pair takes two. Cost, for a register: 9
//! operations to UTF-8, 2 to others; with surrogates 6 more, to UTF-32 8.

use crate::simd::shared::text::Text;
use core::marker::PhantomData;

use crate::{
    LossyLength,
    simd::{
        Form,
        generic::{
            length::{behind, first, less_than_three},
            validate::utf16::Surrogates,
            vector::Vector,
        },
    },
};

/// Registers of a round, which is asked for surrogates as one.
const ROUND: usize = 4;

/// Rounds after which sums of bytes are taken: with a first register, a last one and three others
/// they hold no more, at two a register.
const MAX: usize = (255 / 2 - 5) / ROUND;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-16.
#[inline(always)]
pub(in crate::simd) fn measure<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    let whole = &src[..src.len() & !1];
    let counts = if whole.len() <= V::Narrow::BYTES {
        return of_few::<V::Narrow, F, T>(v.narrow(), src);
    } else if whole.len() < V::BYTES {
        Sums::<V::Narrow, F, T>::of(v.narrow(), whole)
    } else {
        Sums::<V, F, T>::of(v, whole)
    };
    counts.length::<V, F, T>(src)
}

/// [`measure`] of a register at most, but for what is left of a unit.
#[inline(always)]
pub(in crate::simd) fn of_few<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    Sums::<V, F, T>::of_few(v, &src[..src.len() & !1]).length::<V, F, T>(src)
}

/// What is counted.
#[derive(Default)]
struct Counts {
    /// The bytes of UTF-8 that units take less than three, surrogates two each.
    less: usize,
    /// The surrogates that are alone, but a high one at the end.
    alone: usize,
    /// The pairs of surrogates.
    pairs: usize,
}

/// Sums of bytes, in which units count as often as they have bytes.
struct Sums<V: Vector, F, T> {
    v: V,
    less: V::Register,
    alone: V::Register,
    pairs: V::Register,
    of: PhantomData<(F, T)>,
}

impl<V: Vector, F: Text, T: Text> Sums<V, F, T> {
    #[inline(always)]
    fn new(v: V) -> Self {
        let zero = v.splat8(0);
        Self { v, less: zero, alone: zero, pairs: zero, of: PhantomData }
    }

    /// The counts of a register at most.
    #[inline(always)]
    fn of_few(v: V, src: &[u8]) -> Counts {
        let mut sums = Self::new(v);
        let units = v.load_short(src);
        sums.add_some(units, v.behind::<2>(units), first::<V>(v, src.len()));
        sums.counts()
    }

    /// The counts of a register at least.
    #[inline(always)]
    fn of(v: V, src: &[u8]) -> Counts {
        let mut sums = Self::new(v);
        let mut total = Counts::default();
        let units = v.load(src, 0);
        sums.add_some(units, v.behind::<2>(units), v.splat8(0xFF));
        let mut at = V::BYTES;
        let mut open = Surrogates::<V, F>::is_open(src, at);
        while src.len() - at >= ROUND * V::BYTES {
            let rounds = ((src.len() - at) / (ROUND * V::BYTES)).min(MAX);
            for _ in 0..rounds {
                sums.add_round(&src[at - 2..at + ROUND * V::BYTES], &mut open);
                at += ROUND * V::BYTES;
            }
            if rounds == MAX {
                total.add(&sums.counts());
                sums = Self::new(v);
            }
        }
        while src.len() - at >= V::BYTES {
            sums.add_some(v.load(src, at), v.load(src, at - 2), v.splat8(0xFF));
            at += V::BYTES;
        }
        if at < src.len() {
            let last = src.len() - V::BYTES;
            let left = behind::<V>(v, src.len() - at);
            sums.add_some(v.load(src, last), v.load(src, last - 2), left);
        }
        total.add(&sums.counts());
        total
    }

    /// Adds a round behind a unit. `open` is whether that is a high surrogate, then whether the last
    /// one is.
    #[inline(always)]
    fn add_round(&mut self, window: &[u8], open: &mut bool) {
        let v = self.v;
        let mut any = v.splat8(0);
        let mut place = 2;
        while place < window.len() {
            let units = v.load(window, place);
            if T::FORM == Form::Utf8 {
                let [less, surrogates] = less_than_three::<V, F>(v, units);
                self.less = v.sub8(self.less, less);
                any = v.or(any, surrogates);
            } else {
                any = Surrogates::<V, F>::like(v, any, units);
            }
            place += V::BYTES;
        }
        let any =
            if T::FORM == Form::Utf8 { v.any(any) } else { Surrogates::<V, F>::among(v, any) };
        if !any && !*open {
            return;
        }
        let mut place = 2;
        while place < window.len() {
            self.pair_up(v.load(window, place), v.load(window, place - 2), v.splat8(0xFF));
            place += V::BYTES;
        }
        *open = Surrogates::<V, F>::is_open(window, window.len());
    }

    /// Adds the units of a register that `some` has all ones for, each with the one before it.
    #[inline(always)]
    fn add_some(&mut self, units: V::Register, before: V::Register, some: V::Register) {
        let v = self.v;
        if T::FORM == Form::Utf8 {
            let [less, _] = less_than_three::<V, F>(v, units);
            self.less = v.sub8(self.less, v.and(less, some));
        }
        self.pair_up(units, before, some);
    }

    #[inline(always)]
    fn pair_up(&mut self, units: V::Register, before: V::Register, some: V::Register) {
        let v = self.v;
        let low = v.and(Surrogates::<V, F>::low(v, units), some);
        let high = v.and(Surrogates::<V, F>::high(v, before), some);
        self.alone = v.sub8(self.alone, v.xor(low, high));
        if T::UNIT == 4 {
            self.pairs = v.sub8(self.pairs, v.and(low, high));
        }
    }

    #[inline(always)]
    fn counts(&self) -> Counts {
        let sum = |bytes| self.v.sum8(bytes) as usize / 2;
        Counts { less: sum(self.less), alone: sum(self.alone), pairs: sum(self.pairs) }
    }
}

impl Counts {
    /// The length of `src`, of whose whole units these are the counts.
    #[inline(always)]
    fn length<V: Vector, F: Text, T: Text>(&self, src: &[u8]) -> LossyLength {
        let whole = src.len() & !1;
        let units = whole / 2;
        let replaced = self.alone + usize::from(Surrogates::<V, F>::is_open(src, whole));
        let units = match T::UNIT {
            1 => 3 * units - self.less + replaced,
            2 => units,
            _ => units - self.pairs,
        };
        let mut length = LossyLength { units, replaced };
        length.add_incomplete(T::FORM, &src[whole..]);
        length
    }

    #[inline(always)]
    fn add(&mut self, more: &Self) {
        self.less += more.less;
        self.alone += more.alone;
        self.pairs += more.pairs;
    }
}
