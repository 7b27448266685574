//! Finds the prefix of a text without any code unit in some ranges.
//!
//! This is safe code without intrinsics, which the compiler vectorizes. Each set compiles it with
//! its own target features.
use crate::{form::cut, simd::shared::text::Text};

/// A range of code units that includes both ends. It may wrap: the range from 0x80 to 0x00 has all
/// units except 0x01 to 0x7F.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first unit.
    pub first: u32,
    /// The last unit.
    pub last: u32,
}

/// The number of code units in a block. It is large enough to make the cost of a block's end small,
/// and small enough to search the block again.
const BLOCK: usize = 512;
const SMALL_BLOCK: usize = 32;

/// Returns the number of bytes at the start of `src` that are whole code units outside of all
/// `ranges`.
#[inline(always)]
pub(in crate::simd) fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize {
    match (F::UNIT, F::BIG) {
        (1, _) => prefix(src.as_chunks().0, ranges, u8::from_ne_bytes),
        (2, false) => prefix(src.as_chunks().0, ranges, u16::from_le_bytes),
        (2, true) => prefix(src.as_chunks().0, ranges, u16::from_be_bytes),
        (_, false) => prefix(src.as_chunks().0, ranges, u32::from_le_bytes),
        (_, true) => prefix(src.as_chunks().0, ranges, u32::from_be_bytes),
    }
}

#[inline(always)]
fn prefix<U: Unit, const N: usize>(
    units: &[[u8; N]],
    ranges: &[Range],
    read: impl Fn([u8; N]) -> U + Copy,
) -> usize {
    // The compiler vectorizes this: a subtraction and a minimum per unit. It tests one range after
    // the other, because several ranges at once would not be vectorized. The block stays in the
    // first-level cache.
    let none_in = |block: &[[u8; N]]| {
        ranges.iter().all(|range| {
            let first = U::of(range.first);
            let less = |least: U, &unit| least.min(read(unit).minus(first));
            block.iter().fold(U::MAX, less) > U::of(range.last).minus(first)
        })
    };
    let mut done = 0;
    for block in units.chunks_exact(BLOCK) {
        if !none_in(block) {
            break;
        }
        done += BLOCK;
    }
    for block in cut::rest(units, done).chunks_exact(SMALL_BLOCK) {
        if !none_in(block) {
            break;
        }
        done += SMALL_BLOCK;
    }
    let rest = cut::rest(units, done).chunks_exact(1);
    N * (done + rest.take_while(|unit| none_in(unit)).count())
}

/// A code unit as an integer of its own width.
trait Unit: Copy + Ord {
    const MAX: Self;

    fn of(value: u32) -> Self;

    /// Returns the difference, with wrapping.
    fn minus(self, other: Self) -> Self;
}

macro_rules! units {
    ($($unit:ty)*) => { $(
        impl Unit for $unit {
            const MAX: Self = Self::MAX;

            #[inline(always)]
            fn of(value: u32) -> Self {
                value as $unit
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )* };
}

units!(u8 u16 u32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Form, available};
    use std::{vec, vec::Vec};

    /// Returns the bytes of `unit` in `form`.
    fn bytes(form: Form, unit: u32) -> Vec<u8> {
        match form {
            Form::Utf16Le => (unit as u16).to_le_bytes().into(),
            Form::Utf16Be => (unit as u16).to_be_bytes().into(),
            Form::Utf32Le => unit.to_le_bytes().into(),
            Form::Utf32Be => unit.to_be_bytes().into(),
            Form::Latin1 | Form::Utf8 => vec![unit as u8],
        }
    }

    fn is_in(range: Range, unit: u32) -> bool {
        if range.first <= range.last {
            (range.first..=range.last).contains(&unit)
        } else {
            unit >= range.first || unit <= range.last
        }
    }

    #[test]
    fn every_set_stops_at_the_first_unit_in_a_range() {
        let range = |first, last| Range { first, last };
        for kernels in available() {
            for form in Form::ALL {
                let most = u32::MAX >> (32 - 8 * form.unit());
                let (a, b, c) = (range(0x40, 0x43), range(most - 8, 0), range(0x70, 0x70));
                for ranges in [&[][..], &[a], &[b], &[a, b], &[c, a], &[a, b, c]] {
                    for unit in [0, 1, 0x3F, 0x40, 0x43, 0x44, 0x70, most - 9, most - 8, most] {
                        let stops = ranges.iter().any(|&range| is_in(range, unit));
                        for at in [0, 1, 31, 32, 33, 63, 500, 511, 512, 1023, 1100] {
                            let mut text = bytes(form, 0x61).repeat(1101);
                            let place = at * form.unit();
                            text[place..][..form.unit()].copy_from_slice(&bytes(form, unit));
                            text.truncate(text.len() - form.unit() + 1);
                            let whole = text.len() / form.unit() * form.unit();
                            let expected = if stops && place < whole { place } else { whole };
                            let found = kernels.outside(form, &text, ranges);
                            assert_eq!(
                                found, expected,
                                "{kernels:?} {form:?} {ranges:X?} {unit:X}"
                            );
                        }
                    }
                }
            }
        }
    }
}
