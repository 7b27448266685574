//! Measures any UTF-16 in each UTF, with U+FFFD for each unpaired surrogate.
//!
//! [`tally`](mod@crate::simd::generic::length) treats each surrogate as half of a pair. This module
//! also compares the positions of low surrogates with the positions one after high surrogates. A
//! surrogate is unpaired where the two differ; where they agree, there is one character of two
//! units. A round without surrogates that follows any unit except a high surrogate adds nothing to
//! either count.
//!
//! Correctness: a high surrogate is unpaired exactly if no low one follows it, and a low one if no
//! high one is before it. So each unpaired surrogate is one position where one of the two is
//! expected and the other found, and no position stands for two surrogates. The position after the
//! last unit counts, too: there is no low surrogate there. An unpaired surrogate takes three bytes
//! in UTF-8, and half of a pair takes two. Cost, per register: 9 operations to UTF-8 and 2 to the
//! others. Surrogates cost 6 more, or 8 more to UTF-32.

use crate::simd::shared::text::Text;
use core::marker::PhantomData;

use crate::{
    LossyLength,
    simd::{
        Form,
        generic::{
            length::{first_bytes, last_bytes, less_than_three},
            validate::utf16::Surrogates,
            vector::Vector,
        },
    },
};

/// The number of registers in a round, which has one test for surrogates.
const ROUND: usize = 4;

/// The number of rounds after which the sums of bytes are added up. Together with a first register,
/// a last one and three others, they cannot overflow at two per register.
const MAX: usize = (255 / 2 - 5) / ROUND;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-16.
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

/// Implements [`measure`] for at most one register, not counting an incomplete unit at the end.
#[inline(always)]
pub(in crate::simd) fn of_few<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> LossyLength {
    Sums::<V, F, T>::of_few(v, &src[..src.len() & !1]).length::<V, F, T>(src)
}

/// The counts that the lengths depend on.
#[derive(Default)]
struct Counts {
    /// The sum over all units of three minus their bytes in UTF-8, with two bytes per surrogate.
    less: usize,
    /// The number of unpaired surrogates, except a high one at the end.
    alone: usize,
    /// The number of surrogate pairs.
    pairs: usize,
}

/// Sums in bytes. Each unit counts once for each of its bytes.
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

    /// Counts at most one register.
    #[inline(always)]
    fn of_few(v: V, src: &[u8]) -> Counts {
        let mut sums = Self::new(v);
        let units = v.load_short(src);
        sums.add_some(units, v.shift_up::<2>(units), first_bytes::<V>(v, src.len()));
        sums.counts()
    }

    /// Counts at least one register.
    #[inline(always)]
    fn of(v: V, src: &[u8]) -> Counts {
        let mut sums = Self::new(v);
        let mut total = Counts::default();
        let units = v.load(src, 0);
        sums.add_some(units, v.shift_up::<2>(units), v.splat8(0xFF));
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
            let left = last_bytes::<V>(v, src.len() - at);
            sums.add_some(v.load(src, last), v.load(src, last - 2), left);
        }
        total.add(&sums.counts());
        total
    }

    /// Adds a round that follows a unit. `open` is `true` if that unit is a high surrogate.
    /// Afterwards, it is `true` if the last unit of the round is one.
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

    /// Adds the units of a register that are selected by all ones in `some`, each with the unit
    /// before it.
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
    /// Returns the length of `src`, whose whole units have these counts.
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
